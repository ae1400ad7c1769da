import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { findUntidy } from './tidy-rules.ts';

const help = `
node scripts/checks/tidy.ts — checks what no linter knows: the shape of the tree, its READMEs and its tables.

Part of npm test. Prints one line a finding and ends with 1 when there is any.
`;

const root = join(import.meta.dirname, '..', '..');
const notOurs = new Set(['node_modules', '.git', '.data', '.dist', '.artefacts']);
// These files contain the texts that they forbid.
const exempt = new Set([
  'scripts/checks/retired-words.ts',
  'scripts/checks/retired-words.test.ts',
  'scripts/checks/machine.ts',
  'scripts/checks/sql.ts',
  'scripts/checks/tidy-rules.ts',
  'scripts/checks/tidy.test.ts',
  'scripts/checks/boundaries.test.ts',
  'scripts/checks/habits.test.ts',
]);

const listFilesBelow = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const filesBelow = entries
    .filter(({ name }) => !notOurs.has(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFilesBelow(path) : [path];
    });
  return (await Promise.all(filesBelow)).flat();
};

const readTree = async (): Promise<ReadonlyMap<string, string>> => {
  const files = await listFilesBelow(root);
  const texts = files
    .map((path) => [relative(root, path).split(sep).join('/'), path] as const)
    .filter(([name]) => !exempt.has(name))
    .map(async ([name, path]) => [name, await readFile(path, 'utf8')] as const);
  return new Map(await Promise.all(texts));
};

await runCommand({
  help,
  run: async () => {
    const findings = findUntidy(await readTree());
    for (const finding of findings) console.log(finding);
    if (findings.length > 0) throw new BadEnvironment(`${findings.length} things are untidy.`);
  },
});
