import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { awaitedOutcomes, awaitsOutcome } from './awaited-outcomes.ts';
import { projections } from './registry.ts';
import { History } from './testing/history.ts';
import {
  confirmRegistration,
  denyRegistration,
  requestRegistration,
} from './testing/registration.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('An outcome that is awaited of an acquirer', () => {
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

  it('is that of a charge until it has ended, even while people must find out how it ended', async () => {
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

  it('is that of money that came in and fits no sale', async () => {
    const paymentId = history.purchase({ provider: 'sandbox' });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED', { amount: cents(1) });
    expect(await isAwaited()).to.equal(true);
  });

  it('is that of a registration as soon as it is requested', async () => {
    await requestRegistration(world, 'sandbox');
    expect(await isAwaited()).to.equal(true);
  });

  it('is that of a registration about which the acquirer contradicts what two people decided', async () => {
    await requestRegistration(world, 'sandbox');
    await denyRegistration(world, 'sandbox');
    expect(await isAwaited()).to.equal(false);
    await confirmRegistration(world, 'sandbox');
    expect(await isAwaited()).to.equal(true);
  });
});
