import { expect } from 'chai';
import { registeringWorld, rules, type RegisteringWorld } from './testing/registering-world.ts';

describe('Registration when no platform is named', () => {
  let world: RegisteringWorld;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());

  const platformOffered = async (): Promise<unknown> =>
    Object((await world.get('/api/session.getRegistration')).body ?? {}).platformId;

  it('is at the one platform whose registration is open to everyone, and nowhere when two are open', async () => {
    expect(await platformOffered(), 'the other one takes no one in').to.equal('demo');
    const admin = await world.newOpenPlatform();
    expect(await platformOffered(), 'of two').to.equal(undefined);
    await world.revise({ rules: { ...rules, registration: 'BY_INVITATION' }, basedOn: 0 }, admin);
    expect(await platformOffered()).to.equal('demo');
  });
});
