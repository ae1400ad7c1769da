import { idOf } from '#/domain/ids.ts';
import {
  platformSettling,
  providerClearing,
  receiverAvailable,
  receiverHeld,
  receiverPending,
} from '#/domain/ledger-accounts.ts';
import { contentHash, firstBrokenLink } from '#/ledger/audit/hash.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { PLATFORM_ID as platformId } from '#/scripts/seeds/demo-catalogue.ts';
import type { Evidence } from './evidence.ts';
import { balancesFromLog, differing, eventsNamed, notOnce, total } from './recount.ts';

/** A statement that must hold after crashes, and everything found that violates it. */
export interface Invariant {
  readonly name: string;
  readonly violations: readonly string[];
}

/** Postgres's log promises, besides one order for all readers, positions without gaps and a chain of hashes. */
const findBrokenChains = (recorded: readonly Recorded[]): readonly string[] => {
  const misplaced = recorded.flatMap(({ position }, index) =>
    Number(position) === index + 1 ? [] : [`${position} where ${index + 1} belongs`],
  );
  const broken = firstBrokenLink(recorded);
  return broken ? [...misplaced, `the chain breaks at ${broken.position}`] : misplaced;
};

/** Every event store promises this. */
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
  const charges = provider.filter(({ kind }) => kind === 'transaction');
  return {
    name: 'every acknowledged purchase is recorded once, and charged once at the provider',
    violations: [
      ...notOnce(
        'purchase',
        acknowledged,
        requested.map(({ stream }) => idOf(stream)),
      ),
      ...notOnce(
        'charge of',
        acknowledged,
        charges.map(({ reference }) => reference),
      ),
      ...recordsOf(load, 'refused').map(({ what, answer }) => `${what} was refused: ${answer}`),
    ],
  };
};

/** Each buyer of the load is a new person who buys once, however often the browser retries. */
const checkBuyers = ({ events }: Evidence, load: readonly LoadRecord[]): Invariant => {
  const known = new Set(recordsOf(load, 'acknowledged').map(({ paymentId }) => paymentId));
  const subjects = eventsNamed(events, 'PaymentRequested')
    .filter(({ stream }) => known.has(idOf(stream)))
    .map(({ data }) => data.buyer.identity.subject);
  return {
    name: 'no buyer has two payments for one purchase',
    violations: notOnce('buyer', [], subjects),
  };
};

const checkApprovals = ({ events, read }: Evidence, load: readonly LoadRecord[]): Invariant => {
  const paid = recordsOf(load, 'paid').map(({ paymentId }) => paymentId);
  const approved = eventsNamed(events, 'PaymentApproved').map(({ stream }) => idOf(stream));
  const booked = eventsNamed(events, 'ReceivablesBooked').map(({ data }) => data.paymentId);
  const status = new Map(read.sales.map((sale) => [sale.paymentId, sale.status]));
  return {
    name: 'every paid purchase is approved and booked to the seller once',
    violations: [
      ...notOnce('approval of', paid, approved),
      ...notOnce('booking of', [...new Set([...paid, ...approved])], booked),
      ...paid
        .filter((id) => status.get(id) !== 'APPROVED')
        .map((id) => `${id} is ${status.get(id) ?? 'not among the sales'}`),
    ],
  };
};

const checkRefunds = (
  { events, read, provider }: Evidence,
  load: readonly LoadRecord[],
): Invariant => {
  const refunds = recordsOf(load, 'refund').map(({ refundId }) => refundId);
  const atProvider = provider.filter(({ kind }) => kind === 'refund');
  const open = read.refunds.filter(({ status }) => status !== 'SETTLED');
  const paidBack = eventsNamed(events, 'PaymentRefunded').map(({ data }) => data.refundId);
  const reversed = eventsNamed(events, 'ReceivablesReversed').map(({ data }) => data.refundId);
  return {
    name: 'every refund happened once: at the provider, on the payment and on the account',
    violations: [
      ...notOnce(
        'refund at the provider',
        refunds,
        atProvider.map(({ reference }) => reference),
      ),
      ...notOnce('refund on the payment', refunds, paidBack),
      ...notOnce('refund on the account', refunds, reversed),
      ...open.map(({ refundId, status }) => `${refundId} is still ${status}`),
    ],
  };
};

const checkPayouts = (
  { events, read, provider }: Evidence,
  load: readonly LoadRecord[],
): Invariant => {
  const withdrawals = recordsOf(load, 'withdrawal').map(({ withdrawalId }) => withdrawalId);
  const sent = provider.filter(({ kind }) => kind === 'payout').map(({ reference }) => reference);
  const held = eventsNamed(events, 'WithdrawalHeld').map(({ data }) => data.withdrawalId);
  const paid = eventsNamed(events, 'WithdrawalPaid').map(({ data }) => data.withdrawalId);
  const open = read.withdrawals.filter(({ status }) => status !== 'APPROVED');
  return {
    name: 'every withdrawal was held, paid out and closed once',
    violations: [
      ...notOnce('withdrawal', withdrawals, held),
      ...notOnce('payout at the provider', held, sent),
      ...notOnce('paid withdrawal', held, paid),
      ...open.map(({ withdrawalId, status }) => `${withdrawalId} is still ${status}`),
    ],
  };
};

