import { expect } from 'chai';
import { registeringWorld, rules, type RegisteringWorld } from './testing/registering-world.ts';

describe('Registration at no named platform', () => {
  let world: RegisteringWorld;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());

  const meant = async (): Promise<unknown> =>
    Object((await world.get('/api/session.getRegistration')).body ?? {}).platformId;

  it('is at the only platform that accepts everyone, however many others there are', async () => {
    expect(await meant(), 'the other one takes no one in').to.equal('demo');
    const admin = await world.newOpenPlatform();
    expect(await meant(), 'of two').to.equal(undefined);
    await world.revise({ rules: { ...rules, registration: 'BY_INVITATION' }, basedOn: 0 }, admin);
    expect(await meant()).to.equal('demo');
  });
});
