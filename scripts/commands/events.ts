import { once } from 'node:events';
import pg from 'pg';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import { openEventStoreDb, type EventStoreDbOptions } from '#/ledger/stores/eventstoredb.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import {
  checkDatabaseUrl,
  checkEventStoreUrl,
  readEnvironment,
} from '#/scripts/launch/environment.ts';
import { logPosition } from '#/ledger/stores/eventstoredb/position.ts';
import { readLogRows } from '#/scripts/record/log-rows.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

const help = `
npm run events — prints the log as NDJSON, one recorded event a line, in order.

Usage: npm run --silent events -- [--stream payment-…] [--after 00000000000000000120]

Options
  --stream   only this stream, such as account-demo-seller.2026-11
  --after    only events after this position

\`data\` and \`meta\` are the bytes as they were recorded, so \`hash\` can be verified without a database: it is SHA-256 over
the previous hash and every other field (ledger/audit/hash.ts).

Environment
  DATA_DIR        folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL    your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not; its events have no hash
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
`;

/** Embeds the stored JSON unchanged: printing it again could change a byte and break the hash. */
const lineOf = ({ data, meta, hash, ...fields }: Recorded): string => {
  const { position, stream, revision, id, type, recordedAt, sealedAs } = fields;
  const head = JSON.stringify({ position, stream, revision, id, type, recordedAt, sealedAs });
  const hashField = hash === undefined ? '' : `,"hash":"${hash}"`;
  return `${head.slice(0, -1)},"data":${data},"meta":${meta}${hashField}}\n`;
};

const connect = async (): Promise<pg.Client> => {
  const { dataDir, databaseUrl } = readEnvironment();
  if (databaseUrl !== undefined) await checkDatabaseUrl(databaseUrl);
  const connectionString = databaseUrl ?? (await findRunningPostgres(dataDir));
  if (connectionString === undefined)
    throw new BadEnvironment(`No Postgres runs in ${dataDir}: npm start starts one.`);
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

const UNDEFINED_TABLE = '42P01';

const print = async (batches: AsyncIterable<readonly Recorded[]>): Promise<void> => {
  for await (const events of batches) {
    const isFlushed = process.stdout.write(events.map(lineOf).join(''));
    if (!isFlushed) await once(process.stdout, 'drain');
  }
};

interface EventRange {
  readonly stream: string | undefined;
  readonly after: string | undefined;
}

const positionOf = (after: string): number => {
  if (/^\d{1,20}$/.test(after)) return Number(after);
  throw new UsageError(`--after ${after} is not a position: positions are digits.`);
};

const printFromPostgres = async ({ stream, after = '0' }: EventRange): Promise<void> => {
  const position = positionOf(after);
  const client = await connect();
  try {
    await print(readLogRows(client, { stream, after: position }));
  } catch (error) {
    if (errorCodeOf(error) !== UNDEFINED_TABLE) throw error;
    throw new BadEnvironment('This database has no log yet: npm start makes one.');
  } finally {
    await client.end();
  }
};

/** @throws RangeError for a position of another kind of store */
async function* eventsOf(
  store: EventStore,
  { stream, after }: EventRange,
): AsyncGenerator<readonly Recorded[]> {
  const position = after as Position | undefined;
  if (stream === undefined) {
    yield* store.readAll({ ...(position !== undefined && { after: position }) });
    return;
  }
  if (position !== undefined) logPosition(position);
  const events = await store.readStream(stream);
  yield events.filter((event) => event.position > (after ?? ''));
}

const printFromEventStore = async (log: EventStoreDbOptions, range: EventRange): Promise<void> => {
  await checkEventStoreUrl(log.connectionString);
  const store = await openEventStoreDb(log);
  try {
    await print(eventsOf(store, range));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`--after is ${error.message}.`);
  } finally {
    await store.close();
  }
};

await runCommand({
  help,
  options: { stream: { type: 'string' }, after: { type: 'string' } },
  run: async ({ values: { stream, after } }) => {
    // `… | head` closes the pipe early.
    process.stdout.on('error', (error) => process.exit(errorCodeOf(error) === 'EPIPE' ? 0 : 1));
    const range = {
      stream: typeof stream === 'string' ? stream : undefined,
      after: typeof after === 'string' ? after : undefined,
    };
    const { eventStoreUrl, eventStorePrefix } = readEnvironment();
    if (eventStoreUrl === undefined) await printFromPostgres(range);
    else
      await printFromEventStore(
        { connectionString: eventStoreUrl, prefix: eventStorePrefix },
        range,
      );
  },
});
