import { expect } from 'chai';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { problem } from '#/api/contract/procedure.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { registerSeller } from './register-seller.ts';
import {
  newEmail,
  registeringWorld,
  vera,
  type RegisteringWorld,
} from './testing/registering-world.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('A person who can sign in, and whose registration as a seller was interrupted', () => {
  let world: RegisteringWorld;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());

  /** @returns the person, and the token of the registration that was killed before it made a seller */
  const beginRegistration = async () => {
    const clerk = await world.newFunctionary([]);
    const token = await world.tokenFor(clerk.email);
    const { services } = world;
    const handle = () => Promise.reject(new Error('killed'));
    const killedServices = {
      ...services,
      core: { ...services.core, handler: { ...services.core.handler, handle } },
    };
    const from = { cookies: await world.cookieOf(clerk), ip: '127.0.0.1', userAgent: null };
    const failure = await registerSeller(killedServices, { token, ...vera }, from).catch(String);
    expect(failure).to.equal('Error: killed');
    return { clerk, token };
  };

  const tokenOf = (to: string, page: '/confirm-email' | '/register'): Promise<string> =>
    eventually(
      async () => (await world.linksTo(to)).find(({ url }) => url.includes(page))?.token,
      `a mail to ${to} with a link to ${page}`,
    );

  /** @returns the new address */
  const changeEmail = async (clerk: NewPerson): Promise<string> => {
    const email = newEmail();
    const requested = await world.post('/api/person.requestEmailChange', { email }, { as: clerk });
    expect(codeOf(requested), requested.text).to.equal('done');
    for (const to of [clerk.email, email]) {
      const token = await tokenOf(to, '/confirm-email');
      const confirmed = await world.post('/api/session.confirmEmailChange', { token });
      expect(codeOf(confirmed)).to.equal('done');
    }
    return email;
  };

  const kindsOf = async (email: string) =>
    (await world.services.sessions.memberships.of(email)).map(({ kind }) => kind);

  it('may change their e-mail, after which the link to the old address registers another person', async () => {
    const { clerk, token } = await beginRegistration();
    const email = await changeEmail(clerk);
    expect(codeOf(await world.register(token))).to.equal('done');
    expect(await kindsOf(clerk.email)).to.deep.equal(['seller']);
    expect(await kindsOf(email)).to.deep.equal(['staff']);
    expect((await world.signIn(clerk.email)).body).to.include({ role: 'SELLER' });
  });

  it('may register by their new address after they changed it', async () => {
    const { clerk } = await beginRegistration();
    const email = await changeEmail(clerk);
    const { headers } = await world.signIn(email, PASSWORD);
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    await world.request(email);
    const registered = await world.register(await tokenOf(email, '/register'), vera, cookie);
    expect(codeOf(registered)).to.equal('done');
    expect(await kindsOf(email)).to.deep.equal(['staff', 'seller']);
  });
});
