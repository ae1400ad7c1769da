import pg from 'pg';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import type { Invariant } from './invariant.ts';

/** A payment, refund or withdrawal, or the target of notices. */
export interface Item {
  readonly kind: 'payment' | 'refund' | 'withdrawal' | 'notice';
  readonly id: string;
}

/** The load's payments, refunds and withdrawals that are open and not left to staff (`waits_since`), and targets of notices not done yet. */
const OPEN = `
  SELECT 'payment' AS kind, id FROM unnest($1::text[]) AS id
    LEFT JOIN read.provider_reference ON payment_id = id WHERE open IS NOT false
  UNION ALL SELECT 'refund', id FROM unnest($2::text[]) AS id
    LEFT JOIN read.refund ON refund_id = id WHERE coalesce(status, 'PENDING') = 'PENDING' AND waits_since IS NULL
  UNION ALL SELECT 'withdrawal', id FROM unnest($3::text[]) AS id
    LEFT JOIN read.withdrawal ON withdrawal_id = id WHERE coalesce(status, 'PENDING') = 'PENDING' AND waits_since IS NULL
  UNION ALL SELECT 'notice', reference FROM webhooks.subject
    WHERE genuine AND (due_at IS NOT NULL OR taken_until IS NOT NULL)`;

const LEFT_TO_PEOPLE = `
  SELECT 'payment' AS kind, payment_id AS id FROM read.provider_reference WHERE waits_since IS NOT NULL
  UNION ALL SELECT 'refund', refund_id FROM read.refund WHERE waits_since IS NOT NULL
  UNION ALL SELECT 'withdrawal', withdrawal_id FROM read.withdrawal WHERE waits_since IS NOT NULL`;

export const readItemsForStaff = async (client: pg.ClientBase): Promise<readonly Item[]> =>
  (await client.query<Item>(LEFT_TO_PEOPLE)).rows;

/** Returns what is neither concluded nor left to staff. */
const openItems = async (
  client: pg.ClientBase,
  load: readonly LoadRecord[],
): Promise<readonly Item[]> => {
  const { rows } = await client.query<Item>(OPEN, [
    recordsOf(load, 'acknowledged').map(({ paymentId }) => paymentId),
    recordsOf(load, 'refund').map(({ refundId }) => refundId),
    recordsOf(load, 'withdrawal').map(({ withdrawalId }) => withdrawalId),
  ]);
  return rows;
};

/** Formats as in `payment: 2, notice: 1`. */
const countsOf = (items: readonly Item[]): string =>
  [...Map.groupBy(items, ({ kind }) => kind)]
    .map(([kind, alike]) => `${kind}: ${alike.length}`)
    .join(', ');

/** A charge that cannot be found is called off after two minutes; several faults take longer. */
const CONCLUDED_TIMEOUT_MS = 480_000;
const LOOK_EVERY_MS = 500;
const SAY_EVERY_MS = 5_000;

/** Waits, at most eight minutes, until the load has ended and everything is concluded or left to staff. */
export const waitUntilConcluded = async (dependencies: {
  readonly databaseUrl: string;
  readonly records: () => readonly LoadRecord[];
  readonly hasLoadEnded: () => boolean;
  readonly say: (line: string) => void;
}): Promise<Invariant> => {
  const { databaseUrl, records, hasLoadEnded, say } = dependencies;
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  let violations: readonly string[] = [];
  let saidAt = performance.now();
  const isConcluded = async (): Promise<true | undefined> => {
    const isLoadOver = hasLoadEnded();
    const open = await openItems(client, records());
    violations = [
      ...(isLoadOver ? [] : ['a buyer or the seller still waits']),
      ...open.map(({ kind, id }) => `${kind} ${id} is still open`),
    ];
    if (violations.length === 0) return true;
    if (performance.now() > saidAt + SAY_EVERY_MS) {
      saidAt = performance.now();
      say(`Still open: ${countsOf(open)}${isLoadOver ? '' : '; the load goes on'}`);
    }
    return undefined;
  };
  try {
    await waitUntil(isConcluded, { timeoutMs: CONCLUDED_TIMEOUT_MS, everyMs: LOOK_EVERY_MS });
  } finally {
    await client.end();
  }
  return { name: 'every buyer was served, and nothing stays open', violations };
};
