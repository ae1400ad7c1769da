import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { unreachable } from '#/api/testing/core-at.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { readStoredAccount } from './stored-account.ts';

const provider = 'fairpay';

describe('The name of a merchant account', () => {
  let world: ApiWorld;
  let admin: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    admin = await world.newAdmin(await world.newPlatform());
  });

  const post = async (name: string, input: object, as: NewPerson) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, text } = await world.post(`/api/${name}`, input, { as, headers });
    expect(status, text).to.equal(200);
  };

  const connect = (as: NewPerson, secretKey: string, options: object = {}) =>
    post(
      'admin.connectAcquirer',
      { provider, account: { baseUrl: unreachable, secretKey }, ...options },
      as,
    );

  /** Waits until these keys are in use. @returns the name of their merchant account */
  const nameOf = ({ platformId }: NewPerson, credential: number) =>
    eventually(async () => {
      const opened = await world.services.core.ports.providers(provider, platformId);
      return opened.credential === credential ? opened.merchantAccount : undefined;
    }, `keys ${credential} of ${platformId} are in use`);

  it('comes from its first keys, also for another platform that has only its new keys', async () => {
    const otherAdmin = await world.newAdmin(await world.newPlatform());
    await connect(admin, 'sk_first');
    const name = await nameOf(admin, 1);
    await connect(admin, 'sk_second', { isSameAccount: true });
    expect(await nameOf(admin, 2)).to.equal(name);
    await connect(otherAdmin, 'sk_second');
    expect(await nameOf(otherAdmin, 2)).to.equal(name);
  });

  it('stays when the account is disconnected and connected again with its new keys', async () => {
    await connect(admin, 'sk_third');
    const name = await nameOf(admin, 1);
    await connect(admin, 'sk_fourth', { isSameAccount: true });
    await post('admin.disconnectAcquirer', { provider }, admin);
    await connect(admin, 'sk_fourth');
    expect(await nameOf(admin, 2)).to.equal(name);
  });

  it('stays when another platform has entered its keys as new ones of an account of its own', async () => {
    const otherAdmin = await world.newAdmin(await world.newPlatform());
    const stored = async () =>
      readStoredAccount(
        provider,
        await world.services.core.credentials.get(admin.platformId, provider),
      );
    await connect(admin, 'sk_shared');
    const before = await stored();
    await connect(otherAdmin, 'sk_other');
    await connect(otherAdmin, 'sk_shared', { isSameAccount: true });
    await post('admin.disconnectAcquirer', { provider }, admin);
    expect(await stored()).to.equal(undefined);
    await connect(admin, 'sk_shared');
    expect(await stored()).to.deep.equal(before);
  });
});
