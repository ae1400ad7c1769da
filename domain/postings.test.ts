import { expect } from 'chai';
import fc from 'fast-check';
import { pendingTotal } from './account/decider.ts';
import { eventSchemas } from './events.ts';
import { ledgerAccount } from './ledger-accounts.ts';
import { sum } from './money.ts';
import { postingsOf } from './postings.ts';
import { history, livedThrough, sellerIdOf } from './testing/arbitraries.ts';
import type { World } from './testing/world.ts';

/** Credits minus debits by address, recomputed from the log alone. */
const balancesOf = (world: World): ReadonlyMap<string, number> => {
  const balances = new Map<string, number>();
  const change = (address: string, by: number) =>
    balances.set(address, (balances.get(address) ?? 0) + by);
  for (const { event } of world.log) {
    for (const { from, to, amount } of postingsOf(event)) {
      expect(amount).to.be.greaterThan(0);
      expect(ledgerAccount(from)).to.not.deep.equal(ledgerAccount(to));
      change(from, -amount);
      change(to, amount);
    }
  }
  return balances;
};

/** The seller's money: received, less taken back and paid out. Computed from the events' own data, without postings. */
const wealthOf = (world: World, receiver: string): number => {
  let wealth = 0;
  for (const { event } of world.log) {
    if (!('receiverId' in event.data) || event.data.receiverId !== receiver) continue;
    if (event.type === 'ReceivablesBooked') wealth += event.data.parts.net;
    if (event.type === 'ReceivablesReversed') wealth -= event.data.parts.net;
    if (event.type === 'WithdrawalPaid') wealth -= event.data.amount;
  }
  return wealth;
};

describe('postings', () => {
  it('sum to zero over any history, and leave nothing between payments and accounts', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const balances = balancesOf(livedThrough(steps));
        expect([...balances.values()].reduce((total, each) => total + each, 0)).to.equal(0);
        expect(balances.get('platform:demo:settling') ?? 0).to.equal(0);
      }),
      { numRuns: 300 },
    );
  });

  it('say of each seller what the seller’s own account says', () => {
    let accounts = 0;
    fc.assert(
      fc.property(history, (steps) => {
        const world = livedThrough(steps);
        const balances = balancesOf(world);
        for (const index of [0, 1, 2]) {
          const receiver = sellerIdOf(index);
          const account = world.account(receiver);
          if (account.status !== 'OPEN') continue;
          accounts += 1;
          const on = (part: string) => balances.get(`receiver:${receiver}:${part}`) ?? 0;
          expect(on('pending')).to.equal(pendingTotal(account));
          expect(on('available')).to.equal(account.available);
          expect(on('held')).to.equal(account.held);
          expect(account.held).to.equal(
            sum([...account.withdrawals.values()].map(({ amount }) => amount)),
          );
          const { available, held } = account;
          expect(pendingTotal(account) + available + held).to.equal(wealthOf(world, receiver));
          for (const amount of account.pending.values()) expect(amount).to.be.greaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
    expect(accounts, 'accounts that were compared').to.be.greaterThan(100);
  });

  it('are facts that the schemas of events accept', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { event } of livedThrough(steps).log) eventSchemas[event.type].parse(event.data);
      }),
      { numRuns: 50 },
    );
  });
});
