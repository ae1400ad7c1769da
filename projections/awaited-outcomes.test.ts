import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { awaitedOutcomes, awaitsOutcome } from './awaited-outcomes.ts';
import { projections } from './registry.ts';
import { History } from './testing/history.ts';
import { requestRegistration } from './testing/registration.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('What is awaited of an acquirer, whose account stays until then', () => {
  let world: ProjectionWorld;
  let history: History;

  beforeEach(async () => {
    world = await projectionWorld(projections.filter(({ name }) => awaitedOutcomes.includes(name)));
    history = new History();
  });
  afterEach(() => world.close());

  const isAwaited = async (): Promise<boolean> => {
    await world.happen(history);
    return awaitsOutcome(world.pool, { platformId: 'demo', provider: 'sandbox' });
  };

  it('is a charge until it has ended, and as long as people must find out how', async () => {
    const paymentId = history.purchase({ provider: 'sandbox' });
    history.submit(paymentId);
    expect(await isAwaited()).to.equal(true);
    history.leaveUnresolved(paymentId);
    expect(await isAwaited(), 'people ask at the acquirer, and its notice may still come').to.equal(
      true,
    );
    history.report(paymentId, 'APPROVED');
    expect(await isAwaited()).to.equal(false);
  });

  it('is money that came in and fits no sale', async () => {
    const paymentId = history.purchase({ provider: 'sandbox' });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED', { amount: cents(1) });
    expect(await isAwaited()).to.equal(true);
  });
  it('is a registration, from when it is asked for', async () => {
    await requestRegistration(world, 'sandbox');
    expect(await isAwaited()).to.equal(true);
  });
});
