import { expect } from 'chai';
import { errorTexts } from '#/api/http/error-texts.ts';
import { fund } from '#/api/testing/fund.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { recordDoubt, scheduledCommandId } from '#/api/withdrawals/scheduled-outcome.ts';
import { loadSchedule } from '#/api/withdrawals/schedules.ts';
import { findWithdrawalPause } from '#/api/withdrawals/withdrawal-pause.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { addDays, addSeconds, dayOf, startOfDay } from '#/domain/values/time.ts';
import { listSchedulesAfter, type ScheduleRow } from '#/projections/schedules.ts';
import { startScheduledPayouts } from './scheduled-payouts.ts';

const HOUR = 3_600;

describe('Withdrawals by schedule', () => {
  let world: PayoutWorld;
  let destinationId: string;
  const failures: unknown[] = [];

  beforeEach(async () => {
    world = await payoutWorld(1_000_00);
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    destinationId = await declareOwnDocument(world.services.core, owner);
  });
  afterEach(() => world.close());

  /** Resolves once the read model has all events on record. */
  const waitUntilShown = async (): Promise<void> => {
    const { core, projections } = world.services;
    const head = await core.store.head();
    if (head) await projections.waitFor(head, ['schedules'], 20_000);
  };

  const today = () => dayOf(world.services.core.now());

  const setSchedule = async (minimum: number, change: object = {}) => {
    const date = Temporal.PlainDate.from(today());
    const { body } = await world.get('/api/seller.getSchedule', { as: world.seller });
    const every = { unit: 'WEEK', weekday: date.dayOfWeek };
    const basedOn = Object(body).revision;
    const input = { destinationId, every, minimum, basedOn, ...change };
    const answer = await world.call('seller.reviseSchedule', input, world.seller);
    expect(answer.status, answer.text).to.equal(200);
    await waitUntilShown();
  };

  /** A process that sweeps once at each call of `sweepAt`. @param behind rows of an outdated read model; absent = the current rows */
  const createProcess = (behind?: readonly ScheduleRow[]) => {
    const { services } = world;
    const { core, database } = services;
    let [now, sweeps] = ['', 0];
    let [nextSweep, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    /** Begins when a sweep has ended, and lasts until the next call of `sweepAt`. */
    const pause = async (_ms: number, signal?: AbortSignal): Promise<void> => {
      nextSweep = Promise.withResolvers();
      signal?.addEventListener('abort', () => nextSweep.resolve());
      ended.resolve();
      await nextSweep.promise;
    };
    const start = () =>
      startScheduledPayouts({
        core: { ...core, machine: { ...core.machine, pause }, now: () => now },
        listSchedulesAfter: async (sellerId, limit) => {
          sweeps += 1;
          return behind ?? listSchedulesAfter(database, sellerId, limit);
        },
        pausedUntil: (sellerId, to) => findWithdrawalPause(services, sellerId, to),
        onFailure: (error) => failures.push(error),
      });
    let work: ReturnType<typeof start> | undefined;
    return {
      stop: async () => work?.stop(),
      /** @param hour of today */
      sweepAt: async (hour: number): Promise<void> => {
        sweeps = 0;
        now = addSeconds(startOfDay(today()), hour * HOUR + 60);
        ended = Promise.withResolvers();
        nextSweep.resolve();
        work ??= start();
        await ended.promise;
        expect(sweeps).to.equal(hour >= 8 ? 1 : 0);
        expect(failures).to.deep.equal([]);
        await world.settled();
      },
    };
  };

  /** Lets a process that was just started sweep once. */
  const sweepAt = async (hour: number, behind?: readonly ScheduleRow[]): Promise<void> => {
    const process = createProcess(behind);
    await process.sweepAt(hour);
    await process.stop();
  };

  it('pay all that is available from eight on, once a day, also when another process sweeps', async () => {
    await setSchedule(500_00);
    await sweepAt(7);
    expect(world.paid).to.have.length(0);
    await sweepAt(8);
    await sweepAt(9);
    expect(world.paid.map(({ amount }) => amount)).to.deep.equal([1_000_00 - 150]);
  });

  it('leave an amount below the seller’s minimum for the next time, and stay within the limits', async () => {
    await setSchedule(1_000_01);
    await sweepAt(8);
    expect(world.paid).to.have.length(0);
    await setSchedule(100_00);
    await world.limitBy({ largest: positiveCents.parse(120_00) });
    await sweepAt(9);
    expect(world.paid.map(({ amount }) => amount)).to.deep.equal([120_00 - 150]);
  });

  it('stay within the seller’s own limits', async () => {
    await setSchedule(100_00);
    const { call, seller, admin } = world;
    const { personId: sellerId } = seller;
    const { body } = await world.get(`/api/admin.getSellerTerms?sellerId=${sellerId}`, {
      as: admin,
    });
    const terms = { withdrawals: { largest: 130_00 } };
    const { revision: basedOn } = Object(body);
    const saved = await call('admin.reviseSellerTerms', { sellerId, terms, basedOn }, admin);
    expect(saved.status, saved.text).to.equal(200);
    await sweepAt(8);
    expect(world.paid.map(({ amount }) => amount)).to.deep.equal([130_00 - 150]);
  });

  it('say why they were refused until the next one, or until the seller changes them', async () => {
    const { core } = world.services;
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    const at = addSeconds(startOfDay(today()), 9 * HOUR);
    const refusal = async () =>
      (await loadSchedule({ ...core, now: () => at }, owner, 'pt')).refusal;
    await setSchedule(100_00);
    expect(await refusal()).to.equal(null);
    await world.call('seller.removeDestination', { destinationId }, seller);
    await waitUntilShown();
    await sweepAt(8);
    await sweepAt(8);
    expect(world.paid).to.have.length(0);
    const text = errorTexts['destination/not-approved'].pt;
    const code = 'destination/not-approved';
    expect(await refusal()).to.deep.equal({ on: today(), code, text });
    const another = await declareOwnDocument(core, owner);
    await setSchedule(200_00, { destinationId: another });
    expect(await refusal()).to.equal(null);
  });

  it('are refused, and cannot be set, when the seller’s minimum is above what the limits allow', async () => {
    const { core } = world.services;
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    await setSchedule(500_00);
    await world.limitBy({ largest: positiveCents.parse(120_00) });
    await sweepAt(8);
    expect(world.paid).to.have.length(0);
    const at = addSeconds(startOfDay(today()), 9 * HOUR);
    const { refusal, schedule } = await loadSchedule({ ...core, now: () => at }, owner, 'pt');
    expect(refusal).to.include({ on: today(), code: 'withdrawal/above-largest' });
    const input = { ...schedule, basedOn: 0 };
    expect(codeOf(await world.call('seller.reviseSchedule', input, seller))).to.equal(
      'withdrawal/above-largest',
    );
  });

  it('pay nothing after one that may have been paid and lost from the log, until the seller sets them again, even on the same day', async () => {
    const { core } = world.services;
    const { platformId, seller } = world;
    const { personId: sellerId } = seller;
    await setSchedule(100_00);
    const rows = await listSchedulesAfter(world.services.database, '', 10);
    const scheduled = rows.find((row) => row.sellerId === sellerId);
    if (!scheduled) return expect.fail('no schedule');
    const lostDay = addDays(today(), -7);
    await world.failOver(addSeconds(startOfDay(lostDay), 9 * HOUR));
    await sweepAt(8);
    expect(world.paid).to.have.length(0);
    const at = addSeconds(startOfDay(today()), 9 * HOUR);
    const coreAtNine = { ...core, now: () => at };
    const { refusal } = await loadSchedule(coreAtNine, { platformId, sellerId }, 'pt');
    expect(refusal).to.include({ on: today(), code: 'withdrawal/may-be-paid' });
    await setSchedule(200_00);
    const nextRevision = { ...scheduled, revision: scheduled.revision + 1 };
    const lost = { commandId: scheduledCommandId(sellerId, lostDay), epoch: 2 };
    await recordDoubt(core, nextRevision, lost);
    await sweepAt(9);
    expect(world.paid.map(({ amount }) => amount)).to.deep.equal([1_000_00 - 150]);
    return undefined;
  });

  it('are not tried again on the day of their refusal, even by a process that starts later', async () => {
    const { services, platformId, seller } = world;
    await setSchedule(100_00);
    await world.call('seller.removeDestination', { destinationId }, seller);
    await sweepAt(8);
    const owner = { platformId, sellerId: seller.personId };
    expect(await declareOwnDocument(services.core, owner)).to.equal(destinationId);
    await sweepAt(9);
    expect(world.paid).to.have.length(0);
  });

  it('are tried again on the day of their refusal once the seller changed them, also by the same process, and paid once', async () => {
    const { services, platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    const process = createProcess();
    await setSchedule(100_00);
    await world.call('seller.removeDestination', { destinationId }, seller);
    await process.sweepAt(8);
    expect(await declareOwnDocument(services.core, owner)).to.equal(destinationId);
    await process.sweepAt(9);
    expect(world.paid, 'not changed').to.have.length(0);
    await setSchedule(200_00);
    await process.sweepAt(10);
    expect(world.paid.map(({ amount }) => amount)).to.deep.equal([1_000_00 - 150]);
    await fund(world, owner, 500_00);
    await setSchedule(300_00);
    await process.sweepAt(11);
    await process.stop();
    expect(world.paid, 'changed once more').to.have.length(1);
  });

  it('are tried again on the same day by the same process if they were ended and set again', async () => {
    const { services, platformId, seller } = world;
    const process = createProcess();
    await setSchedule(100_00);
    await world.call('seller.removeDestination', { destinationId }, seller);
    await process.sweepAt(8);
    await declareOwnDocument(services.core, { platformId, sellerId: seller.personId });
    await world.call('seller.endSchedule', {}, seller);
    await setSchedule(100_00);
    await process.sweepAt(9);
    await process.stop();
    expect(world.paid).to.have.length(1);
  });

  it('are not made once the seller ended them', async () => {
    await setSchedule(100_00);
    await world.call('seller.endSchedule', {}, world.seller);
    await waitUntilShown();
    await sweepAt(8);
    expect(world.paid).to.have.length(0);
    await setSchedule(200_00);
    await sweepAt(9);
    expect(world.paid, 'set again, with another amount').to.have.length(1);
  });

  it('are made by the recorded schedule, however far the read model is behind', async () => {
    await setSchedule(100_00);
    const behind = await listSchedulesAfter(world.services.database, '', 10);
    expect(behind).to.have.length(1);
    await world.call('seller.endSchedule', {}, world.seller);
    await sweepAt(8, behind);
    expect(world.paid, 'ended').to.have.length(0);
    const tomorrow = Temporal.PlainDate.from(today()).add({ days: 1 });
    await setSchedule(100_00, { every: { unit: 'WEEK', weekday: tomorrow.dayOfWeek } });
    await sweepAt(9, behind);
    expect(world.paid, 'moved to another day').to.have.length(0);
    await setSchedule(1_000_01);
    await sweepAt(10, behind);
    expect(world.paid, 'less than the seller wants').to.have.length(0);
    const { services, platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    const earlier = await declareEarlier(services.core, owner, 'velha@example.com');
    await setSchedule(100_00, { destinationId: earlier });
    await sweepAt(11, behind);
    expect(world.paid.map(({ pixKey }) => pixKey)).to.deep.equal(['velha@example.com']);
  });

  it('are tried again on the same day if their payout came back and the seller then changes the schedule, but paid once', async () => {
    const { services, platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    await setSchedule(100_00);
    await sweepAt(8);
    const [payout] = world.paid;
    const withdrawalId = payout?.withdrawReference ?? expect.fail('nothing was paid');
    world.acquirer.returned.add(withdrawalId);
    await world.readBack(withdrawalId);
    await world.settled();
    const account = await services.core.accounts.load(owner, services.core.now());
    expect(account).to.include({ available: 1_000_00 });
    await sweepAt(9);
    expect(world.paid, 'not changed').to.have.length(1);
    const another = await declareEarlier(services.core, owner, 'velha@example.com');
    await setSchedule(100_00, { destinationId: another });
    await Promise.all([sweepAt(10), sweepAt(10)]);
    expect(world.paid.map(({ pixKey }) => pixKey).slice(1)).to.deep.equal(['velha@example.com']);
    await fund(world, owner, 500_00);
    await setSchedule(200_00, { destinationId: another });
    await sweepAt(11);
    expect(world.paid, 'changed after it was paid').to.have.length(2);
  });
});
