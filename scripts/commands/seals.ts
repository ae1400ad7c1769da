import { sealLag } from '#/ledger/audit/seal-lag.ts';
import { entryOf } from '#/ledger/audit/seal-log.ts';
import { runCommand } from '#/scripts/launch/command.ts';
import { withLedger } from '#/scripts/record/ledger-access.ts';

const help = `
npm run seals — says how far the log is sealed, by which key, and what waits for the next seal.

Usage: npm run seals

The running product seals within a second; nothing is changed here. \`npm run verify\` checks that the seals hold,
\`npm run proof\` proves one payment by them, \`npm run rotate-seal-key\` changes their key.

Exit: 0 when everything is sealed or was written in the last 30 seconds, 1 when seals are late.

Environment
  DATA_DIR        folder of the embedded Postgres (default .data)
  DATABASE_URL    a Postgres of yours, in place of the embedded one
  EVENTSTORE_URL  an EventStoreDB that keeps the log in place of Postgres
  EVENTSTORE_PREFIX  what this product is called there, when several share it
`;

/** A seal is due every second; more than this many seconds late is a fault, not a short delay. */
const LATE_SECONDS = 30;

const inThousands = new Intl.NumberFormat('en');

await runCommand({
  help,
  run: () =>
    withLedger(async ({ store, seals }) => {
      const [row, waiting] = await Promise.all([
        seals.lastSeal(),
        sealLag(store, seals, new Date()),
      ]);
      const last = row && entryOf(row);
      if (last?.type === 'SealWritten') {
        const { number, at, from, to, count, keyId } = last.data;
        console.log(`Last seal      #${number} at ${at}, of ${count} events from ${from} to ${to}`);
        console.log(`Public key     ${keyId}`);
      } else {
        console.log('Last seal      none: nothing is sealed yet');
      }
      const events = inThousands.format(waiting.events);
      const since = waiting.events === 0 ? '' : `, the first for ${Math.floor(waiting.seconds)} s`;
      console.log(`Not sealed yet ${events} events${since}`);
      if (waiting.seconds > LATE_SECONDS) process.exitCode = 1;
    }),
});
