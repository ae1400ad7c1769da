import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runCommand, UsageError } from '#/scripts/launch/command.ts';
import { endChildren } from '#/scripts/load/process-tree.ts';
import { unlessStopped } from '#/scripts/launch/stop-signals.ts';
import { sample } from '#/scripts/testing/sampled.ts';

const help = `
npm test — runs every check and test of the repository, including those in a real browser; needs no running service.

Usage: npm test [-- name of a step, or its beginning …]
       npm run test:all

Options
  --all  runs completely what is otherwise sampled: every journey, start and stop of a product, and seed of the crash test;
         takes hours

Ends with a line \`N passed, N failed\`, and exits with 1 if anything failed.
One file: npx mocha path/to/some.test.ts.
`;

const root = join(import.meta.dirname, '..', '..');
const node = process.execPath;

type Command = readonly [program: string, ...args: readonly string[]];

interface Step {
  readonly name: string;
  /** Run in parallel. */
  readonly commands: readonly Command[];
  /** The result counts the tests of the suite; of another step, its commands. */
  readonly isSuite?: boolean;
  /** The step starts whole products, which serve the built pages. */
  readonly needsBuild?: boolean;
}

const filesLike = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: ['node_modules/**', '.*/**'] }).toSorted();

// `--exit`: what a failed test left open must not keep mocha running.
const mocha = (files: readonly string[], ...more: readonly string[]): Command => [
  'mocha',
  '--exit',
  '--forbid-only',
  '--forbid-pending',
  ...more,
  ...files,
];

/** At most `jobs` files at once: with more on few cores, purchases would miss their deadlines. */
const suite = (name: string, files: readonly string[], jobs: number): Step => {
  const command = mocha(files, '--timeout', '60000', '--parallel', '--jobs', String(jobs));
  return { name, commands: [command], isSuite: true };
};

const isSimulated = (file: string): boolean => file.startsWith('scripts/simulation/');

/** This test occupies all cores, with a process on each. */
const SEEDS = 'scripts/simulation/seeds.test.ts';

/** How many test files of whole products `npm test` runs: each takes half a minute or more. */
const FEW_PRODUCTS = 2;

/** This test starts no product, unlike the others of its folder. */
const QUICK = 'scripts/backup/earlier-release.test.ts';

/** These tests start whole products. */
const isOfProducts = (file: string): boolean =>
  file !== QUICK && /^scripts\/(?:backup|commands|crash|embedded-postgres|launch)\//.test(file);

/** The simulation has steps of its own: it only computes, and beside other tests it would exceed its time limits. */
const tests = (isWhole: boolean): readonly Step[] => {
  const [scriptTests, allTests] = [filesLike('scripts/**/*.test.ts'), filesLike('**/*.test.ts')];
  const files = [...new Set([...scriptTests, ...allTests])];
  const ofProducts = files.filter(isOfProducts);
  const few = new Set(isWhole ? ofProducts : sample(ofProducts, FEW_PRODUCTS));
  const others = files.filter(
    (file) => !isSimulated(file) && (!isOfProducts(file) || few.has(file)),
  );
  return [
    { ...suite('Tests', others, 3), needsBuild: true },
    suite('Simulation, default seeds', [SEEDS], 1),
    suite(
      'Simulation',
      files.filter((file) => isSimulated(file) && file !== SEEDS),
      2,
    ),
  ];
};

/** A purchase, and the work of buyer, seller and staff with it. */
const MAIN_JOURNEYS: ReadonlySet<string> = new Set([
  'buyer',
  'new-sales',
  'payment-page',
  'seller',
  'staff',
]);

/** How many of the other journeys `npm test` runs. */
const FEW_JOURNEYS = 1;

/** Two processes, each with one product and one browser for its files. */
const journeys = (isWhole: boolean): Step => {
  const all = filesLike('web/e2e/**/*.e2e.ts');
  const isMain = (file: string): boolean => MAIN_JOURNEYS.has(basename(file, '.e2e.ts'));
  const others = all.filter((file) => !isMain(file));
  const few = new Set(isWhole ? others : sample(others, FEW_JOURNEYS));
  const files = all.filter((file) => isMain(file) || few.has(file));
  const commands = [0, 1].map((nth) =>
    mocha(
      files.filter((_, index) => index % 2 === nth),
      '--timeout',
      '120000',
    ),
  );
  return { name: 'Journeys in a browser', commands, isSuite: true, needsBuild: true };
};

/** @param held seconds for which the acquirer holds a connection without an answer */
const crashTest = (
  seed: number,
  [faults, seconds, held]: readonly [number, number, number],
  store = 'postgres',
): Step => {
  const size = ['--seed', seed, '--faults', faults, '--seconds', seconds, '--held', held];
  const name = `Crash test, seed ${seed}, ${store}`;
  const options = [...size.map(String), '--store', store];
  return { name, commands: [[node, 'scripts/commands/crash.ts', ...options]], needsBuild: true };
};

