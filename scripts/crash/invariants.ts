import { idOf } from '#/domain/values/ids.ts';
import {
  platformSettling,
  providerClearing,
  receiverAvailable,
  receiverHeld,
  receiverPending,
} from '#/domain/accounting/ledger-accounts.ts';
import { contentHash, firstBrokenLink } from '#/ledger/audit/hash.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { PLATFORM_ID } from '#/scripts/seeds/demo-catalogue.ts';
import { SECOND_PLATFORM_ID } from '#/scripts/seeds/demo-second.ts';
import type { Evidence } from './evidence.ts';
import type { Invariant } from './invariant.ts';
import { checkNoFalseFailure, checkPayouts, checkRefunds } from './money-out.ts';
import { balancesFromLog, listDifferences, eventsNamed, findNotOnce, total } from './recount.ts';

/** The sandbox's statuses of a paid charge. */
const PAID: readonly string[] = ['paid', 'partially_refunded', 'refunded'];

/** The log in Postgres promises positions without gaps, and a chain of hashes. */
const findBrokenChains = (recorded: readonly Recorded[]): readonly string[] => {
  const misplaced = recorded.flatMap(({ position }, index) =>
    Number(position) === index + 1 ? [] : [`${position} where ${index + 1} belongs`],
  );
  const broken = firstBrokenLink(recorded);
  return broken ? [...misplaced, `the chain breaks at ${broken.position}`] : misplaced;
};

/** Every event store promises increasing positions. */
const findDisorder = (recorded: readonly Recorded[]): readonly string[] =>
  recorded.flatMap(({ position }, index) =>
    position > (recorded[index - 1]?.position ?? '') ? [] : [`${position} is not after the last`],
  );

const checkLog = ({ recorded, events, hasChain }: Evidence): Invariant => {
  const violations = [...findDisorder(recorded), ...(hasChain ? findBrokenChains(recorded) : [])];
  const revisions = new Map<string, number>();
  for (const { stream, revision } of recorded) {
    const expected = revisions.get(stream) ?? 0;
    if (revision !== expected) violations.push(`${stream} goes on with ${revision}`);
    revisions.set(stream, revision + 1);
  }
  const metas = new Map(events.map(({ id, meta }) => [id, meta]));
  for (const { id, stream, type, data } of recorded) {
    const meta = metas.get(id);
    if (meta === undefined) {
      violations.push(`${type} in ${stream} is no event of ours`);
    } else if (contentHash({ id, stream, type, v: meta.v, data }) !== meta.hash) {
      violations.push(`${id} was altered`);
    }
  }
  const name = hasChain
    ? 'the log has no gap and its chain of hashes verifies'
    : 'the log is in order, and no stream of it has a gap';
  return { name, violations };
};

const checkPurchases = ({ events, provider }: Evidence, load: readonly LoadRecord[]): Invariant => {
  const requested = eventsNamed(events, 'PaymentRequested');
  const acknowledged = recordsOf(load, 'acknowledged').map(({ paymentId }) => paymentId);
  const ended = new Set(recordsOf(load, 'ended').map(({ paymentId }) => paymentId));
  const charges = provider.filter(({ kind }) => kind === 'transaction');
  return {
    name: 'every acknowledged purchase is recorded once, and charged once at the provider unless it ended before',
    violations: [
      ...findNotOnce(
        'purchase',
        acknowledged,
        requested.map(({ stream }) => idOf(stream)),
      ),
      ...findNotOnce(
        'charge of',
        acknowledged.filter((id) => !ended.has(id)),
        charges.map(({ reference }) => reference),
      ),
      ...recordsOf(load, 'refused').map(({ what, answer }) => `${what} was refused: ${answer}`),
    ],
  };
};

/** Each buyer of the load is a new person who buys once. */
const checkBuyers = ({ events }: Evidence, load: readonly LoadRecord[]): Invariant => {
  const acknowledged = new Set(recordsOf(load, 'acknowledged').map(({ paymentId }) => paymentId));
  const subjects = eventsNamed(events, 'PaymentRequested')
    .filter(({ stream }) => acknowledged.has(idOf(stream)))
    .map(({ data }) => data.buyer.identity.subject);
  return {
    name: 'no buyer has two payments for one purchase',
    violations: findNotOnce('buyer', [], subjects),
  };
};

/** A paid payment is approved once and booked once, unless it is left to staff. */
const checkApprovals = (
  { events, read, provider }: Evidence,
  load: readonly LoadRecord[],
): Invariant => {
  const paidAtProvider = provider
    .filter(({ kind, status }) => kind === 'transaction' && PAID.includes(status))
    .map(({ reference }) => reference);
  const leftToStaff = new Set(read.leftToStaff.map(({ id }) => id));
  const shownAsPaid = recordsOf(load, 'paid').map(({ paymentId }) => paymentId);
  const paid = [...new Set([...shownAsPaid, ...paidAtProvider])].filter(
    (id) => !leftToStaff.has(id),
  );
  const approved = eventsNamed(events, 'PaymentApproved').map(({ stream }) => idOf(stream));
  const booked = eventsNamed(events, 'ReceivablesBooked').map(({ data }) => data.paymentId);
  const status = new Map(read.sales.map((sale) => [sale.paymentId, sale.status]));
  return {
    name: 'every paid purchase is approved and booked to the seller once, or left to people',
    violations: [
      ...findNotOnce('approval of', paid, approved),
      ...findNotOnce('booking of', [...new Set([...paid, ...approved])], booked),
      ...shownAsPaid
        .filter((id) => !leftToStaff.has(id) && status.get(id) !== 'APPROVED')
        .map((id) => `${id} is ${status.get(id) ?? 'not among the sales'}`),
    ],
  };
};

