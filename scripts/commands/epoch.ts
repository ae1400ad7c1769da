import { databaseClock } from '#/ledger/clock/postgres.ts';
import { runCommand, UsageError } from '#/scripts/launch/command.ts';
import { beginEpoch } from '#/scripts/record/begin-epoch.ts';
import { withLedger } from '#/scripts/record/ledger-access.ts';

const help = `
npm run epoch — tells the product that its log may have lost the newest events, as after a restore that it cannot notice itself.

Usage: npm run epoch -- --reason <text>

Options
  --reason     why, for the record

When you need it
  After you restored the files or the disk of the server that has the log to an earlier time while the product was stopped, and
  read models and seals were restored with it. Run it before npm start. The product notices by itself: npm run restore, a
  standby that takes over, a restore to a point in time, a loss while it runs, and at its start a log that lacks the last event
  of a read model or the newest seal in the file SEAL_ANCHOR.

What it does
  It begins a new epoch. Requests from before it, and requests that may repeat a lost one, are looked for at the acquirer
  before anything is sent for them. That is slower, and may leave more to staff, but pays nothing twice. A running product
  notices the new epoch.

Environment
  DATA_DIR        folder of the embedded Postgres (default .data)
  DATABASE_URL    your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
`;

await runCommand({
  help,
  options: { reason: { type: 'string' } },
  run: async ({ values: { reason } }) => {
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new UsageError('Say why with --reason.');
    const number = await withLedger(({ store, pool }) =>
      beginEpoch({ store, sharedMs: databaseClock(pool) }, reason.trim()),
    );
    console.log(`Epoch ${number} has begun.`);
  },
});
