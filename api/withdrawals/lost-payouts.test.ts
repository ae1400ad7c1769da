import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { fund } from '#/api/testing/fund.ts';
import { payoutSteps } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { startScheduledPayouts } from '#/api/workers/scheduled-payouts.ts';
import { isBusinessDay } from '#/domain/brazil/calendar.ts';
import { cents } from '#/domain/values/money.ts';
import { sampleCall } from '#/domain/testing/samples.ts';
import { addDays, addSeconds, dayOf, startOfDay, type Timestamp } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { listSchedulesAfter } from '#/projections/schedules.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('A payout that the log has lost in a failover, with its call', () => {
  let world: PayoutWorld;
  let destinationId: string;

  const { available, ownDocument } = payoutSteps(() => world);

  beforeEach(async () => {
    world = await payoutWorld(1_000_00);
    world.acquirer.absenceSeconds = MINUTE;
    destinationId = await ownDocument();
  });
  afterEach(() => world.close());

  /** Makes the acquirer have paid a withdrawal that the log lacks. @param amount in cents */
  const letAcquirerHavePaid = (withdrawalId: string, amount: number): void => {
    world.paid.push({
      paymentMethod: 'PIX',
      withdrawReference: withdrawalId,
      amount: cents(amount),
      pixType: 'CPF',
      pixKey: '52998224725',
      name: 'Ana',
      document: '52998224725',
      description: 'Saque',
      webhookUrl: 'https://razao.example/webhooks',
      attempt: sampleCall,
    });
  };

  describe('by schedule', () => {
    const today = () => dayOf(world.services.core.now());
    const at = (seconds: number): Timestamp => addSeconds(startOfDay(today()), seconds);
    const idOf = (day = today()): string => {
      const commandId = derivedId('scheduled withdrawal', world.seller.personId, day);
      return derivedId('withdrawal', commandId);
    };

    const ofToday = () => ({
      unit: 'WEEK',
      weekday: Temporal.PlainDate.from(today()).dayOfWeek,
    });

    const setSchedule = async (every: object = ofToday()): Promise<void> => {
      const { projections } = world.services;
      const { body } = await world.get('/api/seller.getSchedule', { as: world.seller });
      const input = { destinationId, every, minimum: 100_00, basedOn: Object(body).revision };
      const answer = await world.call('seller.reviseSchedule', input, world.seller);
      expect(answer.status, answer.text).to.equal(200);
      const head = await world.store.head();
      if (head) await projections.waitFor(head, ['schedules'], 20_000);
    };

    /** Lets the schedule run once, at a time of today. */
    const runAt = async (seconds: number): Promise<void> => {
      const { services, failures } = world;
      const now = (): Timestamp => at(seconds);
      Object.assign(services.core.ports, { now });
      let runs = 0;
      const work = startScheduledPayouts({
        core: { ...services.core, now },
        listSchedulesAfter: async (sellerId, limit) => {
          runs += 1;
          return listSchedulesAfter(services.database, sellerId, limit);
        },
        pausedUntil: async () => undefined,
        onFailure: (error) => void failures.push(error),
      });
      await eventually(() => runs > 0 || undefined, 'a run of the schedule');
      await work.stop();
      await world.settled();
      expect(failures).to.deep.equal([]);
    };

    it('is not paid again when the schedule of the day runs twenty minutes after the failover', async () => {
      await setSchedule();
      letAcquirerHavePaid(idOf(), 1_000_00 - 150);
      await world.failOver(at(8 * HOUR + 10 * MINUTE));
      await runAt(8 * HOUR + 30 * MINUTE);
      expect(world.paid, 'nothing is sent').to.have.length(1);
      await world.readBack(idOf());
      expect(world.paid, 'the acquirer says that it was paid').to.have.length(1);
      const [own] = await world.list('seller.listWithdrawals', world.seller);
      expect(own).to.include({ status: 'APPROVED', amount: 1_000_00 });
      expect(await available()).to.equal(0);
    });

    it('is paid once the acquirer’s answer that it has not paid is final', async () => {
      await setSchedule();
      await world.failOver(at(8 * HOUR + 10 * MINUTE));
      await runAt(8 * HOUR + 30 * MINUTE);
      expect(world.paid).to.have.length(0);
      await world.readBack(idOf());
      expect(world.paid, 'a lost call may still arrive').to.have.length(0);
      Object.assign(world.services.core.ports, { now: () => at(8 * HOUR + 33 * MINUTE) });
      await world.readBack(idOf());
      expect(world.paid.map((each) => each.withdrawReference)).to.deep.equal([idOf()]);
    });

    it('is read back before a later day of the schedule pays, even if that is not the next one, and a day pays once', async () => {
      await setSchedule();
      const lost = idOf(addDays(today(), -14));
      letAcquirerHavePaid(lost, 1_000_00 - 150);
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
        while (![0, 1, 2].every((back) => isBusinessDay(addDays(today(), third - back))))
          third += 1;
        return third;
      };

      const nextAfter = (day: number): number =>
        isBusinessDay(addDays(today(), day + 1)) ? day + 1 : nextAfter(day + 1);

      /** The log loses two days, until seven in the morning of the third. @returns that day, in days from today */
      const loseTwoDays = async (): Promise<number> => {
        await setSchedule({ unit: 'DAY' });
        const third = thirdInARow();
        await world.failOver(at(third * DAY + 7 * HOUR));
        return third;
      };

      it('is not paid again when the earlier one was paid, and nothing on the later one', async () => {
        const third = await loseTwoDays();
        const lost = idOf(addDays(today(), third - 2));
        letAcquirerHavePaid(lost, 600_00 - 150);
        await runAt(third * DAY + 8 * HOUR + MINUTE);
        await world.readBack(lost);
        expect(world.paid, 'nothing is sent').to.have.length(1);
        const [own] = await world.list('seller.listWithdrawals', world.seller);
        expect(own).to.include({ withdrawalId: lost, status: 'APPROVED', amount: 600_00 });
        expect(await available()).to.equal(400_00);
      });

      it('is not paid again when both were paid, and each is booked', async () => {
        const third = await loseTwoDays();
        const lost = [2, 1].map((back) => idOf(addDays(today(), third - back)));
        lost.forEach((id, index) => letAcquirerHavePaid(id, (index === 0 ? 600_00 : 400_00) - 150));
        await runAt(third * DAY + 8 * HOUR + MINUTE);
        await runAt(nextAfter(third) * DAY + 8 * HOUR + MINUTE);
        for (const id of lost) await world.readBack(id);
        expect(world.paid, 'nothing is sent').to.have.length(2);
        expect(await available()).to.equal(0);
      });

      it('is paid once on the next day when neither was paid', async () => {
        const third = await loseTwoDays();
        await runAt(third * DAY + 8 * HOUR + MINUTE);
        const ofThird = idOf(addDays(today(), third));
        expect(world.paid.map((each) => each.withdrawReference)).to.deep.equal([ofThird]);
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
          idOf(addDays(today(), next)),
        ]);
      });
    });

    it('is paid without a question when the failover was before the hour of the schedule', async () => {
      await setSchedule();
      await world.failOver(at(7 * HOUR));
      await runAt(8 * HOUR + MINUTE);
      expect(world.paid).to.have.length(1);
    });
  });

  describe('by a request under a key', () => {
    const input = () => ({ amount: 150_00, destinationId });

    const request = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const options = { as: world.seller, headers };
      const answer = await world.post('/api/seller.requestWithdrawal', input(), options);
      expect(answer.status, answer.text).to.equal(200);
      await world.settled();
      return String(Object(answer.body).withdrawalId);
    };

    const failOverHoursAgo = (hours: number): Promise<void> =>
      world.failOver(addSeconds(world.services.core.now(), -hours * HOUR));

    it('is not paid again when the client repeats its key two hours after the failover', async () => {
      await failOverHoursAgo(2);
      const withdrawalId = await request({ 'idempotency-key': randomUUID() });
      expect(world.paid, 'nothing is sent').to.have.length(0);
      letAcquirerHavePaid(withdrawalId, 150_00 - 150);
      await world.readBack(withdrawalId);
      expect(world.paid).to.have.length(1);
      const [own] = await world.list('seller.listWithdrawals', world.seller);
      expect(own).to.include({ withdrawalId, status: 'APPROVED' });
    });

    it('is found in the account that staff replaced just before the failover, and not paid again', async () => {
      const { ports } = world.services.core;
      const before = await ports.providers('sandbox', world.platformId);
      const providers: typeof ports.providers = async (_id, _platformId, use) => {
        const isFormer = use?.for === 'LOOK_UP' && use.merchantAccount === 'former';
        if (isFormer) return { ...before, merchantAccount: 'former' };
        const connected = { ...before, merchantAccount: 'connected' };
        return { ...connected, formerAccounts: ['former'], findWithdraw: async () => undefined };
      };
      Object.assign(ports, { providers });
      await failOverHoursAgo(2);
      const withdrawalId = await request({ 'idempotency-key': randomUUID() });
      letAcquirerHavePaid(withdrawalId, 150_00 - 150);
      await world.readBack(withdrawalId);
      expect(world.paid).to.have.length(1);
      const [own] = await world.list('seller.listWithdrawals', world.seller);
      expect(own).to.include({ withdrawalId, status: 'APPROVED' });
    });

    it('is ruled out when the client made the key after the failover, so that a payout is sent at once', async () => {
      await failOverHoursAgo(2);
      const key = { 'idempotency-key': randomUUID() };
      await request({ ...key, 'idempotency-key-age': String(HOUR) });
      expect(world.paid).to.have.length(1);
      await request({ 'idempotency-key': randomUUID(), 'idempotency-key-age': String(3 * HOUR) });
      expect(world.paid, 'made before').to.have.length(1);
      await request({});
      expect(world.paid, 'a request without a key is new').to.have.length(2);
    });

    it('is ruled out 25 hours after the failover, when no client repeats its key any more', async () => {
      await failOverHoursAgo(25);
      await request({ 'idempotency-key': randomUUID() });
      expect(world.paid).to.have.length(1);
    });

    it('is not looked for when the age of the key is no number: the request is rejected', async () => {
      const headers = { 'idempotency-key': randomUUID(), 'idempotency-key-age': 'old' };
      const options = { as: world.seller, headers };
      const answer = await world.post('/api/seller.requestWithdrawal', input(), options);
      expect(answer.status).to.equal(400);
      expect(answer.body).to.include({ code: 'idempotency/invalid-key-age' });
    });
  });
});
