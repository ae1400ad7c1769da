import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Acquiring } from '#/api/contract/acquiring.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import { chooseAcquirer } from '#/domain/acquiring/choose.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import { acquirerStream, streamOf } from '#/domain/values/ids.ts';
import { platform } from '#/domain/platform/platform.ts';

describe('Routes that are on record, though their acquirer does not offer what they ask for', () => {
  let world: ApiWorld;

  const post = (name: string, input: object) =>
    world.post(`/api/${name}`, input, {
      as: 'admin',
      headers: { 'idempotency-key': randomUUID() },
    });
  const readAcquiring = async (): Promise<Acquiring> =>
    Object(await world.get('/api/admin.getAcquiring', { as: 'admin' })).body;
  const reviseRoutes = async (routes: Acquiring['routes']) => {
    const { revision: basedOn } = await readAcquiring();
    return post('admin.reviseRoutes', { routes, stepAside: defaultSuspensionLimits, basedOn });
  };

  before(async () => {
    world = await apiWorld();
    const account = { baseUrl: 'https://acquirer.example', secretKey: 'sk_for_tests' };
    const connected = await post('admin.connectAcquirer', { provider: 'fairpay', account });
    expect(connected.status).to.equal(200);
  });
  after(() => world.close());

  /** Records routes without a check, as an earlier release did. */
  const record = async (routes: Acquiring['routes']): Promise<void> => {
    const { handler, now } = world.services.core;
    const details = { ...(await loadPlatformSettings(handler, 'demo')), routes };
    const context = {
      commandId: randomUUID(),
      platform: 'demo',
      actor: 'system',
      correlation: 'demo',
    };
    const command = { type: 'Revise', details, now: now() } as const;
    await handler.handle(platform, streamOf('platform', 'demo'), command, context);
  };

  it('offers no cards at an acquirer that could not say what became of a charge: rejects, skips and shows such a route', async () => {
    const CREDIT_CARD = [{ provider: 'fairpay', share: 100 }];
    const routes = { ...routeEverythingTo('sandbox'), CREDIT_CARD };
    const refused = await reviseRoutes(routes);
    expect([refused.status, Object(refused.body).code]).to.deep.equal([
      422,
      'provider/method-unprovable',
    ]);
    await record(routes);
    const { acquirers, routes: recorded } = await readAcquiring();
    expect(recorded.CREDIT_CARD).to.deep.equal(CREDIT_CARD);
    const offering = acquirers.find(({ id }) => id === 'fairpay');
    expect(offering?.purposes).to.deep.equal(['PIX', 'BILLET']);
    expect(offering?.unprovable).to.deep.equal(['CREDIT_CARD']);
    const checkout = await world.get('/api/checkout.getCheckout?checkoutId=demo-ebook');
    expect(Object(checkout.body).creditCardEnabled, 'nobody is charged there').to.equal(false);
    const unchanged = await reviseRoutes({ ...routes, BILLET: [] });
    expect(unchanged.status, 'it is on record').to.equal(200);
    await record(routeEverythingTo('sandbox'));
  });

  it('takes no new route of payouts to an acquirer that cannot tell how they end, but pays out by one on record', async () => {
    const account = { baseUrl: 'https://acquirer.example', publicKey: 'pk', secretKey: 'sk' };
    const connected = await post('admin.connectAcquirer', { provider: 'pronttus', account });
    expect(connected.status, connected.text).to.equal(200);
    const routes = {
      ...routeEverythingTo('sandbox'),
      WITHDRAW: [{ provider: 'pronttus', share: 100 }],
    };
    const refused = await reviseRoutes(routes);
    expect([refused.status, Object(refused.body).code]).to.deep.equal([
      422,
      'provider/payouts-unprovable',
    ]);
    await record(routes);
    const offering = (await readAcquiring()).acquirers.find(({ id }) => id === 'pronttus');
    expect(offering?.purposes).to.deep.equal(['PIX']);
    expect(offering?.unprovable).to.deep.equal(['WITHDRAW']);
    expect((await reviseRoutes({ ...routes, BILLET: [] })).status, 'it is on record').to.equal(200);
    const need = { platformId: 'demo', purpose: 'WITHDRAW' } as const;
    const { circumstances } = world.services.core.acquiring;
    const chosen = chooseAcquirer('w-1', await circumstances(routes.WITHDRAW, need));
    expect(chosen?.provider).to.equal('pronttus');

    const healthShown = async () =>
      (await readAcquiring()).acquirers.find(({ id }) => id === 'pronttus')?.health;
    expect((await healthShown())?.map(({ purpose }) => purpose)).to.deep.equal(['PIX']);
    const { handler, now } = world.services.core;
    const seen = { calls: 5, answered: 1, median: 1 };
    const about = { ...need, provider: 'pronttus', reason: 'FAILING', seen, now: now() } as const;
    await handler.handle(
      acquirer,
      acquirerStream('demo', 'pronttus'),
      { ...about, type: 'Suspend' },
      { commandId: randomUUID(), platform: 'demo', actor: 'system', correlation: 'demo' },
    );
    const suspended = (await healthShown())?.find(({ purpose }) => purpose === 'WITHDRAW');
    expect(suspended, 'its suspension is shown').to.have.nested.include({
      'aside.reason': 'FAILING',
    });
    await record(routeEverythingTo('sandbox'));
  });

  it('keeps a recorded route to an acquirer that does not offer the method, but rejects adding it anew', async () => {
    const routes = {
      ...routeEverythingTo('sandbox'),
      WITHDRAW: [{ provider: 'fairpay', share: 100 }],
    };
    await record(routes);
    const input = { ...routes, BILLET: [] };
    expect((await reviseRoutes(input)).status).to.equal(200);
    expect((await readAcquiring()).routes.WITHDRAW).to.deep.equal(routes.WITHDRAW);
    const moved = await reviseRoutes({ ...input, BILLET: routes.WITHDRAW, PIX: [] });
    expect(moved.status, 'fairpay has boletos').to.equal(200);
    expect((await reviseRoutes(routeEverythingTo('sandbox'))).status).to.equal(200);
    expect((await reviseRoutes(input)).status, 'it is gone from there').to.equal(422);
  });
});
