import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { fund } from '#/api/testing/fund.ts';
import { people } from '#/api/testing/people.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { offer } from '#/domain/offer/offer.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';

/** The next append to a stream of this prefix, held until `released`. */
interface HeldAppend {
  readonly prefix: string;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

describe('A request whose duplicate comes while it is being recorded, after what it needs has changed', () => {
  let world: ApiWorld;
  let held: HeldAppend | undefined;

  before(async () => {
    const memoryStore = createMemoryStore();
    const store = storeWith(memoryStore, {
      append: async (stream, events, how) => {
        const holding = held;
        if (holding && stream.startsWith(holding.prefix)) {
          held = undefined;
          holding.reached.resolve();
          await holding.released.promise;
        }
        return memoryStore.append(stream, events, how);
      },
    });
    world = await apiWorld({ openStore: async () => store });
  });
  after(() => world.close());

  const context = () => ({
    platform: 'demo',
    actor: 'system',
    correlation: 'demo',
    commandId: randomUUID(),
  });

  /** Sends a request, runs `change` and sends a duplicate while the first is held, then a retry. @returns the answers; `again` to the retry */
  const sentTwice = async (
    ask: () => Promise<ApiAnswer>,
    prefix: string,
    change: () => Promise<unknown>,
  ) => {
    const holding = {
      prefix,
      reached: Promise.withResolvers<void>(),
      released: Promise.withResolvers<void>(),
    };
    held = holding;
    const first = ask();
    await holding.reached.promise;
    await change();
    const duplicate = await ask();
    holding.released.resolve();
    return { first: await first, duplicate, again: await ask() };
  };

  it('is one purchase, which answers every later retry', async () => {
    const { handler, now } = world.services.core;
    const stream = streamOf('offer', 'demo-ebook');
    const onSale = activeDetails((await handler.load(offer, stream)).state);
    const headers = { 'idempotency-key': randomUUID() };
    const buyer = { name: 'Jandira Moura', email: 'jandira@example.com' };
    const purchase = { offerId: 'demo-ebook', ...buyer, paymentMethod: 'PIX' };
    const { first, duplicate, again } = await sentTwice(
      () => world.post('/api/checkout.purchase', purchase, { headers }),
      'payment-',
      () => handler.handle(offer, stream, { type: 'Archive', now: now() }, context()),
    );
    const restore = { type: 'Revise', details: onSale, now: now() } as const;
    await handler.handle(offer, stream, restore, context());
    expect([first.status, duplicate.status]).to.deep.equal([200, 404]);
    expect([again.status, Object(again.body).paymentId]).to.deep.equal([
      200,
      Object(first.body).paymentId,
    ]);
  });

  it('is one withdrawal, which answers every later retry', async () => {
    const { handler, now } = world.services.core;
    await fund(world, people.ana, 100_00);
    const stream = streamOf('platform', 'demo');
    const settings = activeDetails((await handler.load(platform, stream)).state);
    const revise = (details: PlatformDetails) =>
      handler.handle(platform, stream, { type: 'Revise', details, now: now() }, context());
    const as = { as: 'ana', headers: { 'idempotency-key': randomUUID() } } as const;
    const destinationId = await declareOwnDocument(world.services.core, people.ana);
    const withdrawal = { amount: 40_00, destinationId };
    const withdrawals = { ...settings.withdrawals, minimum: cents(50_00) };
    const { first, duplicate, again } = await sentTwice(
      () => world.post('/api/seller.requestWithdrawal', withdrawal, as),
      'account-',
      () => revise({ ...settings, withdrawals }),
    );
    await revise(settings);
    expect([first.status, duplicate.status]).to.deep.equal([200, 422]);
    expect([again.status, Object(again.body).withdrawalId]).to.deep.equal([
      200,
      Object(first.body).withdrawalId,
    ]);
  });

  it('changes routes once, and answers every later retry', async () => {
    const post = (name: string, input: object, key: string = randomUUID()) =>
      world.post(`/api/admin.${name}`, input, {
        as: 'admin',
        headers: { 'idempotency-key': key },
      });
    const account = { publicKey: 'pk', secretKey: 'sk' };
    expect((await post('connectAcquirer', { provider: 'abmex', account })).status).to.equal(200);
    const key = randomUUID();
    const routes = { ...routeEverythingTo('sandbox'), PIX: [{ provider: 'abmex', share: 100 }] };
    const { body } = await world.get('/api/admin.getAcquiring', { as: 'admin' });
    const { revision: basedOn } = Object(body);
    const { first, duplicate, again } = await sentTwice(
      () => post('reviseRoutes', { routes, stepAside: defaultSuspensionLimits, basedOn }, key),
      'platform-',
      () => post('disconnectAcquirer', { provider: 'abmex' }),
    );
    expect([first.status, duplicate.status, again.status]).to.deep.equal([200, 422, 200]);
  });
});
