import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..', '..');
const config = '.oxlint.config.ts';

/** Path → source, then the rule that each bad line breaks, in the order of the lines. */
export type Planted = Readonly<
  Record<string, readonly [source: string, ...rules: readonly string[]]>
>;

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ offset: z.number() }) })),
    }),
  ),
});

/** Lints the files below a temporary root laid out like ours. */
const lint = async (planted: Planted): Promise<Readonly<Record<string, readonly string[]>>> => {
  const folder = await mkdtemp(join(tmpdir(), 'razao-boundaries-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const name of [config, 'package.json', 'tsconfig.json']) {
      await copyFile(join(root, name), join(folder, name));
    }
    for (const [path, [source]] of Object.entries(planted)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), source);
    }
    const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const args = [oxlint, '--config', config, '--format', 'json'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
    const { diagnostics } = reportSchema.parse(JSON.parse(stdout));
    const inOrder = diagnostics.toSorted(
      (a, b) => (a.labels[0]?.span.offset ?? 0) - (b.labels[0]?.span.offset ?? 0),
    );
    return Object.fromEntries(
      Object.keys(planted).map((path) => [
        path,
        inOrder.filter(({ filename }) => filename === path).map(({ code }) => code),
      ]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};

const linesOf = (rulesByPath: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(rulesByPath)
    .map(([path, rules]) => `${path}: ${rules.join(', ')}`)
    .join('\n');

/** Expects these violations, and nothing else. */
export const expectCaught = async (planted: Planted): Promise<void> => {
  const expected = Object.entries(planted).map(([path, [, ...rules]]) => [path, rules] as const);
  expect(linesOf(await lint(planted))).to.equal(linesOf(Object.fromEntries(expected)));
};
