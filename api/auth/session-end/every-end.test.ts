import { mock } from 'node:test';
import { expect } from 'chai';
import { createTrail } from '#/api/auth/trail.ts';
import { resetSecondFactor } from '#/api/auth/second-factor/factor-resets.ts';
import type { SessionLine } from '#/api/contract/master.ts';
import { personContract } from '#/api/contract/person.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { sweepSessions } from './ended-sessions.ts';

const { output: sessionList } = personContract['person.listSessions'];

const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('Log of how each session ended', () => {
  let world: ApiWorld;
  let seller: NewPerson;

  before(async () => {
    world = await apiWorld({ proxies: 1 });
  });
  after(() => world.close());
  beforeEach(async () => {
    seller = await world.newSeller();
  });

  const linesOf = async ({ personId }: NewPerson): Promise<readonly SessionLine[]> => {
    const after = await world.store.head();
    const path = `/api/master.listSessionLog?after=${after}&personId=${personId}&kind=SIGNED_OUT`;
    return Object((await world.get(path, { as: 'master' })).body).items;
  };

  const causesOf = async (person: NewPerson) => {
    await sweepSessions(world.services, (error) => expect.fail(String(error)));
    return (await linesOf(person)).map(({ cause }) => cause);
  };

  const enter = ({ email }: NewPerson, headers = {}) =>
    world.post('/api/auth/sign-in/email', { email, password: PASSWORD }, { headers });

  const actorsOf = async ({ personId }: NewPerson): Promise<Readonly<Record<string, string>>> => {
    await sweepSessions(world.services, (error) => expect.fail(String(error)));
    const events = (await Array.fromAsync(world.store.readAll({}))).flat();
    const ends = events
      .filter(({ type }) => type === 'SignedOut')
      .map(({ data, meta }) => ({ ...Object(JSON.parse(data)), actor: JSON.parse(meta).actor }))
      .filter((end) => end.personId === personId);
    return Object.fromEntries(ends.map(({ cause, actor }) => [cause, actor]));
  };

  const signIn = async (person: NewPerson): Promise<string> =>
    (await enter(person)).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

  const post = async (cookie: string, path: string, input: object): Promise<void> => {
    const { status, text } = await world.post(path, input, { headers: { cookie } });
    expect(status, text).to.equal(200);
  };

  const signOutEverywhere = (cookie: string) =>
    post(cookie, '/api/auth/sign-out', { everywhere: true });

  /** Leaves the person's sessions unused for longer than those of staff may be. */
  const idle = ({ personId }: NewPerson) =>
    world.services.database.query(
      `UPDATE auth.session SET "updatedAt" = now() - interval '13 hours' WHERE "personId" = $1`,
      [personId],
    );

  it('has from where a person signed out', async () => {
    const headers = { cookie: await signIn(seller), 'x-forwarded-for': '203.0.113.7' };
    await world.post('/api/auth/sign-out', {}, { headers });
    const line = await eventually(async () => (await linesOf(seller))[0], 'the sign-out');
    expect(line).to.include({ cause: 'ASKED', address: '203.0.113.7' });
    expect(await causesOf(seller)).to.deep.equal(['ASKED']);
  });

  it('has a sign-out after which the process dies', async () => {
    const cookie = await signIn(seller);
    await world.services.sessions.signOut(new Headers({ cookie }));
    expect(await causesOf(seller)).to.deep.equal(['ASKED']);
  });

  it('has a sign-out once, also when two tabs ask for it at the same moment', async () => {
    const headers = { cookie: await signIn(seller) };
    await Promise.all([1, 2].map(() => world.post('/api/auth/sign-out', {}, { headers })));
    expect(await causesOf(seller)).to.deep.equal(['ASKED']);
  });

  it('has a replaced session once, also when two tabs sign in again at the same moment', async () => {
    const headers = { cookie: await signIn(seller) };
    await Promise.all([1, 2].map(() => enter(seller, headers)));
    expect(await causesOf(seller)).to.deep.equal(['REPLACED']);
  });

  it('has a session that was idle too long before its person signed out everywhere', async () => {
    const staff = await world.newFunctionary([]);
    await signIn(staff);
    await idle(staff);
    await signOutEverywhere(await signIn(staff));
    expect(await causesOf(staff)).to.have.members(['EVERYWHERE', 'IDLE']);
  });

  it('has a session that was idle too long before its person got a new password', async () => {
    const staff = await world.newFunctionary([]);
    await signIn(staff);
    await idle(staff);
    await signIn(staff);
    const { email } = staff;
    await world.services.sessions.setPassword({ email, password: 'cavalo bateria grampo' });
    expect(await causesOf(staff), 'an event of its own tells of the other').to.deep.equal(['IDLE']);
  });

  it('has a session that a process ended whose clock is ahead of the database', async () => {
    const headers = new Headers({ cookie: await signIn(seller) });
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 8 * DAY_MS });
    const found = await world.services.sessions.findAgain(headers, 'watches');
    mock.timers.reset();
    expect(found).to.equal(undefined);
    expect(await causesOf(seller)).to.deep.equal(['EXPIRED']);
    expect(await causesOf(seller), 'once').to.deep.equal(['EXPIRED']);
  });

  it('has a sign-out everywhere at each record as which the person was signed in', async () => {
    const admin = await world.newAdmin();
    await signInAsBoth(world, seller, admin);
    await signOutEverywhere(await signInAsBoth(world, seller, seller));
    expect(await causesOf(seller)).to.deep.equal(['EVERYWHERE']);
    expect(await causesOf(admin)).to.deep.equal(['EVERYWHERE']);
  });

  it('names as actor the person who ended a session, and the system where its time was over', async () => {
    const staff = await world.newFunctionary([]);
    await signIn(staff);
    await idle(staff);
    const headers = { cookie: await signIn(staff) };
    await enter(staff, headers);
    await signOutEverywhere(await signIn(staff));
    await world.services.sessions.signOut(new Headers({ cookie: await signIn(staff) }));
    const self = `admin:${staff.personId}`;
    expect(await actorsOf(staff)).to.deep.equal({
      IDLE: 'system',
      REPLACED: self,
      EVERYWHERE: self,
      ASKED: self,
    });
  });

  it('raises no alarm for an end that is on record only after a sweep', async () => {
    const { core, logger, metrics, sessions } = world.services;
    const { ended } = await sessions.signOut(new Headers({ cookie: await signIn(seller) }));
    const handle = () =>
      Promise.reject(new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 }));
    const broken = { ...core, handler: { ...core.handler, handle } };
    const trail = createTrail({ core: broken, logger, metrics });
    trail.recordEnds(ended, '203.0.113.7');
    await trail.stop();
    expect(world.logged.join('')).to.not.include('could not be recorded');
    const { values } = await metrics.unrecordedAccess.get();
    expect(values[0]?.value).to.equal(0);
    expect(await causesOf(seller)).to.deep.equal(['ASKED']);
  });

  it('has a session that another one ended at the record as which the ended one was signed in', async () => {
    const admin = await world.newAdmin();
    await signInAsBoth(world, seller, admin);
    const cookie = await signInAsBoth(world, seller, seller);
    const { body } = await world.get('/api/person.listSessions', { headers: { cookie } });
    const other = sessionList.parse(body).sessions.find(({ isThis }) => !isThis);
    const headers = { cookie, 'user-agent': FIREFOX };
    const sessionId = other?.sessionId;
    await world.post('/api/person.endSession', { sessionId }, { headers });
    const line = await eventually(async () => (await linesOf(admin))[0], 'the end');
    expect(line).to.include({ browser: 'Firefox', system: 'Linux' });
    expect(await causesOf(admin)).to.deep.equal(['REMOTE']);
    expect(await actorsOf(admin)).to.deep.equal({ REMOTE: `admin:${admin.personId}` });
    expect(await causesOf(seller)).to.deep.equal([]);
  });

  it('has the sessions that ended because an operator reset the second factor', async () => {
    const { email } = seller;
    await signIn(seller);
    const { database } = world.services;
    await database.query(
      `INSERT INTO auth.second_factor (user_id, secret) SELECT id, '\\x00' FROM auth."user" WHERE email = $1`,
      [email],
    );
    expect(await resetSecondFactor(database, email)).to.equal(true);
    expect(await causesOf(seller)).to.deep.equal(['SECOND_FACTOR']);
  });
});