/**
 * A request that got no answer may have been carried out. Recording it as failed would pay money back wrongly or lose a sale.
 */
const checkNoFalseFailure = ({ events, provider }: Evidence): Invariant => {
  const done = (kind: string): ReadonlySet<string> =>
    new Set(
      provider
        .filter((it) => it.kind === kind && it.status !== 'refused' && it.status !== 'failed')
        .map(({ reference }) => reference),
    );
  const [charged, sent] = [done('transaction'), done('payout')];
  const rejected = eventsNamed(events, 'PaymentRejected').map(({ stream }) => idOf(stream));
  const failed = eventsNamed(events, 'WithdrawalFailed').map(({ stream }) => idOf(stream));
  return {
    name: 'nothing is called failed that the provider has done',
    violations: [
      ...rejected.filter((id) => charged.has(id)).map((id) => `payment ${id} has a charge`),
      ...failed.filter((id) => sent.has(id)).map((id) => `withdrawal ${id} has a payout`),
    ],
  };
};

/**
 * Checks without postings: per payment, the buyer's money less refunds equals what the seller's account and the fees received,
 * less what they returned.
 */
const checkEachPayment = ({ events, read }: Evidence): Invariant => {
  const left = new Map<string, number>();
  const move = (paymentId: string, amount: number): void => {
    left.set(paymentId, (left.get(paymentId) ?? 0) + amount);
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
      ...[...left].filter(([, cents]) => cents !== 0).map(([id, cents]) => `${id}: ${cents} left`),
      ...notOnce(
        'sale',
        [...amounts.keys()],
        read.sales.map(({ paymentId }) => paymentId),
      ),
      ...differing(
        'amount of',
        amounts,
        new Map(read.sales.map((it) => [it.paymentId, it.amount])),
      ),
      ...differing(
        'refunded of',
        refunded,
        new Map(read.sales.map((it) => [it.paymentId, it.refunded])),
      ),
    ],
  };
};

const checkBalances = ({ events, read }: Evidence): Invariant => {
  const ours = balancesFromLog(events);
  const ofSellers = (rows: Evidence['read']['balances']): ReadonlyMap<string, number> =>
    new Map(
      rows.flatMap(({ sellerId: receiverId, pending, available, held }) => [
        [receiverPending({ receiverId, currency: 'BRL' }), pending],
        [receiverAvailable({ receiverId, currency: 'BRL' }), available],
        [receiverHeld({ receiverId, currency: 'BRL' }), held],
      ]),
    );
  const sellers = new Map([...ours].filter(([account]) => account.startsWith('receiver:')));
  const journal = new Map(read.accounts.map(({ account, balance }) => [account, balance]));
  return {
    name: 'every balance equals its recomputation from the log',
    violations: [
      ...differing('journal', ours, journal),
      ...differing('balance', sellers, ofSellers(read.balances)),
      ...differing('statement', sellers, ofSellers(read.statements)),
    ],
  };
};

const checkBooks = ({ events, read, provider }: Evidence): Invariant => {
  const ours = balancesFromLog(events);
  const trial = total(read.accounts.map(({ balance }) => balance));
  const settling = ours.get(platformSettling({ platformId, currency: 'BRL' })) ?? 0;
  const sumOf = (kind: string, statuses: readonly string[]): number =>
    total(
      provider
        .filter((it) => it.kind === kind && statuses.includes(it.status))
        .map(({ amount }) => amount),
    );
  const collected =
    sumOf('transaction', ['paid', 'partially_refunded', 'refunded']) -
    sumOf('refund', ['succeeded']) -
    sumOf('payout', ['paid']);
  const clearing =
    ours.get(providerClearing({ provider: 'sandbox', platformId, currency: 'BRL' })) ?? 0;
  return {
    name: 'the trial balance is zero, nothing is settling, and the provider owes what its books say',
    violations: [
      ...(trial === 0 ? [] : [`the trial balance is ${trial}`]),
      ...(settling === 0 ? [] : [`${settling} between payments and accounts`]),
      ...(collected === -clearing ? [] : [`the provider has ${collected}, our books ${-clearing}`]),
    ],
  };
};

/** Also covers payments outside the load (the demo world's): no background work may be left half done. */
const checkNothingStuck = ({ events, read }: Evidence): Invariant => {
  const strays = events.filter(({ type }) => type === 'AttemptRefused');
  return {
    name: 'no policy is parked, no read model degraded, no refusal recorded',
    violations: [...read.troubles, ...strays.map(({ stream }) => `${stream} was refused`)],
  };
};

/** Checks every statement that must hold once all processing has ended. */
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
