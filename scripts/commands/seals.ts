import { sealLag } from '#/ledger/audit/seal-lag.ts';
import { entryOf } from '#/ledger/audit/seal-log.ts';
import { runCommand } from '#/scripts/launch/command.ts';
import { withLedger } from '#/scripts/record/ledger-access.ts';

const help = `
npm run seals — prints how far the log is sealed, by which key, and how many events are not sealed yet.

Usage: npm run seals

A running product seals events within a second; this command changes nothing. \`npm run verify\` checks the seals,
\`npm run proof\` proves one payment with them, \`npm run rotate-seal-key\` changes their key.

Exit code: 0 if everything is sealed or was written in the last 30 seconds, 1 if seals are late.

Environment
  DATA_DIR        folder of the embedded Postgres (default .data)
  DATABASE_URL    your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
`;

/** A seal is due every second. */
const LATE_SECONDS = 30;

const inThousands = new Intl.NumberFormat('en');

await runCommand({
  help,
  run: () =>
    withLedger(async ({ store, seals }) => {
      const [row, rotations, lag] = await Promise.all([
        seals.lastSeal(),
        seals.rotations(),
        sealLag(store, seals, new Date()),
      ]);
      const last = row && entryOf(row);
      if (last?.type === 'SealWritten') {
        const { number, at, from, to, count, keyId } = last.data;
        console.log(`Last seal      #${number} at ${at}, of ${count} events from ${from} to ${to}`);
        console.log(`Public key     ${keyId}`);
        console.log(
          `First key      ${rotations.map(entryOf).at(0)?.data.keyId ?? keyId}: to be published`,
        );
      } else {
        console.log('Last seal      none: nothing is sealed yet');
      }
      const events = inThousands.format(lag.events);
      const since = lag.events === 0 ? '' : `, the first for ${Math.floor(lag.seconds)} s`;
      console.log(`Not sealed yet ${events} events${since}`);
      if (lag.seconds > LATE_SECONDS) process.exitCode = 1;
    }),
});
