import { loadSecrets } from '#/api/composition/secrets.ts';
import { restoreFrom } from '#/scripts/backup/restore-from.ts';
import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openPlaces } from '#/scripts/launch/open-database.ts';

const help = `
npm run restore — brings a backup into an empty place, whichever store keeps the log there.

Usage: npm run restore -- <file>

Reads the file once to see that it is whole, makes the tables and loads them in one transaction, writes the log event by
event in its order, into the same database or, with EVENTSTORE_URL, into that EventStoreDB, verifies hashes and seals, and
derives every read model. An event that comes to another kind of store keeps the position and the time under which it was
sealed, so proofs of before still hold. A database or a log that holds anything is refused. Before, put the secrets of the
product that was backed up into DATA_DIR/secrets.json, or into KEK, SESSION_SECRET and IDEMPOTENCY_SECRET, and its seal.key.

When it is cut off, the product does not start on what is there: the same command with the same file goes on with it. Only
the read models are then left, once it derives them, and npm start derives those by itself.

Environment
  DATA_DIR      folder of the embedded Postgres, made when absent (default .data)
  DATABASE_URL  an empty database of yours, in place of the embedded one
  EVENTSTORE_URL  an EventStoreDB without a log of ours, to keep it in place of Postgres; one that has a log already takes
                  another under a name of its own, EVENTSTORE_PREFIX
`;

const say = (line: string): void => console.log(`• ${line}`);

await runCommand({
  help,
  allowPositionals: true,
  run: async ({ positionals: [file, ...others] }, { stopping, owned }) => {
    if (file === undefined || others.length > 0) {
      throw new BadEnvironment('Name the file of the backup: npm run restore -- <file>.');
    }
    const environment = readEnvironment();
    const secrets = await loadSecrets(environment.dataDir, process.env);
    const progress = { onProgress: say, signal: stopping };
    const places = await openPlaces(environment, owned, progress);
    const { events, tables } = await restoreFrom({ ...places, ...progress, file, secrets });
    say(`Restored ${tables} tables and ${events} events; npm start runs on them`);
  },
});
