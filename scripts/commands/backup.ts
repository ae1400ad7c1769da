import { runCommand, UsageError } from '#/scripts/launch/command.ts';
import { backUp } from '#/scripts/backup/back-up.ts';
import { findRunningLocations } from '#/scripts/launch/running-locations.ts';

const help = `
npm run backup — writes the log and everything that cannot be rebuilt from it into one file, while the product runs.

Usage: npm run backup -- <file>

The file contains
  - the log, from Postgres or from EventStoreDB
  - the keys of personal data (wrapped), sign-ins, checkpoints of policies, and providers' notices

It does not contain, so back these up yourself
  - the secrets: DATA_DIR/secrets.json (or KEK, SESSION_SECRET and IDEMPOTENCY_SECRET) and the seal key. Without KEK no
    personal data can be decrypted, and without the seal key nothing more is sealed
  - uploads: copy DATA_DIR/files after the backup, with rsync -a --delete --exclude=drafts, and copy them back before the
    restored product starts

Read models are not in the file, because a restore rebuilds them. npm run restore loads the file into an empty Postgres, or
into an empty Postgres and an empty EventStoreDB, so the two commands also move a product from one store to the other.

The log is copied up to its last event when the backup began. Checkpoints and notices are read just before that, keys and
sign-ins just after: so nothing counts as done that is not in the log, and no event lacks its key.

The file ends with its SHA-256. It gets its name only when it is complete; a backup that is killed leaves <file>.….partial,
which can be deleted. A log with missing events is refused.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
`;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }, { stopping: signal }) => {
    if (file === undefined || others.length > 0) {
      throw new UsageError('Name the file of the backup: npm run backup -- <file>.');
    }
    const { events, tables, bytes } = await backUp({
      ...(await findRunningLocations()),
      file,
      signal,
      onProgress: (what, written) => console.error(`• ${what}, ${megabytes(written)}`),
    });
    console.log(`${file}: ${tables} tables, ${events} events, ${megabytes(bytes)}`);
  },
});
