import { expect } from 'chai';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { withdrawalsRestUntil } from '#/api/withdrawals/rests-until.ts';
import { positiveCents } from '#/domain/money.ts';
import { addSeconds, dayOf, startOfDay, type Timestamp } from '#/domain/time.ts';
import { schedulesAfter } from '#/projections/schedules.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
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
  const shown = async (): Promise<void> => {
    const { core, projections } = world.services;
    const head = await core.store.head();
    if (head) await projections.waitFor(head, ['schedules'], 20_000);
  };

  const today = () => dayOf(world.services.core.now());

  const set = async (minimum: number) => {
    const date = Temporal.PlainDate.from(today());
    const { body } = await world.get('/api/seller.getSchedule', { as: world.seller });
    const every = { unit: 'WEEK', weekday: date.dayOfWeek };
    const input = { destinationId, every, minimum, basedOn: Object(body).revision };
    const answer = await world.call('seller.reviseSchedule', input, world.seller);
    expect(answer.status, answer.text).to.equal(200);
    await shown();
  };

  /** Lets one process sweep once at an hour of today. */
  const sweepAt = async (hour: number): Promise<void> => {
    const { services } = world;
    const now = (): Timestamp => addSeconds(startOfDay(today()), hour * HOUR + 60);
    const core = { ...services.core, now };
    let sweeps = 0;
    const work = startScheduledPayouts({
      core,
      schedulesAfter: async (sellerId, limit) => {
        const rows = await schedulesAfter(services.database, sellerId, limit);
        sweeps += 1;
        return rows;
      },
      restsUntil: (sellerId, to) => withdrawalsRestUntil(services, sellerId, to),
      onFailure: (error) => failures.push(error),
    });
    if (hour >= 8) await eventually(() => sweeps > 0 || undefined, 'a sweep');
    await work.stop();
    expect(sweeps).to.equal(hour >= 8 ? 1 : 0);
    expect(failures).to.have.length(0);
    await world.settled();
  };

  it('pay all that is available from eight on, once a day, also when another process sweeps', async () => {
    await set(500_00);
    await sweepAt(7);
    expect(world.paid).to.have.length(0);
    await sweepAt(8);
    await sweepAt(9);
    expect(world.paid.map(({ amount }) => amount)).to.deep.equal([1_000_00 - 150]);
  });

  it('leave what is less than the seller wants for the next time, and stay within the limits', async () => {
    await set(1_000_01);
    await sweepAt(8);
    expect(world.paid).to.have.length(0);
    await set(100_00);
    await world.limitBy({ largest: positiveCents.parse(120_00) });
    await sweepAt(9);
    expect(world.paid.map(({ amount }) => amount)).to.deep.equal([120_00 - 150]);
  });

  it('are made no more once the seller ended them', async () => {
    await set(100_00);
    await world.call('seller.endSchedule', {}, world.seller);
    await shown();
    await sweepAt(8);
    expect(world.paid).to.have.length(0);
    await set(200_00);
    await sweepAt(9);
    expect(world.paid, 'set again, with another amount').to.have.length(1);
  });
});
