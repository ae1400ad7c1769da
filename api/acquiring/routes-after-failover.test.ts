import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { InputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo, type Purpose } from '#/domain/acquiring/route.ts';
import { KEY_SECONDS } from '#/domain/epoch/epoch.ts';
import { addSeconds } from '#/domain/values/time.ts';

const HOUR = 3_600;

describe('After a failover, an acquirer that may have a lost request', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  /** Simulates that another copy replaced the log so many seconds ago. */
  const failOver = (secondsAgo: number): void => {
    const { ports } = world.services.core;
    const since = addSeconds(ports.now(), -secondsAgo);
    Object.assign(ports, { epoch: async () => ({ number: 2, since, began: '' }) });
  };

  const revise = async (routes: InputOf<'admin.reviseRoutes'>['routes']): Promise<string> => {
    const headers = { 'idempotency-key': randomUUID() };
    const shown = await world.get('/api/admin.getAcquiring', { as: 'admin' });
    const { revision: basedOn } = Object(shown.body);
    const input = { routes, stepAside: defaultSuspensionLimits, basedOn };
    const path = '/api/admin.reviseRoutes';
    const { status, body } = await world.post(path, input, { as: 'admin', headers });
    return status === 200 ? 'done' : problem.parse(body).code;
  };

  const routes = routeEverythingTo('sandbox');

  it('stays on the routes of cards and payouts for a day, but may leave those of PIX and boletos', async () => {
    expect(await revise(routes)).to.equal('done');
    failOver(HOUR);
    for (const purpose of ['CREDIT_CARD', 'WITHDRAW'] as const)
      expect(await revise({ ...routes, [purpose]: [] }), purpose).to.equal(
        'provider/may-have-lost-request',
      );
    expect(await revise({ ...routes, PIX: [], BILLET: [] })).to.equal('done');
    failOver(KEY_SECONDS + HOUR);
    expect(await revise({ ...routes, CREDIT_CARD: [], WITHDRAW: [] })).to.equal('done');
  });

  interface Allowed {
    readonly isInProduction?: boolean;
    readonly methods?: Purpose[];
    readonly providers?: string[];
  }

  /** @returns a function that revises the platform's setup as a master, and answers `done` or the code of the refusal */
  const setUpBy =
    (platformId: string) =>
    async (allowed: Allowed): Promise<string> => {
      const { body: shown } = await world.get(
        `/api/master.getPlatformSetup?platformId=${platformId}`,
        { as: 'master' },
      );
      const setup = { isInProduction: true, providers: null, methods: null, wording: 'STANDARD' };
      const { status, body } = await world.post(
        '/api/master.revisePlatformSetup',
        { platformId, basedOn: Object(shown).revision, ...setup, ...allowed },
        { as: 'master', headers: { 'idempotency-key': randomUUID() } },
      );
      return status === 200 ? 'done' : problem.parse(body).code;
    };

  it('is not closed to the platform by a master either', async () => {
    const setUp = setUpBy(await world.newPlatform());
    const withoutCards: Purpose[] = ['PIX', 'BILLET', 'WITHDRAW'];
    failOver(HOUR);
    expect(await setUp({ methods: withoutCards })).to.equal('provider/may-have-lost-request');
    expect(await setUp({ providers: ['treeal'] })).to.equal('provider/may-have-lost-request');
    expect(await setUp({ methods: ['CREDIT_CARD', 'WITHDRAW'] })).to.equal('done');
    failOver(KEY_SECONDS + HOUR);
    expect(await setUp({ methods: withoutCards })).to.equal('done');
  });

  it('is not closed by a master to a platform out of production, if it pays out real money', async () => {
    const platformId = await world.newPlatform();
    const setUp = setUpBy(platformId);
    const { credentials } = world.services.core;
    await credentials.put(platformId, 'treeal', {});
    failOver(KEY_SECONDS + HOUR);
    expect(await setUp({ isInProduction: false })).to.equal('done');
    failOver(HOUR);
    const onlySimulated = { isInProduction: false, providers: ['sandbox'] };
    expect(await setUp(onlySimulated)).to.equal('provider/may-have-lost-request');
    failOver(KEY_SECONDS + HOUR);
    expect(await setUp(onlySimulated)).to.equal('done');
  });

  it('keeps the account in which a lost payout may have been made: no other account takes its place for a day', async () => {
    const connect = async (secretKey: string, isSameAccount = false): Promise<string> => {
      const keys = { secretKey, publicKey: 'pk', webhookSecret: 'wh' };
      const account = { baseUrl: 'https://acquirer.example', ...keys };
      const { status, body } = await world.post(
        '/api/admin.connectAcquirer',
        { provider: 'noxpay', account, isSameAccount },
        { as: 'admin', headers: { 'idempotency-key': randomUUID() } },
      );
      return status === 200 ? 'done' : problem.parse(body).code;
    };
    failOver(KEY_SECONDS + HOUR);
    expect(await connect('sk_one')).to.equal('done');
    expect(await revise({ ...routes, WITHDRAW: [{ provider: 'noxpay', share: 100 }] })).to.equal(
      'done',
    );
    failOver(HOUR);
    expect(await connect('sk_another')).to.equal('provider/may-have-lost-request');
    expect(await connect('sk_renewed', true), 'new keys').to.equal('done');
    failOver(KEY_SECONDS + HOUR);
    expect(await connect('sk_another')).to.equal('done');
  });

  describe('where a seller has routes of its own', () => {
    const [ONE, OTHER] = ['noxpay', 'sandbox'];
    let platformId: string;
    let sellerId: string;
    let admin: NewPerson;

    beforeEach(async () => {
      platformId = await world.newPlatform();
      admin = await world.newAdmin(platformId);
      sellerId = (await world.newSeller(platformId)).personId;
      failOver(KEY_SECONDS + HOUR);
      expect(await connect('sk_one')).to.equal('done');
    });

    const call = async (name: string, input: object): Promise<string> => {
      const headers = { 'idempotency-key': randomUUID() };
      const { status, body } = await world.post(`/api/${name}`, input, { as: admin, headers });
      return status === 200 ? 'done' : problem.parse(body).code;
    };

    const connect = (secretKey: string) => {
      const keys = { secretKey, publicKey: 'pk', webhookSecret: 'wh' };
      const account = { baseUrl: 'https://acquirer.example', ...keys };
      return call('admin.connectAcquirer', { provider: ONE, account });
    };

    const routeOfSeller = async (route: object): Promise<string> => {
      const path = `/api/admin.getSellerRoutes?sellerId=${sellerId}`;
      const { body } = await world.get(path, { as: admin });
      const basedOn = Object(body).revision ?? 0;
      return call('admin.reviseSellerRoutes', { sellerId, routes: route, basedOn });
    };

    const only = (provider: string) => ({ WITHDRAW: [{ provider, share: 100 }] });

    const routeOfPlatform = async (provider: string): Promise<string> => {
      const shown = await world.get('/api/admin.getAcquiring', { as: admin });
      const { revision: basedOn, routes: before } = Object(shown.body);
      const changed = { ...before, ...only(provider) };
      const input = { routes: changed, stepAside: defaultSuspensionLimits, basedOn };
      return call('admin.reviseRoutes', input);
    };

    it('keeps its account there, too: no other account takes its place for a day', async () => {
      expect(await routeOfSeller(only(ONE))).to.equal('done');
      failOver(HOUR);
      expect(await connect('sk_another')).to.equal('provider/may-have-lost-request');
    });

    it('stays on the route of that seller’s payouts for a day, also where that was the platform’s route until now', async () => {
      expect(await routeOfPlatform(ONE)).to.equal('done');
      failOver(HOUR);
      expect(await routeOfSeller(only(OTHER))).to.equal('provider/may-have-lost-request');
    });

    it('is not disconnected for a day while that seller’s payouts go there', async () => {
      expect(await routeOfSeller(only(ONE))).to.equal('done');
      failOver(HOUR);
      const disconnected = await call('admin.disconnectAcquirer', { provider: ONE });
      expect(disconnected).to.equal('provider/may-have-lost-request');
    });
  });
});
