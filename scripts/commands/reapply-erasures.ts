import { eraseAccess } from '#/api/auth/memberships.ts';
import { removeReceiverFiles } from '#/api/privacy/forget-receivers.ts';
import { reapplyErasures } from '#/ledger/vault/reapply-erasures.ts';
import { runCommand } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openCore } from '#/scripts/launch/open-core.ts';
import { findRunningLocations } from '#/scripts/launch/running-locations.ts';

const help = `
npm run reapply-erasures — after a restore, destroys again every key that was destroyed according to the log. Before, it
deletes the sign-ins and verification files that the restore brought back.

Usage: npm run reapply-erasures

The product does the same from its read models, when it starts and every minute; this command reads the log itself. It may be
run any number of times.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
  KEK           as for npm start
`;

await runCommand({
  help,
  run: async () => {
    const { dataDir } = readEnvironment();
    const { core, pool, close } = await openCore(await findRunningLocations(), dataDir);
    try {
      const { destroyed } = await reapplyErasures(core, {
        eraseRest: async ({ accounts, sellersWithoutFiles }) => {
          await eraseAccess(pool, accounts);
          await removeReceiverFiles(core, sellersWithoutFiles);
        },
        onProgress: (events) => {
          if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${events} events read`);
        },
      });
      if (process.stderr.isTTY) process.stderr.write('\n');
      console.log(`${destroyed.length} keys were back and are destroyed again.`);
    } finally {
      await close();
    }
  },
});
