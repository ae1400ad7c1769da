import { BadEnvironment, runCommand } from '#/scripts/command.ts';
import { backUp } from '#/scripts/backup/back-up.ts';
import { openDatabaseUrl } from '#/scripts/environment.ts';
import { runningPostgres } from '#/scripts/postgres.ts';

const help = `
npm run backup — writes the whole database into one file, as it was at one moment, while the product goes on.

Usage: npm run backup -- <file>

In it: the log, the keys of personal data (wrapped), sign-ins, checkpoints of policies, providers' notices. Not in it: read
models, which npm run restore derives again, and the secrets, which are not in the database. Keep DATA_DIR/secrets.json
(or KEK, SESSION_SECRET and IDEMPOTENCY_SECRET) elsewhere: without KEK nobody's name can be read again.

Uploads are not in it either: copy DATA_DIR/files after it, with rsync -a --delete --exclude=drafts, and back before the start.

The file ends with a SHA-256 of all of it, and only gets its name when it is whole.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  a Postgres of yours, in place of the embedded one
`;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }) => {
    if (file === undefined || others.length > 0) {
      throw new BadEnvironment('Name the file of the backup: npm run backup -- <file>.');
    }
    const databaseUrl = await openDatabaseUrl(runningPostgres);
    const { events, tables, bytes } = await backUp({
      databaseUrl,
      file,
      onProgress: (table, written) => console.error(`• ${table}, ${megabytes(written)}`),
    });
    console.log(`${file}: ${tables} tables, ${events} events, ${megabytes(bytes)}`);
  },
});
