import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { casesSkeleton, providerSkeleton, withProvider } from '#/scripts/providers/skeleton.ts';

const help = `
npm run new-provider — adds a new acquirer: its file, its cases, and its line in the registry.

Usage: npm run new-provider -- <id>

The id is in lower-case letters, and names the files. The tests of all acquirers fail until the cases are complete: a success
and a failure of every operation, every status word, and a notice to act on and one to ignore.
`;

const payments = join(import.meta.dirname, '../../adapters/payments');

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [id = '', ...others] }) => {
    if (!/^[a-z]{2,30}$/.test(id) || others.length > 0) {
      throw new UsageError('Name one acquirer, in small letters.');
    }
    const file = join(payments, `providers/${id}.ts`);
    const cases = join(payments, `providers/${id}.cases.ts`);
    const registry = join(payments, 'registry.ts');
    if (existsSync(file)) throw new BadEnvironment(`There is an acquirer ${id}.`);
    const registered = withProvider(await readFile(registry, 'utf8'), id);
    await writeFile(file, providerSkeleton(id));
    await writeFile(cases, casesSkeleton(id));
    await writeFile(registry, registered);
    console.log(`${file}\n${cases}\n${registry}`);
  },
});
