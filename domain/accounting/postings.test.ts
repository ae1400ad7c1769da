import { expect } from 'chai';
import fc from 'fast-check';
import { sumPending } from '#/domain/account/state.ts';
import { sumOfHold } from './conservation.ts';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { ledgerAccount } from './ledger-accounts.ts';
import { sum } from '#/domain/values/money.ts';
import { postingsOf } from './postings.ts';
import { history, playSteps, sellerIdOf, type Step } from '#/domain/testing/arbitraries.ts';
import { decideAll } from '#/domain/testing/resolutions.ts';
import type { World } from '#/domain/testing/world.ts';

/** Credits minus debits by address, from the log alone. */
const balancesOf = (world: World): ReadonlyMap<string, number> => {
  const balances = new Map<string, number>();
  const change = (address: string, by: number) =>
    balances.set(address, (balances.get(address) ?? 0) + by);
  for (const { event } of world.log) {
    for (const { from, to, amount } of postingsOf(event)) {
      expect(amount).to.be.greaterThan(0);
      expect(ledgerAccount(from)).to.not.deep.equal(ledgerAccount(to));
      expect(ledgerAccount(from).currency).to.equal(ledgerAccount(to).currency);
      change(from, -amount);
      change(to, amount);
    }
  }
  return balances;
};

/** What a seller received, minus what was refunded, charged back and paid out; from the events, without postings. */
const moneyOfSeller = (world: World, receiver: string): number => {
  let money = 0;
  for (const { event } of world.log) {
    if (!('receiverId' in event.data) || event.data.receiverId !== receiver) continue;
    if (event.type === 'ReceivablesBooked') money += event.data.parts.net;
    if (event.type === 'ReceivablesReversed') money -= event.data.parts.net;
    if (event.type === 'WithdrawalPaid') money -= event.data.amount;
    if (event.type === 'WithdrawalTaken') money -= event.data.amount;
    if (event.type === 'WithdrawalReversed') money += event.data.amount;
  }
  return money;
};

/** Two refunds that together give back the whole sale. The second ends first. */
const REFUNDS_THAT_OVERTAKE: Step[] = [
  { do: 'buy', amount: 149_272, installments: 1, seller: 0 },
  { do: 'word', which: 0, status: 'APPROVED', said: {} },
  { do: 'refund', which: 0, amount: 110_745 },
  { do: 'refund', which: 0, amount: 38_527 },
  { do: 'refunded', which: 1, settled: true },
];

describe('Postings', () => {
  it('sum to zero over any history, and leave nothing in the settling account', () => {
    let mismatches = 0;
    fc.assert(
      fc.property(history, (steps) => {
        const world = playSteps(steps);
        mismatches += world.log.filter(({ event }) => event.type === 'PaymentMismatchFound').length;
        const balances = balancesOf(world);
        expect([...balances.values()].reduce((total, each) => total + each, 0)).to.equal(0);
        expect(balances.get('platform:demo:BRL:settling') ?? 0).to.equal(0);
      }),
      { numRuns: 300 },
    );
    expect(mismatches, 'answers that did not fit').to.be.greaterThan(100);
  });

  it('give each seller the same balances as the seller’s account', () => {
    let accounts = 0;
    fc.assert(
      fc.property(history, (steps) => {
        const world = playSteps(steps);
        const balances = balancesOf(world);
        for (const index of [0, 1, 2]) {
          const receiver = sellerIdOf(index);
          const account = world.account(receiver);
          if (account.status !== 'OPEN') continue;
          accounts += 1;
          const on = (part: string) => balances.get(`receiver:${receiver}:BRL:${part}`) ?? 0;
          expect(on('pending')).to.equal(sumPending(account));
          expect(on('available')).to.equal(account.available);
          expect(on('held')).to.equal(account.held);
          expect(account.held).to.equal(
            sum([
              ...[...account.withdrawals.values()].map(({ amount }) => amount),
              ...[...account.refunds.values()].map(sumOfHold),
            ]),
          );
          const { available, held } = account;
          expect(sumPending(account) + available + held).to.equal(moneyOfSeller(world, receiver));
          for (const [, amount] of account.pending) expect(amount).to.be.greaterThan(0);
        }
      }),
      { numRuns: 300, examples: [[REFUNDS_THAT_OVERTAKE]] },
    );
    expect(accounts, 'accounts that were compared').to.be.greaterThan(100);
  });

  it('leave nothing unapplied once staff have decided every open matter, and no matter is decided by one person alone', () => {
    let decided = 0;
    let decidedAfterwards = 0;
    fc.assert(
      fc.property(history, (steps) => {
        const world = playSteps(steps);
        for (const { event } of world.log) {
          if (
            event.type !== 'PaymentResolved' &&
            event.type !== 'RefundResolved' &&
            event.type !== 'WithdrawalResolved'
          )
            continue;
          decided += 1;
          expect(event.data.proposedBy).to.not.equal(event.data.confirmedBy);
        }
        decidedAfterwards += decideAll(world);
        expect(world.waiting('payment')).to.deep.equal([]);
        expect(world.waiting('refund')).to.deep.equal([]);
        expect(world.waiting('withdrawal')).to.deep.equal([]);
        const balances = balancesOf(world);
        expect(balances.get('platform:demo:BRL:unapplied') ?? 0).to.equal(0);
        expect(balances.get('platform:demo:BRL:settling') ?? 0).to.equal(0);
        expect([...balances.values()].reduce((total, each) => total + each, 0)).to.equal(0);
      }),
      { numRuns: 300 },
    );
    expect(decided, 'decisions in histories').to.be.greaterThan(30);
    expect(decidedAfterwards, 'decisions afterwards').to.be.greaterThan(100);
  });

  it('come from events that match their schemas, in any generated history', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { event } of playSteps(steps).log) eventSchemas[event.type].parse(event.data);
      }),
      { numRuns: 50 },
    );
  });
});
