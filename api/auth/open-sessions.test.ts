import { expect } from 'chai';
import { personContract } from '#/api/contract/person.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const { output } = personContract['person.listSessions'];

describe('Open sessions of a person', () => {
  let world: ApiWorld;
  let ana: NewPerson;
  let bia: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    ana = await world.newSeller();
    bia = await world.newSeller();
  });

  /** Signs in with a browser. @returns the session cookie */
  const signIn = async ({ email }: NewPerson, userAgent: string): Promise<string> => {
    const { status, headers } = await world.post(
      '/api/auth/sign-in/email',
      { email, password: PASSWORD },
      { headers: { 'user-agent': userAgent } },
    );
    expect(status).to.equal(200);
    return headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  };

  const list = async (cookie: string) => {
    const { status, body } = await world.get('/api/person.listSessions', { headers: { cookie } });
    expect(status).to.equal(200);
    return output.parse(body).sessions;
  };

  const end = (cookie: string, sessionId: string) =>
    world.post('/api/person.endSession', { sessionId }, { headers: { cookie } });

  const isSignedIn = async (cookie: string): Promise<boolean> =>
    (await world.get('/api/session.get', { headers: { cookie } })).body !== null;

  it('are listed with what each browser says it is, the last used first', async () => {
    const first = await signIn(ana, FIREFOX);
    const second = await signIn(ana, SAFARI);
    await signIn(bia, FIREFOX);
    const seen = await list(first);
    expect(seen.map(({ browser, system, isThis }) => [browser, system, isThis])).to.deep.equal([
      ['Safari', 'iOS', false],
      ['Firefox', 'Linux', true],
    ]);
    expect((await list(second)).map(({ isThis }) => isThis)).to.deep.equal([true, false]);
    for (const { beganAt, usedAt } of seen) expect(usedAt >= beganAt).to.equal(true);
  });

  it('have a short name or none, whatever a browser says of itself', async () => {
    const silent = await signIn(ana, '');
    await signIn(ana, `<script>${'x'.repeat(5_000)}`);
    await signIn(ana, 'x/1 '.repeat(100));
    for (const { browser, system } of await list(silent)) {
      expect([browser ?? '', system ?? ''].join('').length).to.be.below(81);
    }
  });

  it('end one by one, and the others go on', async () => {
    const [here, there] = [await signIn(ana, FIREFOX), await signIn(ana, SAFARI)];
    const other = (await list(here)).find(({ isThis }) => !isThis);
    expect((await end(here, other?.sessionId ?? '')).status).to.equal(200);
    expect(await isSignedIn(there)).to.equal(false);
    expect(await isSignedIn(here)).to.equal(true);
    expect(await list(here)).to.have.length(1);
    const repeated = await end(here, other?.sessionId ?? '');
    expect(repeated.status, 'it has ended').to.equal(404);
  });

  it('are in the data export of their person, and end with the erasure', async () => {
    const cookie = await signIn(ana, FIREFOX);
    const accounts = { ...NO_ACCOUNTS, seller: [ana.personId] };
    const [signIns] = await world.services.sessions.signInsOf(accounts);
    expect(signIns?.sessions.map(({ userAgent }) => userAgent)).to.deep.equal([FIREFOX]);
    const [shown] = await list(cookie);
    expect(signIns?.sessions[0]).to.include({ beganAt: shown?.beganAt, usedAt: shown?.usedAt });
    await world.services.sessions.erase(accounts);
    expect(await world.services.sessions.signInsOf(accounts)).to.deep.equal([]);
    expect(await isSignedIn(cookie)).to.equal(false);
  });

  it('end as by a sign-out when a session ends itself', async () => {
    const cookie = await signIn(ana, FIREFOX);
    const [current] = await list(cookie);
    const answered = await end(cookie, current?.sessionId ?? '');
    expect(answered.status).to.equal(200);
    expect(answered.headers.getSetCookie().join()).to.match(/session_token=;[^,]*Max-Age=0/);
    expect(await isSignedIn(cookie)).to.equal(false);
  });

  it('cannot be ended once they are over, though their row is still there', async () => {
    const admin = await world.newAdmin();
    const [here, there] = [await signIn(admin, FIREFOX), await signIn(admin, SAFARI)];
    const other = (await list(here)).find(({ isThis }) => !isThis);
    expect(await isSignedIn(there)).to.equal(true);
    await world.services.database.query(
      `UPDATE auth.session SET "updatedAt" = now() - interval '13 hours' WHERE id = $1`,
      [other?.sessionId],
    );
    expect(await list(here)).to.have.length(1);
    expect((await end(here, other?.sessionId ?? '')).status).to.equal(404);
    const row = 'SELECT FROM auth.session WHERE id = $1';
    const { rowCount } = await world.services.database.query(row, [other?.sessionId]);
    expect(rowCount, 'its row').to.equal(1);
    expect(await isSignedIn(there)).to.equal(false);
  });

  it('can be neither seen nor ended by another person, whose answer is that for an unknown one', async () => {
    const [anas, bias] = [await signIn(ana, FIREFOX), await signIn(bia, SAFARI)];
    const [sessionOfBia] = await list(bias);
    const [refused, unknown] = [
      await end(anas, sessionOfBia?.sessionId ?? ''),
      await end(anas, 'x'),
    ];
    expect([refused.status, unknown.status]).to.deep.equal([404, 404]);
    expect(await isSignedIn(bias)).to.equal(true);
    expect(await list(anas)).to.have.length(1);
  });
});