/** What the buyer paid, less refunds, is what seller, fee and interest received. */
const checkEachPayment = ({ events, read }: Evidence): Invariant => {
  const remainders = new Map<string, number>();
  const move = (paymentId: string, amount: number): void => {
    remainders.set(paymentId, (remainders.get(paymentId) ?? 0) + amount);
  };
  const shares = ({ net, fee, interest }: { net: number; fee: number; interest: number }): number =>
    net + fee + interest;
  for (const { stream, data } of eventsNamed(events, 'PaymentApproved'))
    move(idOf(stream), data.amount);
  for (const { stream, data } of eventsNamed(events, 'PaymentRefunded'))
    move(idOf(stream), -data.amount);
  for (const { data } of eventsNamed(events, 'ReceivablesBooked')) {
    move(data.paymentId, -shares(data.parts));
  }
  for (const { data } of eventsNamed(events, 'ReceivablesReversed')) {
    move(data.paymentId, shares(data.parts));
  }
  const refunded = new Map<string, number>();
  for (const { stream, data } of eventsNamed(events, 'PaymentRefunded')) {
    refunded.set(idOf(stream), (refunded.get(idOf(stream)) ?? 0) + data.amount);
  }
  const requested = eventsNamed(events, 'PaymentRequested');
  const amounts = new Map(requested.map(({ stream, data }) => [idOf(stream), data.amount]));
  return {
    name: 'cents are conserved payment by payment, and the sales list says the same',
    violations: [
      ...[...remainders]
        .filter(([, cents]) => cents !== 0)
        .map(([id, cents]) => `${id}: ${cents} left`),
      ...findNotOnce(
        'sale',
        [...amounts.keys()],
        read.sales.map(({ paymentId }) => paymentId),
      ),
      ...listDifferences(
        'amount of',
        amounts,
        new Map(read.sales.map((it) => [it.paymentId, it.amount])),
      ),
      ...listDifferences(
        'refunded of',
        refunded,
        new Map(read.sales.map((it) => [it.paymentId, it.refunded])),
      ),
    ],
  };
};

const checkBalances = ({ events, read }: Evidence): Invariant => {
  const fromLog = balancesFromLog(events);
  const ofSellers = (rows: Evidence['read']['balances']): ReadonlyMap<string, number> =>
    new Map(
      rows.flatMap(({ sellerId: receiverId, pending, available, held }) => [
        [receiverPending({ receiverId, currency: 'BRL' }), pending],
        [receiverAvailable({ receiverId, currency: 'BRL' }), available],
        [receiverHeld({ receiverId, currency: 'BRL' }), held],
      ]),
    );
  const sellers = new Map([...fromLog].filter(([account]) => account.startsWith('receiver:')));
  const journal = new Map(read.accounts.map(({ account, balance }) => [account, balance]));
  return {
    name: 'every balance equals its recomputation from the log',
    violations: [
      ...listDifferences('journal', fromLog, journal),
      ...listDifferences('balance', sellers, ofSellers(read.balances)),
      ...listDifferences('statement', sellers, ofSellers(read.statements)),
    ],
  };
};

/** The platforms share one account at the sandbox. */
const PLATFORMS = [PLATFORM_ID, SECOND_PLATFORM_ID];

const checkBooks = ({ events, read, provider }: Evidence): Invariant => {
  const fromLog = balancesFromLog(events);
  const trial = total(read.accounts.map(({ balance }) => balance));
  const settling = total(
    PLATFORMS.map(
      (platformId) => fromLog.get(platformSettling({ platformId, currency: 'BRL' })) ?? 0,
    ),
  );
  const sumOf = (kind: string, statuses: readonly string[]): number =>
    total(
      provider
        .filter((it) => it.kind === kind && statuses.includes(it.status))
        .map(({ amount }) => amount),
    );
  const collected =
    sumOf('transaction', PAID) - sumOf('refund', ['succeeded']) - sumOf('payout', ['paid']);
  const clearing = total(
    PLATFORMS.map(
      (platformId) =>
        fromLog.get(providerClearing({ provider: 'sandbox', platformId, currency: 'BRL' })) ?? 0,
    ),
  );
  return {
    name: 'the trial balance is zero, nothing is settling, and the provider owes what its books say',
    violations: [
      ...(trial === 0 ? [] : [`the trial balance is ${trial}`]),
      ...(settling === 0 ? [] : [`${settling} between payments and accounts`]),
      ...(collected === -clearing ? [] : [`the provider has ${collected}, our books ${-clearing}`]),
    ],
  };
};

/** Checks background work outside the load too. */
const checkNothingStuck = ({ events, read }: Evidence): Invariant => {
  const refusals = events.filter(({ type }) => type === 'AttemptRefused');
  return {
    name: 'no policy is parked, no read model degraded, no refusal recorded',
    violations: [...read.troubles, ...refusals.map(({ stream }) => `${stream} was refused`)],
  };
};

/** What must hold once all processing has ended. */
export const checkInvariants = (
  evidence: Evidence,
  load: readonly LoadRecord[],
): readonly Invariant[] => [
  checkLog(evidence),
  checkPurchases(evidence, load),
  checkBuyers(evidence, load),
  checkApprovals(evidence, load),
  checkRefunds(evidence, load),
  checkPayouts(evidence, load),
  checkNoFalseFailure(evidence),
  checkEachPayment(evidence),
  checkBalances(evidence),
  checkBooks(evidence),
  checkNothingStuck(evidence),
];
