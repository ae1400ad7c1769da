import type { Difference } from '#/api/contract/admin.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { ZERO } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { listDivisions } from '#/domain/payment/refundable.ts';
import { breakdownOf, subtractReversals } from '#/domain/payment/receivables.ts';
import { paymentEvents as paymentSchemas } from '#/domain/payment/events.ts';
import type { Position } from '#/ledger/event-store.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { fetchRows, select } from '#/projections/engine/define/query.ts';
import { paymentTimeline, paymentTimelineTable } from '#/projections/payment-timeline.ts';
import { providerReference, providerReferenceTable } from '#/projections/provider-reference.ts';
import { refunds, refundTable } from '#/projections/refunds.ts';
import { sales, saleTable } from '#/projections/sales.ts';
import type { AnyRow, Table } from '#/projections/engine/define/table.ts';
import { WorkingSet } from '#/projections/engine/run/working-set.ts';
import { differencesOf } from './differences.ts';
import { loadPaymentEvents } from './payment-events.ts';

const comparedModels: readonly { readonly projection: Projection; readonly table: Table }[] = [
  { projection: sales, table: saleTable },
  { projection: paymentTimeline, table: paymentTimelineTable },
  { projection: refunds, table: refundTable },
  { projection: providerReference, table: providerReferenceTable },
];

/** Most comparisons of one replay: a concurrent write may cause a false difference. */
const ATTEMPTS = 5;
const LONGEST_WAIT_MS = 2_000;

const toPlain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const byKey = (table: Table, rows: readonly AnyRow[]): readonly AnyRow[] => {
  const keyOf = (row: AnyRow) => table.key.map((column) => String(row[column])).join('\n');
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

const differencesIn = (readModel: string, path: string, recorded: unknown, derived: unknown) =>
  differencesOf(recorded, derived, path).map((each) => ({ readModel, ...each }));

/** Derives rows from the events, with the code that maintains the live rows. */
const deriveRows = (
  projection: Projection,
  table: Table,
  events: readonly RecordedEvent[],
): readonly AnyRow[] => {
  const rows = new WorkingSet(projection);
  rows.collectKeys(events);
  rows.fold(events);
  const changes = rows.keyed.find((each) => each.table === table);
  return byKey(table, changes?.takeChanged().map(({ row }) => row) ?? []);
};

const readLiveRows = async (
  { database }: Services,
  table: Table,
  paymentId: string,
): Promise<readonly AnyRow[]> =>
  byKey(table, await fetchRows(database, select(table).where({ payment_id: paymentId })));

const isOfPayment = (
  event: RecordedEvent,
): event is Extract<RecordedEvent, { type: keyof typeof paymentSchemas }> =>
  Object.hasOwn(paymentSchemas, event.type);

/** @throws Refused `payment/not-found` */
const replayState = (events: readonly RecordedEvent[]): RequestedPayment => {
  const state = replay(payment, events.filter(isOfPayment));
  if (state.status === 'NONE') throw new Refused('payment/not-found');
  return state;
};

/** Returns the parts of the paid amount after refunds; of a pending payment, the expected parts. */
const divideNow = (state: RequestedPayment) => {
  const { status, requested, approved } = state;
  if (approved) return subtractReversals(approved, listDivisions(state, 'SETTLED'));
  return status === 'PENDING' ? breakdownOf(requested) : { net: ZERO, fee: ZERO, interest: ZERO };
};

/** Returns the payment's state in the columns of the sale's row. */
const summariseSale = (state: RequestedPayment) => ({
  ...divideNow(state),
  status: state.status,
  amount: state.requested.amount,
  refundedAmount: state.reversedAmount,
  transactionId: state.transactionId,
  approvedAt: state.approved?.at ?? null,
});

const pick = (row: AnyRow | undefined, like: object): unknown =>
  row && Object.fromEntries(Object.keys(like).map((name) => [name, row[name]]));

/** Leaves out encrypted data, which cannot be read here. */
const showRows = (rows: readonly AnyRow[]): readonly unknown[] =>
  rows.map(({ buyer: _, ...row }) => toPlain(row));

/** @throws Refused `payment/not-found` */
const compare = async (services: Services, paymentId: string, after: string | undefined) => {
  const stream = streamOf('payment', paymentId);
  const { state: current } = await services.core.handler.load(payment, stream);
  if (current.status === 'NONE') throw new Refused('payment/not-found');
  const { events: recorded, position } = await loadPaymentEvents(
    services,
    paymentId,
    current,
    after,
  );
  const names = comparedModels.map(({ projection }) => projection.name);
  await services.projections.waitFor(position as Position, names, LONGEST_WAIT_MS);
  const events = recorded.map(decode);
  const state = replayState(events);
  const differences: Difference[] = [];
  const derived: Record<string, unknown> = { payment: toPlain(summariseSale(state)) };
  for (const { projection, table } of comparedModels) {
    const rows = deriveRows(projection, table, events);
    const live = await readLiveRows(services, table, paymentId);
    derived[table.name] = showRows(rows);
    differences.push(...differencesIn(projection.name, table.name, toPlain(live), toPlain(rows)));
    if (table !== saleTable) continue;
    const summary = summariseSale(state);
    const liveSummary = toPlain(pick(live[0], summary));
    differences.push(...differencesIn('payment', 'payment', liveSummary, toPlain(summary)));
  }
  return { eventCount: events.length, differences, derived, position };
};

/**
 * Compares the rows that a payment's events give with its live rows. After a difference, compares again until two comparisons see the same
 * number of events: a concurrent write may have caused the difference.
 * @throws Refused `payment/not-found`
 */
export const replayPayment = async (
  services: Services,
  paymentId: string,
  after: string | undefined,
): Promise<OutputOf<'admin.replayPayment'>> => {
  let result = await compare(services, paymentId, after);
  for (let attempt = 1; attempt < ATTEMPTS && result.differences.length > 0; attempt += 1) {
    const again = await compare(services, paymentId, result.position);
    const isUnchanged = again.eventCount === result.eventCount;
    result = again;
    if (isUnchanged) break;
  }
  return { equal: result.differences.length === 0, ...result };
};
