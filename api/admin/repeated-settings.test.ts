import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { expect } from 'chai';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { receiverDetails } from '#/api/testing/receiver-details.ts';
import { acquirer, suspensionNow } from '#/domain/acquiring/decider.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo, type Route } from '#/domain/acquiring/route.ts';

const FIRST = { publicKey: 'pk_first', secretKey: 'sk_first' };
const SECOND = { publicKey: 'pk_second', secretKey: 'sk_second' };
const BY_ABMEX: Route = [{ provider: 'abmex', share: 100 }];
const BY_NONE: Route = [{ provider: 'none', share: 100 }];

describe('Acquirer settings that are sent again with the same idempotency key after later changes', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  afterEach(async () => {
    await sendPix(routeEverythingTo('sandbox').PIX);
    await disconnect();
  });

  const post = (name: string, input: object, key: string = randomUUID()) =>
    world.post(`/api/${name}`, input, { as: 'admin', headers: { 'idempotency-key': key } });
  const connect = (account: object, key?: string) =>
    post('admin.connectAcquirer', { provider: 'abmex', account }, key);
  const disconnect = (key?: string) => post('admin.disconnectAcquirer', { provider: 'abmex' }, key);
  const read = async (path: string) =>
    Object(await world.get(`/api/${path}`, { as: 'admin' })).body;
  /** The revision that the first request of each key was based on: a repeated request has the same. */
  const firstBasedOn = new Map<string, number>();
  const basedOnFor = async (path: string, key: string): Promise<number> => {
    const basedOn = firstBasedOn.get(key) ?? (await read(path)).revision;
    firstBasedOn.set(key, basedOn);
    return basedOn;
  };
  const sendPix = async (PIX: Route, key: string = randomUUID()) => {
    const routes = { ...routeEverythingTo('sandbox'), PIX };
    const basedOn = await basedOnFor('admin.getAcquiring', key);
    const input = { routes, stepAside: defaultSuspensionLimits, basedOn };
    return post('admin.reviseRoutes', input, key);
  };
  const sendSellersPix = async (routes: { readonly PIX?: Route }, key: string = randomUUID()) => {
    const basedOn = await basedOnFor('admin.getSellerRoutes?sellerId=seller-1', key);
    return post('admin.reviseSellerRoutes', { sellerId: 'seller-1', routes, basedOn }, key);
  };

  const succeeds = async (answer: Promise<ApiAnswer>): Promise<void> => {
    const { status, text } = await answer;
    expect(status, text).to.equal(200);
  };
  const account = async () => {
    const stored = await world.services.core.credentials.get('demo', 'abmex');
    return stored === undefined ? undefined : JSON.stringify(stored);
  };
  const pixRoute = async () =>
    Object(await world.get('/api/admin.getAcquiring', { as: 'admin' })).body.routes.PIX;

  /** Records a refusal of the registration before it was sent, so that no answer of the acquirer is awaited. */
  const refuseRegistration = async () => {
    const { handler, now } = world.services.core;
    const { state } = await handler.load(receiver, 'receiver-seller-1');
    const requested = state.registrations.pagarme?.requested;
    if (!requested) throw new Error('nothing was asked for');
    const command = {
      ...requested,
      type: 'RecordRefused',
      isUnsent: true,
      cause: 'details-erased',
      text: null,
      now: now(),
    } as const;
    const commandId = randomUUID();
    const context = { commandId, platform: 'demo', actor: 'system', correlation: commandId };
    await handler.handle(receiver, 'receiver-seller-1', command, context);
  };

  it('leave the account that was connected since', async () => {
    const key = randomUUID();
    await succeeds(connect(FIRST, key));
    await succeeds(connect(SECOND));
    await succeeds(connect(FIRST, key));
    expect(await account()).to.include('sk_second');
  });

  it('are refused when they name another account than before', async () => {
    const key = randomUUID();
    await succeeds(connect(FIRST, key));
    const { status, text } = await connect(SECOND, key);
    expect(status).to.equal(422);
    expect(text).to.include('idempotency/key-reused');
    expect(await account()).to.include('sk_first');
  });

  it('do not delete the account that was connected since', async () => {
    const key = randomUUID();
    await succeeds(connect(FIRST));
    await succeeds(disconnect(key));
    await succeeds(disconnect(key));
    await succeeds(connect(SECOND));
    await succeeds(disconnect(key));
    expect(await account()).to.include('sk_second');
  });

  it('delete an account once, with the same answer to all repetitions at the same moment', async () => {
    const key = randomUUID();
    await succeeds(connect(FIRST));
    const answers = await Promise.all(Array.from({ length: 6 }, () => disconnect(key)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(6).fill(200));
    expect(await account()).to.equal(undefined);
    expect((await disconnect()).status, 'another request').to.equal(422);
  });

  it('delete an account whose deletion the first request has recorded, but not carried out', async () => {
    const { credentials } = world.services.core;
    const key = randomUUID();
    await succeeds(connect(FIRST));
    const remove = mock.method(credentials, 'remove', () => Promise.reject(new Error('killed')), {
      times: 1,
    });
    expect((await disconnect(key)).status).to.equal(500);
    expect(remove.mock.callCount()).to.equal(1);
    expect(await account()).to.include('sk_first');
    await succeeds(disconnect(key));
    expect(await account()).to.equal(undefined);
  });

  it('do not delete an account that is being connected, and is not on record yet', async () => {
    const { credentials } = world.services.core;
    const key = randomUUID();
    await succeeds(connect(FIRST));
    await succeeds(disconnect(key));
    const [isStored, mayReturn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const put = credentials.put.bind(credentials);
    const slowly: typeof put = async (...stored) => {
      await put(...stored);
      isStored.resolve();
      await mayReturn.promise;
    };
    mock.method(credentials, 'put', slowly, { times: 1 });
    const connecting = connect(SECOND);
    await isStored.promise;
    await succeeds(disconnect(key));
    mayReturn.resolve();
    await succeeds(connecting);
    expect(await account()).to.include('sk_second');
  });

  it('do not end a later suspension when there was none to end', async () => {
    const { handler, now } = world.services.core;
    const key = randomUUID();
    const resume = (resumeKey: string) =>
      post('admin.resumeAcquirer', { provider: 'sandbox', purpose: 'PIX' }, resumeKey);
    await succeeds(resume(key));
    const about = { platformId: 'demo', provider: 'sandbox', purpose: 'PIX', now: now() } as const;
    const seen = { calls: 5, answered: 1, median: 1 };
    const stream = acquirerStream('demo', 'sandbox');
    const context = { platform: 'demo', actor: 'system', correlation: 'demo' };
    await handler.handle(
      acquirer,
      stream,
      { ...about, type: 'Suspend', reason: 'FAILING', seen },
      { ...context, commandId: randomUUID() },
    );
    const isSuspended = async () => {
      const { state } = await handler.load(acquirer, stream);
      return suspensionNow(state, 'PIX', now()) !== undefined;
    };
    await succeeds(resume(key));
    expect(await isSuspended()).to.equal(true);
    await succeeds(resume(randomUUID()));
    expect(await isSuspended(), 'another request').to.equal(false);
  });

  it('are answered although the acquirer of their routes was disconnected, and change nothing', async () => {
    const key = randomUUID();
    await succeeds(connect(FIRST));
    await succeeds(sendPix(BY_ABMEX, key));
    await succeeds(sendPix(BY_NONE));
    await succeeds(disconnect());
    await succeeds(sendPix(BY_ABMEX, key));
    expect(await pixRoute()).to.deep.equal(BY_NONE);
  });

  it('do not bring back routes that they had only confirmed, of platform and seller', async () => {
    const [ofPlatform, ofSeller] = [randomUUID(), randomUUID()];
    await succeeds(sendPix(await pixRoute(), ofPlatform));
    await succeeds(sendPix(BY_NONE));
    await succeeds(sendPix(routeEverythingTo('sandbox').PIX, ofPlatform));
    expect(await pixRoute()).to.deep.equal(BY_NONE);

    await succeeds(sendSellersPix({}, ofSeller));
    await succeeds(sendSellersPix({ PIX: BY_NONE }));
    await succeeds(sendSellersPix({}, ofSeller));
    const path = '/api/admin.getSellerRoutes?sellerId=seller-1';
    const { routes } = Object(await world.get(path, { as: 'admin' })).body;
    expect(routes).to.deep.equal({ PIX: BY_NONE });
  });

  it('are answered as before where they register a seller with an acquirer that was disconnected', async () => {
    const key = randomUUID();
    const keys = { baseUrl: 'https://acquirer.example', secretKey: 'sk' };
    const asSeller = { as: 'ana', headers: { 'idempotency-key': randomUUID() } } as const;
    const register = (registrationKey: string) =>
      post(
        'admin.registerReceiver',
        { sellerId: 'seller-1', provider: 'pagarme', basedOn: 1 },
        registrationKey,
      );
    const details = { ...receiverDetails, basedOn: 0 };
    await succeeds(world.post('/api/seller.reviseReceiver', details, asSeller));
    await succeeds(post('admin.connectAcquirer', { provider: 'pagarme', account: keys }));
    const first = await register(key);
    expect(first.status, first.text).to.equal(200);
    await refuseRegistration();
    await succeeds(post('admin.disconnectAcquirer', { provider: 'pagarme' }));
    const { ports } = world.services.core;
    const open = () => ports.providers('pagarme', 'demo').catch(String);
    const refused = async () => (typeof (await open()) === 'string' ? true : undefined);
    await eventually(refused, 'the acquirer is offered no more');
    const repeated = await register(key);
    expect(repeated.status, repeated.text).to.equal(200);
    expect((await register(randomUUID())).status, 'another request').to.equal(422);
  });
});
