import { expect } from 'chai';
import {
  codeIn,
  newEmail,
  registeringWorld,
  type RegisteringWorld,
} from './testing/registering-world.ts';

describe('Link to register', () => {
  let world: RegisteringWorld;
  let email: string;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    email = newEmail();
  });

  it('works once, and its use ends all links to the address', async () => {
    const { database, sessions } = world.services;
    const first = await world.tokenFor(email);
    await database.query(
      `UPDATE auth.registration SET requested_at = requested_at - interval '11 minutes'`,
    );
    const link = await sessions.registration.make('demo', email);
    const second = (await sessions.registration.find(link?.linkId ?? ''))?.url.split('#')[1] ?? '';
    expect((await world.register(second)).status).to.equal(200);
    for (const token of [first, second, 'A'.repeat(43), 'A'.repeat(3_000), '']) {
      expect((await world.open(token)).status).to.equal(404);
      expect(codeIn(await world.register(token))).to.equal('onboarding/link-over');
    }
  });

  it('expires after an hour', async () => {
    const token = await world.tokenFor(email);
    await world.services.database.query(
      `UPDATE auth.registration SET expires_at = now() - interval '1 second'`,
    );
    expect((await world.open(token)).status).to.equal(404);
    expect(codeIn(await world.register(token))).to.equal('onboarding/link-over');
  });

  it('is mailed at most once in ten minutes and five times a day, also when requested at the same moment', async () => {
    const { database, sessions } = world.services;
    const concurrent = Array.from({ length: 6 }, () => sessions.registration.make('demo', email));
    expect((await Promise.all(concurrent)).filter((link) => link !== undefined)).to.have.length(1);
    const sellerIds = new Set<string | undefined>();
    let linkCount = 1;
    for (let nth = 0; nth < 7; nth += 1) {
      await database.query(
        `UPDATE auth.registration SET requested_at = requested_at - interval '11 minutes'`,
      );
      const link = await sessions.registration.make('demo', email);
      if (link) linkCount += 1;
      sellerIds.add(link?.sellerId);
    }
    sellerIds.delete(undefined);
    expect(linkCount).to.equal(5);
    expect([...sellerIds], 'all are for one seller').to.have.length(1);
  });

  it('is mailed to an address no more often when it is requested at many platforms, and is for one seller at each', async () => {
    const { database, sessions } = world.services;
    const platforms = ['demo', 'second', 'third'];
    const concurrent = platforms.map((platformId) => sessions.registration.make(platformId, email));
    expect((await Promise.all(concurrent)).filter((link) => link !== undefined)).to.have.length(1);
    const sellers = new Map<string, Set<string>>();
    let linkCount = 1;
    for (let nth = 0; nth < 9; nth += 1) {
      await database.query(
        `UPDATE auth.registration SET requested_at = requested_at - interval '11 minutes'`,
      );
      const platformId = platforms[nth % platforms.length] ?? '';
      const link = await sessions.registration.make(platformId, email);
      if (link === undefined) continue;
      linkCount += 1;
      sellers.set(platformId, (sellers.get(platformId) ?? new Set()).add(link.sellerId));
    }
    expect(linkCount).to.equal(5);
    const each = [...sellers.values()].map((ids) => [...ids]);
    expect(
      each.every((ids) => ids.length === 1),
      'one seller at each',
    ).to.equal(true);
    expect(new Set(each.flat()).size, 'not the same at two').to.equal(sellers.size);
  });
});
