import { expect } from 'chai';
import { STEP_UP_MS } from '#/api/auth/step-up.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { mailingWorld, type MailingWorld } from '#/api/testing/mailing-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';

const password = 'cavalo bateria grampo';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

const cookieIn = ({ headers }: ApiAnswer): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('A new password of a person who is signed in', () => {
  let world: MailingWorld;
  let ana: NewPerson;
  let cookie: string;

  before(async () => {
    world = await mailingWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    ana = await world.newSeller();
    cookie = cookieIn(await signIn());
  });

  const signIn = (withPassword = PASSWORD): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email: ana.email, password: withPassword });

  const change = (to = password, session = cookie): Promise<ApiAnswer> =>
    world.post('/api/person.changePassword', { password: to }, { headers: { cookie: session } });

  const isOpen = async (session: string): Promise<boolean> =>
    (await world.get('/api/session.get', { headers: { cookie: session } })).body !== null;

  const signOutCauses = async (): Promise<readonly unknown[]> =>
    (await Array.fromAsync(world.store.readAll({})))
      .flat()
      .filter(({ type }) => type === 'SignedOut')
      .map(({ data }) => JSON.parse(data))
      .filter(({ personId }) => personId === ana.personId)
      .map(({ cause }) => cause);

  it('ends only the other sessions, and pauses withdrawals', async () => {
    const otherSession = cookieIn(await signIn());
    expect(await world.services.sessions.findWithdrawalPause(ana.personId)).to.equal(undefined);
    expect(codeOf(await change())).to.equal('done');
    expect([await isOpen(cookie), await isOpen(otherSession)]).to.deep.equal([true, false]);
    expect((await signIn()).status).to.equal(401);
    expect((await signIn(password)).status).to.equal(200);
    expect(await world.services.sessions.findWithdrawalPause(ana.personId)).to.be.a('string');
    expect(await signOutCauses()).to.deep.equal(['CHANGED_PASSWORD']);
  });

  it('requires the current password again, if that was given more than five minutes ago', async () => {
    await world.services.database.query(
      `UPDATE auth.session SET "provenAt" = now() - $1 * interval '1 millisecond'`,
      [STEP_UP_MS + 1_000],
    );
    expect(codeOf(await change())).to.equal('session/step-up-required');
    expect((await signIn()).status, 'nothing was changed').to.equal(200);
    const current = { password: PASSWORD };
    await world.post('/api/auth/step-up', current, { headers: { cookie } });
    expect(codeOf(await change())).to.equal('done');
  });

  it('is refused when it is easily guessed or too short, and then changes nothing', async () => {
    expect(codeOf(await change('password123456'))).to.equal('password/easily-guessed');
    expect(codeOf(await change('curta'))).to.equal('request/invalid-input');
    expect((await signIn()).status).to.equal(200);
    expect(await signOutCauses()).to.deep.equal([]);
  });

  it('ends the links for a new password and another e-mail that were sent before', async () => {
    const { sessions } = world.services;
    const linkId = await sessions.recovery.make(ana.email);
    const newAddress = { email: 'ana.outra@example.com' };
    await world.post('/api/person.requestEmailChange', newAddress, { headers: { cookie } });
    expect(codeOf(await change())).to.equal('done');
    expect(await sessions.recovery.find(linkId ?? '')).to.equal(undefined);
    const { body } = await world.get('/api/person.getEmailChange', { headers: { cookie } });
    expect(body).to.deep.equal({ waiting: null });
  });

  it('is one of two that are chosen in two sessions at the same moment', async () => {
    const otherSession = cookieIn(await signIn());
    const other = 'girafa lanterna violino';
    const codes = (await Promise.all([change(password), change(other, otherSession)])).map(codeOf);
    expect(codes).to.include('done');
    const signIns = [await signIn(password), await signIn(other)].map(({ status }) => status);
    expect(signIns.toSorted((a, b) => a - b)).to.deep.equal([200, 401]);
  });
});
