import { expect } from 'chai';
import { fund } from '#/api/testing/fund.ts';
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
import { isBusinessDay } from '#/domain/brazil/calendar.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { addDays, type Timestamp } from '#/domain/values/time.ts';

describe('A payout by schedule that the log has lost in a failover, with its call', () => {
  let world: PayoutWorld;
  let destinationId: string;
  const clock = { now: at(12 * HOUR) };

  const { available, ownDocument, payUnrecorded } = payoutSteps(() => world);

  beforeEach(async () => {
    clock.now = at(12 * HOUR);
    world = await payoutWorld(1_000_00, { now: () => clock.now });
    world.acquirer.absenceSeconds = MINUTE;
    destinationId = await ownDocument();
  });
  afterEach(() => world.close());

  const { idOf, ...steps } = scheduleSteps(() => world, clock);

  const setSchedule = (every?: object, setAt?: Timestamp): Promise<void> =>
    steps.setSchedule(destinationId, every, setAt);

  const runAt = async (seconds: number): Promise<void> => {
    expect(await steps.runAt(seconds)).to.deep.equal([]);
    expect(world.failures).to.deep.equal([]);
  };

  it('is not paid again when the schedule of the day runs twenty minutes after the failover', async () => {
    await setSchedule();
    payUnrecorded(idOf(), 1_000_00 - 150);
    await world.failOver(at(8 * HOUR + 10 * MINUTE));
    await runAt(8 * HOUR + 30 * MINUTE);
    expect(world.paid, 'nothing is sent').to.have.length(1);
    await world.readBack(idOf());
    expect(world.paid, 'the acquirer says that it was paid').to.have.length(1);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ status: 'APPROVED', amount: 1_000_00 });
    expect(await available()).to.equal(0);
  });

  it('is paid once the acquirer has said that it has not paid it', async () => {
    await setSchedule();
    await world.failOver(at(8 * HOUR + 10 * MINUTE));
    await runAt(8 * HOUR + 30 * MINUTE);
    expect(world.paid).to.have.length(0);
    await world.readBack(idOf());
    expect(world.paid, 'a lost call may still arrive').to.have.length(0);
    clock.now = at(8 * HOUR + 33 * MINUTE);
    await world.readBack(idOf());
    expect(world.paid.map((each) => each.withdrawReference)).to.deep.equal([idOf()]);
  });

  it('is asked about before a later day of the schedule pays, be it not the next one, and only one is paid on a day', async () => {
    await setSchedule();
    const lost = idOf(addDays(TODAY, -14));
    payUnrecorded(lost, 1_000_00 - 150);
    await world.failOver(at(-13 * DAY));
    await runAt(8 * HOUR + MINUTE);
    expect(world.paid, 'nothing is sent').to.have.length(1);
    await world.readBack(lost);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ withdrawalId: lost, status: 'APPROVED', amount: 1_000_00 });
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    await fund(world, owner, 500_00);
    await runAt(9 * HOUR);
    expect(world.paid, 'a second one on this day').to.have.length(1);
  });

  describe('of each business day, where one loss spans two of them', () => {
    /** A past day after two business days, in days from today. */
    const thirdInARow = (): number => {
      let third = -14;
      while (![0, 1, 2].every((back) => isBusinessDay(addDays(TODAY, third - back)))) third += 1;
      return third;
    };

    const nextAfter = (day: number): number =>
      isBusinessDay(addDays(TODAY, day + 1)) ? day + 1 : nextAfter(day + 1);

    /** The log loses two days, until seven in the morning of the third. @returns that day, in days from today */
    const loseTwoDays = async (): Promise<number> => {
      await setSchedule({ unit: 'DAY' });
      const third = thirdInARow();
      await world.failOver(at(third * DAY + 7 * HOUR));
      return third;
    };

    it('is not paid again when the earlier one was paid, and nothing on the later one', async () => {
      const third = await loseTwoDays();
      const lost = idOf(addDays(TODAY, third - 2));
      payUnrecorded(lost, 600_00 - 150);
      await runAt(third * DAY + 8 * HOUR + MINUTE);
      await world.readBack(lost);
      expect(world.paid, 'nothing is sent').to.have.length(1);
      const [own] = await world.list('seller.listWithdrawals', world.seller);
      expect(own).to.include({ withdrawalId: lost, status: 'APPROVED', amount: 600_00 });
      expect(await available()).to.equal(400_00);
    });

    it('is not paid again when both were paid, and each is booked', async () => {
      const third = await loseTwoDays();
      const lost = [2, 1].map((back) => idOf(addDays(TODAY, third - back)));
      lost.forEach((id, index) => payUnrecorded(id, (index === 0 ? 600_00 : 400_00) - 150));
      await runAt(third * DAY + 8 * HOUR + MINUTE);
      await runAt(nextAfter(third) * DAY + 8 * HOUR + MINUTE);
      for (const id of lost) await world.readBack(id);
      expect(world.paid, 'nothing is sent').to.have.length(2);
      expect(await available()).to.equal(0);
    });

    it('is paid once on the next day when neither was paid, and asked about no more', async () => {
      const third = await loseTwoDays();
      await runAt(third * DAY + 8 * HOUR + MINUTE);
      const ofThird = idOf(addDays(TODAY, third));
      expect(world.paid.map((each) => each.withdrawReference)).to.deep.equal([ofThird]);
      delete world.acquirer.absenceSeconds;
      await fund(world, { platformId: world.platformId, sellerId: world.seller.personId }, 500_00);
      const next = nextAfter(third);
      await runAt(next * DAY + 8 * HOUR + MINUTE);
      const ofNext = idOf(addDays(TODAY, next));
      expect(world.paid.map((each) => each.withdrawReference)).to.deep.equal([ofThird, ofNext]);
    });

    it('waits for the seller where the acquirer can never tell', async () => {
      delete world.acquirer.absenceSeconds;
      const third = await loseTwoDays();
      await runAt(third * DAY + 8 * HOUR + MINUTE);
      world.acquirer.absenceSeconds = MINUTE;
      const next = nextAfter(third);
      const onNext = next * DAY + 8 * HOUR + MINUTE;
      await runAt(onNext);
      expect(world.paid, 'the doubt is on record').to.have.length(0);
      await setSchedule({ unit: 'DAY' });
      await runAt(onNext);
      expect(world.paid.map((each) => each.withdrawReference)).to.deep.equal([
        idOf(addDays(TODAY, next)),
      ]);
    });
  });

  it('is asked about also if a second failover came before the next scheduled day', async () => {
    await setSchedule();
    payUnrecorded(idOf(dayIn(-7)), 1_000_00 - 150);
    await world.failOver(at(-7 * DAY + 9 * HOUR));
    await world.failOver(at(-DAY + 9 * HOUR));
    await runAt(9 * HOUR);
    await world.readBack(idOf(dayIn(-7)));
    expect(world.paid, 'nothing is sent').to.have.length(1);
  });

  it('is asked about before another day pays to which the seller has moved the schedule since', async () => {
    await setSchedule(everyWeekOn(dayIn(-1)));
    payUnrecorded(idOf(dayIn(-1)), 1_000_00 - 150);
    await world.failOver(at(-DAY + 9 * HOUR));
    await setSchedule(everyWeekOn(TODAY));
    await runAt(9 * HOUR);
    await world.readBack(idOf(dayIn(-1)));
    expect(world.paid, 'nothing is sent').to.have.length(1);
  });

  it('is asked about also if the schedule could not pay for five weeks', async () => {
    await setSchedule(everyWeekOn(TODAY), at(-50 * DAY));
    payUnrecorded(idOf(dayIn(-35)), 1_000_00 - 150);
    await world.failOver(at(-35 * DAY + 9 * HOUR));
    await runAt(9 * HOUR);
    await world.readBack(idOf(dayIn(-35)));
    expect(world.paid, 'nothing is sent').to.have.length(1);
  });

  it('is asked about at the acquirer that made it, though that has left the route since', async () => {
    await world.routeTo('iugu');
    world.acquirer.id = 'iugu';
    await setSchedule();
    const lost = idOf(dayIn(-7));
    payUnrecorded(lost, 600_00 - 150);
    await world.failOver(at(-7 * DAY + 9 * HOUR));
    await world.routeTo('sandbox');
    await runAt(9 * HOUR);
    await world.readBack(lost);
    expect(world.paid, 'nothing is sent').to.have.length(1);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ withdrawalId: lost, status: 'APPROVED', amount: 600_00 });
  });

  const [much, little] = [positiveCents.parse(500_00), positiveCents.parse(50_00)];
  const newLimits = {
    'a minimum above it': { minimum: much },
    'a largest amount below it': { largest: little },
    'a limit of the day below it': { largestPerDay: little },
  };
  for (const [limit, limits] of Object.entries(newLimits))
    it(`is booked with its own amount, though there is now ${limit}`, async () => {
      await setSchedule();
      const lost = idOf(dayIn(-7));
      payUnrecorded(lost, 150_00 - 150);
      await world.failOver(at(-7 * DAY + 9 * HOUR));
      await world.limitBy(limits);
      await runAt(9 * HOUR);
      await world.readBack(lost);
      expect(world.paid, 'nothing is sent').to.have.length(1);
      const [own] = await world.list('seller.listWithdrawals', world.seller);
      expect(own).to.include({ withdrawalId: lost, status: 'APPROVED', amount: 150_00 });
      expect(await available()).to.equal(850_00);
    });

  it('is not asked about when the schedule was set more than a month after the failover', async () => {
    await setSchedule();
    delete world.acquirer.absenceSeconds;
    await world.failOver(at(-35 * DAY + 9 * HOUR));
    await runAt(9 * HOUR);
    expect(world.paid.map((each) => each.withdrawReference)).to.deep.equal([idOf()]);
  });

  it('is paid without a question when the failover was before the hour of the schedule', async () => {
    await setSchedule();
    await world.failOver(at(7 * HOUR));
    await runAt(8 * HOUR + MINUTE);
    expect(world.paid).to.have.length(1);
  });
});