const crashTests = (isWhole: boolean): readonly Step[] =>
  isWhole
    ? ['postgres', 'eventstoredb'].flatMap((store) =>
        [21, 22, 23].map((seed) => crashTest(seed, [16, 180, 15], store)),
      )
    : [crashTest(21, [5, 30, 2])];

const BUILD = 'Web build';

/** Quick steps come first. */
const steps = (isWhole: boolean): readonly Step[] => [
  { name: 'Format', commands: [['oxfmt', '--check']] },
  // The linter also reports what `tsc` would: to run both would compute all types twice, which takes most of their time.
  {
    name: 'Lint and types',
    commands: [['oxlint', '--config', '.oxlint.config.ts', '--type-check']],
  },
  {
    name: 'Tidiness',
    commands: [
      ['knip', '--no-config-hints'],
      [node, 'scripts/checks/tidy.ts'],
    ],
  },
  { name: BUILD, commands: [[node, 'scripts/launch/build-web.ts']] },
  ...tests(isWhole),
  ...crashTests(isWhole),
  journeys(isWhole),
];

/** Chooses steps by the beginnings of their names; all without a name. @throws UsageError */
const chooseSteps = (names: readonly string[], isWhole: boolean): readonly Step[] => {
  const all = steps(isWhole);
  if (names.length === 0) return all;
  const isNamed = ({ name }: Step): boolean =>
    names.some((beginning) => name.toLowerCase().startsWith(beginning.toLowerCase()));
  const namedSteps = all.filter(isNamed);
  if (namedSteps.length === 0) {
    throw new UsageError(`There are these steps: ${all.map(({ name }) => name).join(', ')}.`);
  }
  const isBuilt = namedSteps.some(({ needsBuild }) => needsBuild === true);
  return all.filter((step) => isNamed(step) || (isBuilt && step.name === BUILD));
};

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

const countTests = (output: string, word: 'passing' | 'failing'): number =>
  Number(new RegExp(`^ +(\\d+) ${word}\\b`, 'm').exec(output)?.[1] ?? 0);

/** A command that takes longer is killed. Steps take less even on a slow machine. */
const oneHour = 3_600_000;
const sixHours = 21_600_000;

interface StepResult {
  readonly succeeded: boolean;
  readonly output: string;
}

/** Prints the output of a step's first command (`isFollowed`) as it comes, that of another command at its end. */
const runOne = async (
  [program, ...args]: Command,
  { isWhole, isFollowed }: { readonly isWhole: boolean; readonly isFollowed: boolean },
): Promise<StepResult> => {
  const env = {
    ...process.env,
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    // Read by `scripts/testing/sampled.ts`.
    ...(isWhole && { TEST_ALL: 'true' }),
  };
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['inherit', 'pipe', 'inherit'],
    timeout: isWhole ? sixHours : oneHour,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (isFollowed) process.stdout.write(chunk);
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (!isFollowed) process.stdout.write(output);
  return { succeeded: code === 0, output: stripVTControlCharacters(output) };
};

const run = async (
  { name, commands, isSuite }: Step,
  { isWhole, stopping }: { readonly isWhole: boolean; readonly stopping: AbortSignal },
): Promise<Outcome> => {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`);
  const started = performance.now();
  const all = commands.map((command, nth) => runOne(command, { isWhole, isFollowed: nth === 0 }));
  const ended = await unlessStopped(Promise.all(all), stopping);
  const failures = ended.filter(({ succeeded }) => !succeeded);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${failures.length === 0 ? '✓' : '✗'} ${name}, ${seconds} s`);
  const sumOf = (word: 'passing' | 'failing'): number =>
    ended.reduce((sum, { output }) => sum + countTests(output, word), 0);
  return {
    passed: isSuite ? sumOf('passing') : commands.length - failures.length,
    failed: failures.length === 0 ? 0 : Math.max(1, isSuite ? sumOf('failing') : failures.length),
  };
};

await runCommand({
  help,
  allowPositionals: true,
  options: { all: { type: 'boolean' } },
  run: async ({ positionals, values }, { stopping, resources }) => {
    const isWhole = values['all'] === true;
    resources.defer(endChildren);
    let passed = 0;
    let failed = 0;
    for (const step of chooseSteps(positionals, isWhole)) {
      const outcome = await run(step, { isWhole, stopping });
      passed += outcome.passed;
      failed += outcome.failed;
      if (failed > 0) break;
    }
    console.log(`\n${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  },
});
