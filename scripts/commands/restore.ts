import { loadSecrets } from '#/api/composition/secrets.ts';
import { restoreFrom } from '#/scripts/backup/restore-from.ts';
import { runCommand, UsageError } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { prepareStores } from '#/scripts/launch/open-database.ts';

const help = `
npm run restore — restores a backup into an empty database, with the log in that database or in an EventStoreDB.

Usage: npm run restore -- <file>

Before you start
  - Put secrets.json and seal.key of the product that was backed up into DATA_DIR, or set KEK, SESSION_SECRET and
    IDEMPOTENCY_SECRET instead of secrets.json, and SEAL_KEY instead of seal.key.
  - Choose an empty database and, if EVENTSTORE_URL is set, an EventStoreDB without a log. A target that already has data is
    refused, unless it is an unfinished restore of this same file.

What it does
  1. Checks the digest of the file, and the hashes of the log in it.
  2. Creates the tables and loads them in one transaction.
  3. Writes the events of the log in their order.
  4. Verifies the hashes of the new log, and its seals: the signatures that cover all events up to a certain one.
  5. Rebuilds every read model from the log.

Each event keeps the position and the time with which it was sealed, even if the log moves from Postgres to EventStoreDB or
back, so proofs that were made before stay valid.

If it is interrupted before step 5, the product does not start on this database: run the same command with the same file, and
it continues. If it is interrupted in step 5, run npm start, which completes the read models.

Environment
  DATA_DIR      folder of the embedded Postgres, created if it does not exist (default .data)
  DATABASE_URL  your own empty database, instead of one in the embedded Postgres
  EVENTSTORE_URL  an EventStoreDB for the log, instead of Postgres
  EVENTSTORE_PREFIX  a name for this log; if that EventStoreDB already holds a log, set it to store this one separately
`;

const say = (line: string): void => console.log(`• ${line}`);

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }, { stopping, resources }) => {
    if (file === undefined || others.length > 0) {
      throw new UsageError('Name the file of the backup: npm run restore -- <file>.');
    }
    const environment = readEnvironment();
    const secrets = await loadSecrets(environment.dataDir, process.env);
    const progress = { onProgress: say, signal: stopping };
    const target = await prepareStores(environment, resources, progress);
    const { events, tables } = await restoreFrom({ ...target, ...progress, file, secrets });
    say(`Restored ${tables} tables and ${events} events: npm start runs the product on them`);
  },
});
