import { removeMemberships } from '#/api/auth/memberships.ts';
import { reapplyErasures } from '#/ledger/vault/reapply-erasures.ts';
import { runCommand } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openCore } from '#/scripts/launch/open-core.ts';
import { runningPlaces } from '#/scripts/launch/running-places.ts';

const help = `
npm run reapply-erasures — destroys again every key that the log says was destroyed, after a backup was restored.

Usage: npm run reapply-erasures

The product does the same from its read models when it starts and every minute; this reads the log itself and trusts
nothing else. Running it once too often does no harm.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  a Postgres of yours, in place of the embedded one
  EVENTSTORE_URL  the EventStoreDB that keeps the log in place of Postgres, when there is one
  EVENTSTORE_PREFIX  what this product is called there, when several share it
  KEK           as for npm start
`;

await runCommand({
  help,
  run: async () => {
    const { dataDir } = readEnvironment();
    const { core, pool, close } = await openCore(await runningPlaces(), dataDir);
    try {
      const { destroyed, accounts } = await reapplyErasures(core, (events) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${events} events read`);
      });
      if (process.stderr.isTTY) process.stderr.write('\n');
      await removeMemberships(pool, accounts);
      console.log(`${destroyed.length} keys were back and are destroyed again.`);
    } finally {
      await close();
    }
  },
});
