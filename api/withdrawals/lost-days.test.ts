import { expect } from 'chai';
import { payoutSteps } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import {
  at,
  DAY,
  dayIn,
  everyWeekOn,
  HOUR,
  MINUTE,
  scheduleSteps,
  TODAY,
} from '#/api/testing/schedule-steps.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { cents } from '#/domain/values/money.ts';

/** Today and the two days before are business days. */
const DAILY = { unit: 'DAY' };

const noAnswer: PaymentProvider['findWithdraw'] = async () => {
  throw new ProviderFailure('unavailable', 'away', { mayHaveHappened: false });
};

describe('Each day of a loss, for a seller who is paid by schedule', () => {
  let world: PayoutWorld;
  let destinationId: string;
  const clock = { now: at(12 * HOUR) };

  const { available, ownDocument, payUnrecorded } = payoutSteps(() => world);
  const { idOf, secondIdOf, setSchedule, runAt } = scheduleSteps(() => world, clock);

  beforeEach(async () => {
    clock.now = at(12 * HOUR);
    world = await payoutWorld(1_000_00, { now: () => clock.now });
    world.acquirer.absenceSeconds = MINUTE;
    destinationId = await ownDocument();
  });
  afterEach(() => world.close());

  const listPaid = (): readonly string[] =>
    world.paid.map(({ withdrawReference }) => withdrawReference);

  /** Replaces calls of the acquirer. @returns a function that ends that */
  const replaceCalls = (calls: Partial<PaymentProvider>): (() => void) => {
    const { ports } = world.services.core;
    const { providers } = ports;
    Object.assign(ports, {
      providers: async (...asked: Parameters<typeof providers>) => ({
        ...(await providers(...asked)),
        ...calls,
      }),
    });
    return () => void Object.assign(ports, { providers });
  };

  it('is asked about the second payout of the day, if the first one failed', async () => {
    await setSchedule(destinationId, everyWeekOn(TODAY), at(-20 * DAY));
    const day = dayIn(-7);
    const restore = replaceCalls({
      withdraw: async () => ({ withdrawId: idOf(day), status: 'REJECTED', amount: cents(0) }),
    });
    await runAt(-7 * DAY + 8 * HOUR + MINUTE);
    restore();
    expect(await available(), 'the first one failed').to.equal(1_000_00);
    payUnrecorded(secondIdOf(day), 1_000_00 - 150);
    await world.failOver(at(-7 * DAY + 9 * HOUR));
    await runAt(9 * HOUR);
    expect(listPaid(), 'nothing is sent').to.deep.equal([secondIdOf(day)]);
    expect(await available(), 'it is booked').to.equal(0);
  });

  it('is asked about also if the log has lost the schedule by which the day was paid', async () => {
    await setSchedule(destinationId, everyWeekOn(TODAY), at(-20 * DAY));
    payUnrecorded(idOf(dayIn(-1)), 1_000_00 - 150);
    await world.failOver(at(-DAY + 9 * HOUR));
    await runAt(9 * HOUR);
    expect(listPaid(), 'nothing is sent').to.deep.equal([idOf(dayIn(-1))]);
    expect(await available(), 'it is booked').to.equal(0);
  });

  it('has its own answer: a payout that the acquirer shows is booked, though it cannot rule out another one', async () => {
    delete world.acquirer.absenceSeconds;
    await setSchedule(destinationId, DAILY, at(-10 * DAY));
    payUnrecorded(idOf(dayIn(-2)), 600_00 - 150);
    await world.failOver(at(7 * HOUR));
    await runAt(8 * HOUR + MINUTE);
    expect(listPaid(), 'nothing is sent').to.have.length(1);
    expect(await available(), 'it is booked').to.equal(400_00);
  });

  it('stops no schedule if none on record pays on it, and the acquirer can never tell', async () => {
    delete world.acquirer.absenceSeconds;
    await setSchedule(destinationId, everyWeekOn(TODAY), at(-20 * DAY));
    await world.failOver(at(-DAY + 9 * HOUR));
    await runAt(9 * HOUR);
    expect(listPaid()).to.deep.equal([idOf()]);
  });

  it('stays in doubt when the seller sets the schedule again before the doubt was recorded', async () => {
    await setSchedule(destinationId, DAILY, at(-10 * DAY));
    await world.failOver(at(7 * HOUR));
    await setSchedule(destinationId, DAILY, at(7 * HOUR + MINUTE));
    delete world.acquirer.absenceSeconds;
    await runAt(8 * HOUR + MINUTE);
    expect(world.paid, 'in doubt').to.have.length(0);
    await setSchedule(destinationId, DAILY);
    await runAt(9 * HOUR);
    expect(listPaid(), 'the seller has answered').to.deep.equal([idOf()]);
  });

  it('is asked about once more if the acquirer gives no answer, and until then nothing is requested', async () => {
    await setSchedule(destinationId, everyWeekOn(TODAY), at(-20 * DAY));
    const lost = idOf(dayIn(-7));
    payUnrecorded(lost, 600_00 - 150);
    await world.failOver(at(-7 * DAY + 9 * HOUR));
    const restore = replaceCalls({ findWithdraw: noAnswer });
    expect(await runAt(9 * HOUR), 'to be tried again').to.have.length(1);
    restore();
    expect(await runAt(9 * HOUR + MINUTE)).to.have.length(0);
    await world.readBack(lost);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ withdrawalId: lost, status: 'APPROVED', amount: 600_00 });
    expect(await available()).to.equal(400_00);
  });

  it('is booked with the whole amount that was paid, also if the fee is higher now', async () => {
    await setSchedule(destinationId, everyWeekOn(TODAY), at(-20 * DAY));
    const lost = idOf(dayIn(-7));
    payUnrecorded(lost, 1_000_00 - 150);
    await world.failOver(at(-7 * DAY + 9 * HOUR));
    await world.limitBy({ fee: cents(500) });
    await runAt(9 * HOUR);
    await world.readBack(lost);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ withdrawalId: lost, status: 'APPROVED', amount: 1_000_00, fee: 150 });
  });

  it('is asked about at real acquirers, if real money came after the platform was taken out of production', async () => {
    await world.routeTo('onz');
    world.acquirer.id = 'onz';
    for (const isInProduction of [true, false]) await world.setUp({ isInProduction });
    await setSchedule(destinationId, DAILY, at(-10 * DAY));
    const lost = [-2, -1].map((days) => idOf(dayIn(days)));
    for (const id of lost) payUnrecorded(id, 500_00 - 150);
    await world.failOver(at(7 * HOUR));
    await runAt(8 * HOUR + MINUTE);
    expect(listPaid(), 'nothing is sent').to.deep.equal(lost);
    expect(await available(), 'both are booked').to.equal(0);
  });
});
