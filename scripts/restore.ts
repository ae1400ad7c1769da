import { loadSecrets } from '#/api/secrets.ts';
import { restoreFrom } from '#/scripts/backup/restore-from.ts';
import { BadEnvironment, runCommand } from '#/scripts/command.ts';
import { readEnvironment } from '#/scripts/environment.ts';
import { openDatabase } from '#/scripts/open-database.ts';

const help = `
npm run restore — brings a backup into an empty database.

Usage: npm run restore -- <file>

Reads the file once to see that it is whole, makes the tables, loads them in one transaction, verifies the log's chain of
hashes from its first event, and derives every read model. A database that holds anything is refused. Put the secrets of
the product that was backed up into DATA_DIR/secrets.json, or into KEK, SESSION_SECRET and IDEMPOTENCY_SECRET, before.

After a restore that failed, drop the database and make an empty one (embedded: remove DATA_DIR/postgres*).

Environment
  DATA_DIR      folder of the embedded Postgres, made when absent (default .data)
  DATABASE_URL  an empty database of yours, in place of the embedded one
`;

const say = (line: string): void => console.log(`• ${line}`);

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }, { stopping, owned }) => {
    if (file === undefined || others.length > 0) {
      throw new BadEnvironment('Name the file of the backup: npm run restore -- <file>.');
    }
    const { dataDir, databaseUrl } = readEnvironment();
    const secrets = await loadSecrets(dataDir, process.env);
    const progress = { onProgress: say, signal: stopping };
    const database = await openDatabase(dataDir, databaseUrl, progress);
    owned.defer(database.stop);
    const target = { databaseUrl: database.url, file, secrets, onProgress: say };
    const { events, tables } = await restoreFrom(target);
    say(`Restored ${tables} tables and ${events} events; npm start runs on them`);
  },
});
