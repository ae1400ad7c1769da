import { expect } from 'chai';
import fc from 'fast-check';
import type { Resolution } from '#/domain/investigation/events.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { playSteps, sellerIdOf, type Step } from '#/domain/testing/arbitraries.ts';
import type { World } from '#/domain/testing/world.ts';

/** A paid sale. The generated steps request refunds of it, and end them. */
const SALE: readonly Step[] = [
  { do: 'buy', amount: 9_700, installments: 1, seller: 0 },
  { do: 'word', which: 0, status: 'APPROVED', said: {} },
];

/** Selects among the requested refunds. */
const which = fc.nat({ max: 3 });
const settled = fc.boolean();
const constant = <Name extends Step['do']>(name: Name) => fc.constant(name);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: constant('refund'),
      which: fc.constant(0),
      amount: fc.integer({ min: 1, max: 4_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: constant('refunded'), which, settled }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: constant('leave'), kind: fc.constant('refund'), which }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: constant('resolve'),
      kind: fc.constantFrom('refund', 'refund', 'payment'),
      which,
      resolution: fc.constantFrom<Resolution>('HAPPENED', 'HAPPENED', 'DID_NOT_HAPPEN'),
      second: fc.constant('confirms'),
      amount: fc.constant(null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: constant('word'),
      which: fc.constant(0),
      status: fc.constantFrom<PaymentStatus>('CANCELED', 'REFUNDED', 'CHARGEBACK'),
      said: fc.constant({}),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: constant('release'),
      seller: fc.constant(0),
      days: fc.nat({ max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: constant('withdraw'),
      seller: fc.constant(0),
      amount: fc.integer({ min: 1, max: 4_000 }),
    }),
  },
);

/** Refunds that were held and have not ended, by the events; none once the whole sale was given back. */
const unendedRefunds = (world: World): readonly string[] => {
  const held = new Set<string>();
  let price = 0;
  for (const { stream, event } of world.log) {
    if (event.type === 'PaymentApproved') price = event.data.amount;
    if (event.type === 'RefundHeld') held.add(event.data.refundId);
    if (event.type === 'RefundSettled' || event.type === 'RefundFailed')
      held.delete(stream.slice('refund-'.length));
    if (event.type !== 'PaymentRefunded' && event.type !== 'PaymentChargedBack') continue;
    if (event.data.total === price) held.clear();
  }
  return [...held];
};

describe('Any refunds of a sale', () => {
  it('are held until they end or the whole sale was given back, and no longer', () => {
    let contradicted = 0;
    let held = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 6, maxLength: 30, size: 'max' }), (steps) => {
        const world = playSteps([...SALE, ...steps]);
        contradicted += world.log.filter(({ event }) => event.type === 'RefundContradicted').length;
        const account = world.account(sellerIdOf(0));
        if (account.status !== 'OPEN') return expect.fail('no account');
        const holds = [...account.refunds.keys()];
        held += holds.length;
        expect(holds).to.have.members(unendedRefunds(world));
      }),
      { numRuns: 1_000 },
    );
    expect(held, 'refunds that were held in the end').to.be.greaterThan(100);
    expect(contradicted, 'refunds that were made after they had failed').to.be.greaterThan(100);
  });
});
