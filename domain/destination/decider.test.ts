import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { sampleNow as now, sampleEncrypted } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { DestinationCommand } from './commands.ts';
import { destination, isNewDestination, type DestinationEvent } from './decider.ts';

const { given, facts } = specify(destination);

const declare = (
  isOwnDocument: boolean,
  repeats: number | null = 0,
  holder: 'SELLER' | 'OTHER' = 'SELLER',
): DestinationCommand => ({
  type: 'Declare',
  declared: {
    platformId: 'demo',
    sellerId: 'seller-1',
    method: 'PIX',
    pixType: isOwnDocument ? 'CPF' : 'EMAIL',
    destination: sampleEncrypted,
    holder,
    at: now,
  },
  isOwnDocument,
  repeats,
});
const approveAt = (basedOn: number): DestinationCommand => ({
  type: 'Approve',
  by: 'admin:ana',
  basedOn,
  now,
});
const approve = approveAt(0);
const refuseAt = (basedOn: number): DestinationCommand => ({
  type: 'Refuse',
  by: 'admin:ana',
  basedOn,
  reason: 'Outro titular',
  now,
});
const refuse = refuseAt(0);
const suspend: DestinationCommand = {
  type: 'Suspend',
  withdrawalId: 'w-1',
  cause: 'not-paid',
  now,
};
const remove: DestinationCommand = { type: 'Remove', now };

/** A command, or a function that makes one for the revision reached by then. */
type Step = DestinationCommand | ((revision: number) => DestinationCommand);

const eventsAfter = (
  history: readonly DestinationEvent[],
  ...steps: readonly Step[]
): readonly DestinationEvent[] => {
  const events = [...history];
  for (const step of steps) {
    const command = typeof step === 'function' ? step(events.length - 1) : step;
    events.push(...destination.decide(command, replay(destination, events)));
  }
  return events;
};

describe('A destination of a seller', () => {
  it('is approved at once if it is the CPF or CNPJ of the seller, and only once', () => {
    given().when(declare(true), declare(true)).yields('DestinationDeclared', 'DestinationApproved');
  });

  it('waits for staff if it is any other key, and is decided once', () => {
    given().when(declare(false), declare(false)).yields('DestinationDeclared');
    const undecided = facts(declare(false));
    given(...undecided)
      .when(approve)
      .yields('DestinationApproved');
    given(...undecided)
      .when(refuse)
      .yields('DestinationRefused');
    for (const [first, second] of [
      [approve, refuse],
      [refuse, approve],
      [remove, approve],
    ] as const)
      given(...facts(declare(false), first))
        .when(second)
        .refuses('destination/not-waiting');
  });

  it('can be corrected while it waits, and declared again once it was refused, suspended or removed', () => {
    given(...facts(declare(false)))
      .when(declare(false, null))
      .yields('DestinationDeclared');
    for (const ended of [
      facts(declare(false), refuse),
      facts(declare(false), approve, suspend),
      facts(declare(false), remove),
    ])
      given(...ended)
        .when(declare(false))
        .yields('DestinationDeclared');
  });

  it('is decided only as staff saw it: not once it was corrected meanwhile', () => {
    const corrected = facts(declare(false), declare(false, null));
    for (const decide of [approveAt, refuseAt])
      given(...corrected)
        .when(decide(0))
        .refuses('destination/changed');
    given(...corrected)
      .when(approveAt(1))
      .yields('DestinationApproved');
    given(...corrected)
      .when(refuseAt(1))
      .yields('DestinationRefused');
  });

  it('is suspended by a payout that came back, and waits for staff then, also the seller’s own CPF', () => {
    const suspended = facts(declare(true), suspend);
    given(...facts(declare(true)))
      .when(suspend, suspend)
      .yields('DestinationSuspended');
    given(...suspended)
      .when(declare(true))
      .yields('DestinationDeclared');
    given(...suspended)
      .when(approveAt(suspended.length - 1))
      .yields('DestinationApproved');
  });

  it('is approved only by staff after a payout came back or they refused it, also if removed and declared again, until they approve it', () => {
    const ofOther = declare(false, null, 'OTHER');
    for (const doubted of [
      eventsAfter([], declare(true), suspend, remove),
      eventsAfter([], declare(true), suspend, refuseAt),
      eventsAfter([], declare(true), suspend, refuseAt, remove),
      eventsAfter([], declare(true), suspend, declare(true, null), remove),
      // The seller's document may change: a key first declared as another person's may later be the seller's own CPF or CNPJ.
      eventsAfter([], ofOther, refuseAt),
      eventsAfter([], declare(true), remove, suspend),
      eventsAfter([], ofOther, refuseAt, suspend),
      eventsAfter([], ofOther, approveAt, remove, ofOther, suspend, remove),
    ]) {
      const typesAfter = (...steps: readonly Step[]) =>
        eventsAfter(doubted, ...steps)
          .slice(doubted.length)
          .map(({ type }) => type);
      const repeated: Step = (revision) => declare(true, revision);
      expect(typesAfter(declare(true, null), repeated)).to.deep.equal(['DestinationDeclared']);
      expect(typesAfter(declare(true, null), approveAt, remove, repeated)).to.deep.equal([
        'DestinationDeclared',
        'DestinationApproved',
        'DestinationRemoved',
        'DestinationDeclared',
        'DestinationApproved',
      ]);
    }
  });

  it('that its seller removed or staff refused stays so when a payout to it comes back', () => {
    for (const [ended, status] of [
      [remove, 'REMOVED'],
      [refuse, 'REFUSED'],
    ] as const) {
      const { state } = given(...facts(declare(false), ended))
        .when(suspend)
        .yields('DestinationSuspended');
      expect(state).to.include({ status });
    }
  });

  it('is unknown before it is declared, and removed once', () => {
    given().when(approve).refuses('destination/unknown');
    given(...facts(declare(false)))
      .when(remove, remove)
      .yields('DestinationRemoved');
  });

  it('is new for as many hours after its approval as the platform says', () => {
    const approved = { approvedAt: now };
    expect(isNewDestination(approved, 72, addSeconds(now, 72 * 3_600 - 1))).to.equal(true);
    expect(isNewDestination(approved, 72, addSeconds(now, 72 * 3_600))).to.equal(false);
    expect(isNewDestination(approved, undefined, now)).to.equal(false);
  });
});
