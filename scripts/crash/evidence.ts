import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { z } from 'zod';
import type { StoreLocations } from '#/api/composition/store.ts';
import { decode, isEventType, type RecordedEvent } from '#/ledger/codec.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { readLogRows } from '#/scripts/record/log-rows.ts';
import { readItemsForStaff, type Item } from './open-work.ts';

/** The state after the crashes, read without a process of the product. */
export interface Evidence {
  readonly recorded: readonly Recorded[];
  /** Whether the log's store promises positions without gaps and a chain of hashes. */
  readonly hasChain: boolean;
  readonly events: readonly RecordedEvent[];
  readonly read: ReadModels;
  readonly provider: ProviderBooks;
  /** How often a request met each kind of misbehaviour. */
  readonly vices: readonly ViceCount[];
}

/** Amounts are in cents. */
interface ReadModels {
  readonly sales: readonly {
    readonly paymentId: string;
    readonly status: string;
    readonly amount: number;
    readonly refunded: number;
  }[];
  /** Credits less debits, from the journal. */
  readonly accounts: readonly { readonly account: string; readonly balance: number }[];
  readonly balances: readonly {
    readonly sellerId: string;
    readonly pending: number;
    readonly available: number;
    readonly held: number;
  }[];
  /** The newest line of each statement. */
  readonly statements: ReadModels['balances'];
  readonly withdrawals: readonly { readonly withdrawalId: string; readonly status: string }[];
  readonly refunds: readonly { readonly refundId: string; readonly status: string }[];
  /** Parked work, and read models that have stopped, a sentence each. */
  readonly troubles: readonly string[];
  readonly leftToStaff: readonly Item[];
}

/** A record of the sandbox. */
const providerDocument = z.object({
  kind: z.enum(['transaction', 'refund', 'payout']),
  reference: z.string(),
  status: z.string(),
  amount: z.number(),
});

type ProviderBooks = readonly z.output<typeof providerDocument>[];

const viceCount = z.object({ name: z.string(), times: z.number() });

type ViceCount = z.output<typeof viceCount>;

const readModels = async (client: pg.Client): Promise<ReadModels> => {
  const rows = async <Row extends pg.QueryResultRow>(query: string): Promise<readonly Row[]> =>
    (await client.query<Row>(query)).rows;
  const balances = 'pending::float8, available::float8, held::float8';
  return {
    sales: await rows(
      `SELECT payment_id AS "paymentId", status, amount::float8, refunded_amount::float8 AS refunded
       FROM read.sale`,
    ),
    accounts: await rows(
      `SELECT account, sum(credits - debits)::float8 AS balance
       FROM read.journal_account_day GROUP BY account`,
    ),
    balances: await rows(`SELECT seller_id AS "sellerId", ${balances} FROM read.seller_balance`),
    statements: await rows(
      `SELECT DISTINCT ON (seller_id) seller_id AS "sellerId", ${balances}
       FROM read.account_line ORDER BY seller_id, sequence DESC`,
    ),
    withdrawals: await rows('SELECT withdrawal_id AS "withdrawalId", status FROM read.withdrawal'),
    refunds: await rows('SELECT refund_id AS "refundId", status FROM read.refund'),
    troubles: [
      ...(await rows<{ trouble: string }>(
        `SELECT policy || ' parked at ' || stream || ': ' || failure AS trouble FROM policies.parked`,
      )),
      ...(await rows<{ trouble: string }>(
        `SELECT name || ' is ' || status || ': ' || coalesce(error, '') AS trouble
         FROM projections.checkpoint WHERE status = 'degraded'`,
      )),
    ].map(({ trouble }) => trouble),
    leftToStaff: await readItemsForStaff(client),
  };
};

const inSandbox = <Result>(dataDir: string, read: (database: DatabaseSync) => Result): Result => {
  const database = new DatabaseSync(join(dataDir, 'sandbox.db'), { readOnly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
};

const providerBooks = (database: DatabaseSync): ProviderBooks =>
  database
    .prepare(
      `SELECT kind, reference, document ->> 'status' AS status, document ->> 'amount' AS amount
       FROM documents WHERE kind IN ('transaction', 'refund', 'payout')`,
    )
    .all()
    .map((row) => providerDocument.parse(row));

/** Empty unless the sandbox is configured to misbehave: only then it counts. */
const readVices = (database: DatabaseSync): readonly ViceCount[] => {
  const counts = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'counts'`).get();
  return counts === undefined
    ? []
    : database
        .prepare(`SELECT name, times FROM counts WHERE what = 'vice' ORDER BY name`)
        .all()
        .map((row) => viceCount.parse(row));
};

const withClient = async <Result>(
  databaseUrl: string,
  read: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One snapshot, so that all these rows show one moment.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await read(client);
  } finally {
    await client.end();
  }
};

const readLog = async (client: pg.Client): Promise<readonly Recorded[]> =>
  (await Array.fromAsync(readLogRows(client))).flat();

const readEventStore = async (connectionString: string) => {
  await using stack = new AsyncDisposableStack();
  const store = stack.adopt(await openEventStoreDb({ connectionString }), (each) => each.close());
  const parked = await store.checkpoints.listParked();
  const troubles = parked.map(
    ({ policy, stream, failure }) => `${policy} parked at ${stream}: ${failure}`,
  );
  return { recorded: (await Array.fromAsync(store.readAll({}))).flat(), troubles };
};

export const gatherEvidence = async (
  { databaseUrl, eventStoreUrl }: StoreLocations,
  dataDir: string,
): Promise<Evidence> => {
  const eventStore = eventStoreUrl === undefined ? undefined : await readEventStore(eventStoreUrl);
  const { recorded, models } = await withClient(databaseUrl, async (client) => ({
    recorded: eventStore?.recorded ?? (await readLog(client)),
    models: await readModels(client),
  }));
  const read = { ...models, troubles: [...models.troubles, ...(eventStore?.troubles ?? [])] };
  const events = recorded.filter(({ type }) => isEventType(type)).map(decode);
  const hasChain = eventStoreUrl === undefined;
  const provider = inSandbox(dataDir, providerBooks);
  const vices = inSandbox(dataDir, readVices);
  return { recorded, hasChain, events, read, provider, vices };
};
