import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { backUp } from '#/scripts/backup/back-up.ts';
import { runningPlaces } from '#/scripts/launch/running-places.ts';

const help = `
npm run backup — writes the log and all that is not derived from it into one file, while the product goes on.

Usage: npm run backup -- <file>

In it: the log, whichever store keeps it, the keys of personal data (wrapped), sign-ins, checkpoints of policies, providers'
notices. npm run restore fills an empty Postgres with it, or an empty EventStoreDB and an empty Postgres: together they also
move a product from one to the other. Not in it: read models, which are derived again, and the secrets, which are not in the
database. Keep DATA_DIR/secrets.json (or KEK, SESSION_SECRET and IDEMPOTENCY_SECRET) and the seal key elsewhere: without KEK
no name can be read again, and without the seal key nothing more is sealed.

The log ends where it ended when the backup began. Checkpoints and notices are of the moment before, keys and sign-ins of the
moment after: so nothing counts as done that is not in the log, and no event lacks its key.

Uploads are not in it either: copy DATA_DIR/files after it, with rsync -a --delete --exclude=drafts, and back before the start.

The file ends with a SHA-256 of all of it, and only gets its name when it is whole: one that is killed leaves
<file>.….partial beside it, which can be deleted. A log of which events are missing is refused.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  a Postgres of yours, in place of the embedded one
  EVENTSTORE_URL  the EventStoreDB that keeps the log in place of Postgres, when there is one
`;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }, { stopping: signal }) => {
    if (file === undefined || others.length > 0) {
      throw new BadEnvironment('Name the file of the backup: npm run backup -- <file>.');
    }
    const { events, tables, bytes } = await backUp({
      ...(await runningPlaces()),
      file,
      signal,
      onProgress: (what, written) => console.error(`• ${what}, ${megabytes(written)}`),
    });
    console.log(`${file}: ${tables} tables, ${events} events, ${megabytes(bytes)}`);
  },
});
