import { expect } from 'chai';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { registerSeller } from './register-seller.ts';
import {
  codeIn,
  newEmail,
  registeringWorld,
  vera,
  type RegisteringWorld,
} from './testing/registering-world.ts';

describe('Registration at the same moment', () => {
  let world: RegisteringWorld;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());

  it('makes one seller, however many use one link', async () => {
    const token = await world.tokenFor(newEmail());
    const before = await world.sellersMade();
    const uses = Array.from({ length: 5 }, (_, nth) =>
      world.register(token, { ...vera, name: `Vera ${nth}` }),
    );
    const answers = await Promise.all(uses);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(codeIn(answer)).to.be.oneOf(['onboarding/link-over', 'invitation/in-use']);
    }
    expect(await world.sellersMade()).to.have.length(before.length + 1);
  });

  it('of many people leaves connections for those who sign in', async () => {
    const { services } = world;
    const { make, find } = services.sessions.registration;
    /** Registrations that are about to set the password; all of them pause there. */
    let pausedCount = 0;
    let resume = (): void => undefined;
    const released = new Promise<void>((resolve) => (resume = resolve));
    const setPassword: typeof services.sessions.setPassword = async () => {
      pausedCount += 1;
      await released;
    };
    const pausing = { ...services, sessions: { ...services.sessions, setPassword } };
    const from = { cookies: undefined, ip: '127.0.0.1', userAgent: null };
    const registrations = Array.from({ length: 8 }, async (_, nth) => {
      const link = await make('demo', `vera.${nth}@loja.example`);
      const token = (await find(link?.linkId ?? ''))?.url.split('#')[1] ?? '';
      await registerSeller(pausing, { token, ...vera }, from);
    });
    await eventually(() => pausedCount > 1 || undefined, 'the first are under way');
    expect((await world.signIn(emailOf('ana'), PASSWORD)).status).to.equal(200);
    resume();
    await Promise.all(registrations);
    expect(pausedCount).to.equal(registrations.length);
  });

  it('sets no password for a person whose password another link sets at that moment', async () => {
    const email = newEmail();
    const { platformId } = await world.newOpenPlatform();
    const firstToken = await world.tokenFor(email);
    await world.services.database.query(
      `UPDATE auth.registration SET requested_at = requested_at - interval '11 minutes'`,
    );
    const other = await world.services.sessions.registration.make(platformId, email);
    const { find } = world.services.sessions.registration;
    const secondToken = (await find(other?.linkId ?? ''))?.url.split('#')[1] ?? '';
    const { services } = world;
    let markPaused = (): void => undefined;
    let resume = (): void => undefined;
    const paused = new Promise<void>((resolve) => (markPaused = resolve));
    const released = new Promise<void>((resolve) => (resume = resolve));
    const setPassword: typeof services.sessions.setPassword = async (user) => {
      markPaused();
      await released;
      await services.sessions.setPassword(user);
    };
    const pausing = { ...services, sessions: { ...services.sessions, setPassword } };
    const from = { cookies: undefined, ip: '127.0.0.1', userAgent: null };
    const first = registerSeller(pausing, { token: firstToken, ...vera }, from);
    await paused;
    const second = { ...vera, password: 'navio laranja sopa trem' };
    expect(codeIn(await world.register(secondToken, second))).to.equal('invitation/in-use');
    resume();
    await first;
    expect(codeIn(await world.register(secondToken, second))).to.equal('session/required');
    expect((await world.signIn(email)).status).to.equal(200);
    expect((await world.signIn(email, second.password)).status).to.equal(401);
  });
});
