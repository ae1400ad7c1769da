import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { unreachable } from '#/api/testing/core-at.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const provider = 'fairpay';

describe('The name of a merchant account', () => {
  let world: ApiWorld;

  beforeEach(async () => {
    world = await apiWorld();
  });
  afterEach(() => world.close());

  const post = async (name: string, input: object, as: 'admin' | 'otherAdmin') => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, text } = await world.post(`/api/${name}`, input, { as, headers });
    expect(status, text).to.equal(200);
  };

  const connect = (as: 'admin' | 'otherAdmin', secretKey: string, more: object = {}) =>
    post(
      'admin.connectAcquirer',
      { provider, account: { baseUrl: unreachable, secretKey }, ...more },
      as,
    );

  /** Waits until running processes know the keys of this number. */
  const nameOf = (platformId: string, credential: number) =>
    eventually(async () => {
      const opened = await world.services.core.ports.providers(provider, platformId);
      return opened.credential === credential ? opened.merchantAccount : undefined;
    }, `keys ${credential} of ${platformId} are in use`);

  it('is that of its first keys for another platform that has its new keys', async () => {
    await connect('admin', 'sk_first');
    const name = await nameOf('demo', 1);
    await connect('admin', 'sk_second', { isSameAccount: true });
    expect(await nameOf('demo', 2)).to.equal(name);
    await connect('otherAdmin', 'sk_second');
    expect(await nameOf('other', 2)).to.equal(name);
  });

  it('stays when the account is disconnected and connected again with its new keys', async () => {
    await connect('admin', 'sk_first');
    const name = await nameOf('demo', 1);
    await connect('admin', 'sk_second', { isSameAccount: true });
    await post('admin.disconnectAcquirer', { provider }, 'admin');
    await connect('admin', 'sk_second');
    expect(await nameOf('demo', 2)).to.equal(name);
  });
});
