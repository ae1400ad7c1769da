import { expect } from 'chai';
import fc from 'fast-check';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { DestinationCommand } from '#/domain/destination/commands.ts';
import { destination, type DestinationEvent } from '#/domain/destination/decider.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { history, playSteps, type Step } from '#/domain/testing/arbitraries.ts';
import { sampleEncrypted, sampleNow as now } from '#/domain/testing/samples.ts';
import { sampledRuns } from '#/scripts/testing/sampled.ts';

/**
 * Makes the chosen sales simulated, so that simulated and real money meet in an account, and lets staff decide the chosen
 * refunds that the account does not cover.
 */
const withChosen = (steps: readonly Step[], chosen: readonly boolean[]): readonly Step[] =>
  steps.map((step, nth) => {
    if (chosen[nth] !== true) return step;
    if (step.do === 'buy') return { ...step, isSimulated: true };
    return step.do === 'refund' ? { ...step, mayOverdraw: true } : step;
  });

/** A seller who has money to withdraw and to give back. */
const SOLD: readonly Step[] = [
  { do: 'buy', amount: 100_000, installments: 1, seller: 0 },
  { do: 'word', which: 0, status: 'APPROVED', said: {} },
  { do: 'release', seller: 0, days: 60 },
  { do: 'withdraw', seller: 0, amount: 20_000 },
];

const ids = { platformId: 'demo', sellerId: 'seller-1', at: now };

const declare: DestinationCommand = {
  type: 'Declare',
  declared: {
    ...ids,
    method: 'PIX',
    pixType: 'CPF',
    destination: sampleEncrypted,
    holder: 'SELLER',
  },
  isOwnDocument: true,
  repeats: null,
};

type Suspending = Extract<DestinationCommand, { type: 'Suspend' }>;

const suspend: fc.Arbitrary<Suspending> = fc.record({
  type: fc.constant('Suspend'),
  withdrawalId: fc.constantFrom('w-1', 'w-2'),
  cause: fc.constantFrom('rejected', 'other-holder'),
  now: fc.constant(now),
});

type Action = Suspending | 'declare' | 'approve' | 'refuse' | 'remove';

const action: fc.Arbitrary<Action> = fc.oneof(
  suspend,
  fc.constantFrom<Action>('declare', 'approve', 'refuse', 'remove'),
);

const commandOf = (each: Action, basedOn: number): DestinationCommand => {
  const by = 'admin:ana';
  switch (each) {
    case 'declare':
      return declare;
    case 'approve':
      return { type: 'Approve', by, basedOn, now };
    case 'refuse':
      return { type: 'Refuse', by, basedOn, reason: 'Outro titular', now };
    case 'remove':
      return { type: 'Remove', now };
    default:
      return each;
  }
};

const eventsOf = (
  before: readonly DestinationEvent[],
  command: DestinationCommand,
): readonly DestinationEvent[] => {
  try {
    return destination.decide(command, replay(destination, before));
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

describe('A command of a policy that is handled a second time', () => {
  it('decides nothing about sales, refunds, payouts and accounts, whatever happened since', () => {
    const chosen = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
    const seen = new Set<string>();
    fc.assert(
      fc.property(history, chosen, (steps, which) => {
        const world = playSteps([...SOLD, ...withChosen(steps, which)]);
        for (const { event } of world.log) seen.add(event.type);
        expect(world.handleAgain()).to.deep.equal([]);
      }),
      sampledRuns(500),
    );
    expect([...seen]).to.include.members([
      'SimulatedMoneyWrittenOff',
      'RefundHoldRefused',
      'PaymentChargedBack',
      'WithdrawalPaid',
      'WithdrawalReturned',
      'WithdrawalReversed',
    ]);
  }).timeout(120_000);

  it('suspends no destination again: not one that was removed or refused, nor one that staff approved since', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const events = [...eventsOf([], declare)];
        for (const each of actions)
          events.push(...eventsOf(events, commandOf(each, events.length - 1)));
        for (const each of actions)
          if (typeof each !== 'string') expect(eventsOf(events, each)).to.deep.equal([]);
      }),
      sampledRuns(1_000),
    );
  });
});
