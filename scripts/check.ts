import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { BadEnvironment, runCommand } from '#/scripts/command.ts';
import { endChildren } from '#/scripts/load/process-tree.ts';
import { unlessStopped } from '#/scripts/stop-signals.ts';

const help = `
npm test — every check and test of the repository, those in a real browser too, with no service to start first.

Usage: npm test [-- name of a step, or its beginning …]
       npm run test:all

Options
  --all  whole what is otherwise a sample: every moment of starts and stops, every seed of the crash test; takes hours

Ends with a line \`N passed, N failed\`, and with 1 when anything failed.
One file: npx mocha path/to/some.test.ts.
`;

const root = join(import.meta.dirname, '..');
const here = (path: string): boolean => existsSync(join(root, path));
const node = process.execPath;

interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: readonly string[]];
  /** The tests of a suite are counted each, any other step as one. */
  readonly isSuite?: boolean;
}

const filesLike = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: ['node_modules/**', '.*/**'] }).toSorted();

const mocha = (name: string, files: readonly string[], ...more: readonly string[]): Step => {
  // What a failed test left running must not hold up the rest.
  const flags = ['--exit', '--forbid-only', '--forbid-pending'];
  return { name, command: ['mocha', ...flags, ...more, ...files], isSuite: true };
};

/** Two files at a time. Those of `scripts`, which start whole products, come first, so that both processes end together. */
const tests = (): Step => {
  const [first, later] = [filesLike('scripts/**/*.test.ts'), filesLike('**/*.test.ts')];
  const files = [...new Set([...first, ...later])];
  return mocha('Tests', files, '--timeout', '60000', '--parallel', '--jobs', '2');
};

const crashTest = (seed: number, faults: number, seconds: number, store = 'postgres'): Step => {
  const size = ['--seed', seed, '--faults', faults, '--seconds', seconds].map(String);
  const name = `Crash test, seed ${seed}, ${store}`;
  return { name, command: [node, 'scripts/crash.ts', ...size, '--store', store] };
};

const crashTests = (isWhole: boolean): readonly Step[] =>
  isWhole
    ? ['postgres', 'eventstoredb'].flatMap((store) =>
        [21, 22, 23].map((seed) => crashTest(seed, 16, 180, store)),
      )
    : [crashTest(21, 6, 40)];

/** Whatever fails in a second comes before what takes minutes. */
const steps = (isWhole: boolean): readonly Step[] => [
  { name: 'Format', command: ['oxfmt', '--check'] },
  { name: 'Lint', command: ['oxlint', '--config', '.oxlint.config.ts'] },
  { name: 'Types', command: ['tsc'] },
  ...(here('web/tsconfig.json')
    ? [{ name: 'Types of the web', command: ['tsc', '--project', 'web/tsconfig.json'] } as const]
    : []),
  { name: 'Unused code', command: ['knip', '--no-config-hints'] },
  { name: 'Tidiness', command: [node, 'scripts/tidy.ts'] },
  ...(here('scripts/build-web.ts')
    ? [{ name: 'Web build', command: [node, 'scripts/build-web.ts'] } as const]
    : []),
  tests(),
  ...crashTests(isWhole),
  ...(here('web/e2e')
    ? [mocha('Journeys in a browser', filesLike('web/e2e/**/*.e2e.ts'), '--timeout', '120000')]
    : []),
];

const chosen = (names: readonly string[], isWhole: boolean): readonly Step[] => {
  const all = steps(isWhole);
  if (names.length === 0) return all;
  const isNamed = ({ name }: Step): boolean =>
    names.some((beginning) => name.toLowerCase().startsWith(beginning.toLowerCase()));
  const named = all.filter(isNamed);
  if (named.length > 0) return named;
  throw new BadEnvironment(`There are these steps: ${all.map(({ name }) => name).join(', ')}.`);
};

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

const counted = (output: string, word: 'passing' | 'failing'): number =>
  Number(new RegExp(`^ +(\\d+) ${word}\\b`, 'm').exec(output)?.[1] ?? 0);

const tenMinutes = 600_000;
const sixHours = 21_600_000;

const run = async (
  { name, command: [program, ...args], isSuite }: Step,
  { isWhole, stopping }: { readonly isWhole: boolean; readonly stopping: AbortSignal },
): Promise<Outcome> => {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`);
  const started = performance.now();
  const env = {
    ...process.env,
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    // `scripts/testing/sampled.ts` reads it.
    ...(isWhole && { TEST_ALL: 'true' }),
  };
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['inherit', 'pipe', 'inherit'],
    timeout: isWhole ? sixHours : tenMinutes,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    if (isSuite) output += chunk.toString();
  });
  const [code] = await unlessStopped(once(child, 'close'), stopping);
  const succeeded = code === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${succeeded ? '✓' : '✗'} ${name}, ${seconds} s`);
  const summary = stripVTControlCharacters(output);
  const failed = isSuite ? counted(summary, 'failing') : 0;
  return {
    passed: isSuite ? counted(summary, 'passing') : Number(succeeded),
    failed: succeeded ? 0 : Math.max(1, failed),
  };
};

await runCommand({
  help,
  allowPositionals: true,
  options: { all: { type: 'boolean' } },
  run: async ({ positionals, values }, { stopping, owned }) => {
    const isWhole = values['all'] === true;
    owned.defer(endChildren);
    let passed = 0;
    let failed = 0;
    for (const step of chosen(positionals, isWhole)) {
      const outcome = await run(step, { isWhole, stopping });
      passed += outcome.passed;
      failed += outcome.failed;
      if (failed > 0) break;
    }
    console.log(`\n${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  },
});
