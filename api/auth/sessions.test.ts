import { expect } from 'chai';
import {
  apiWorld,
  SESSION_SECRET,
  type ApiAnswer,
  type ApiWorld,
} from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type Person } from '#/api/testing/people.ts';
import { quickHashes } from '#/api/testing/quick-hashes.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { makeRecoveryLink } from './links/recovery-links.ts';
import { openSessions } from './sessions.ts';

describe('Session', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const cookieIn = ({ headers }: ApiAnswer): string =>
    headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

  const signIn = async (person: Person, cookie = ''): Promise<string> => {
    const request = { email: emailOf(person), password: PASSWORD };
    return cookieIn(await world.post('/api/auth/sign-in/email', request, { headers: { cookie } }));
  };

  const nameOf = async (cookie: string): Promise<unknown> => {
    const { body } = await world.get('/api/session.get', { headers: { cookie } });
    return body === null ? null : Object(body).name;
  };

  const waitUntilEnded = (cookie: string) =>
    eventually(async () => ((await nameOf(cookie)) === null ? true : undefined), 'it ends');

  const setLastUsed = async (hoursAgo: number): Promise<void> => {
    await world.services.database.query(
      `UPDATE auth.session SET "updatedAt" = now() - make_interval(mins => $1)`,
      [hoursAgo * 60],
    );
  };

  it('ends when its browser signs in again, even as another person, but not when another browser does', async () => {
    const first = await signIn('ana');
    const second = await signIn('bia', first);
    expect(await nameOf(second)).to.equal('bia');
    expect(await nameOf(first)).to.equal(null);
    const otherBrowser = await signIn('bia');
    expect(await nameOf(second)).to.equal('bia');
    expect(await nameOf(otherBrowser)).to.equal('bia');
  });

  it('continues when a further sign-in in its browser fails', async () => {
    const cookie = await signIn('ana');
    const wrong = { email: emailOf('ana'), password: 'not this one' };
    await world.post('/api/auth/sign-in/email', wrong, { headers: { cookie } });
    expect(await nameOf(cookie)).to.equal('ana');
  });

  it('ends on all devices of a person who signs out everywhere, and not for other people', async () => {
    const [here, there] = [await signIn('ana'), await signIn('ana')];
    const others = await signIn('bia');
    const signedOut = await world.post(
      '/api/auth/sign-out',
      { everywhere: true },
      { headers: { cookie: here } },
    );
    expect(signedOut.status).to.equal(200);
    expect(await nameOf(here)).to.equal(null);
    expect(await nameOf(there)).to.equal(null);
    expect(await nameOf(others)).to.equal('bia');
  });

  it('cannot sign out everywhere once it has ended: answers 401 and keeps the other sessions', async () => {
    const [here, there] = [await signIn('ana'), await signIn('ana')];
    const signOut = (everywhere: boolean) =>
      world.post('/api/auth/sign-out', { everywhere }, { headers: { cookie: here } });
    expect((await signOut(false)).status).to.equal(200);
    expect((await signOut(true)).status).to.equal(401);
    expect(await nameOf(there)).to.equal('ana');
  });

  it('ends after twelve hours without use for staff, but not for sellers', async () => {
    const [admin, seller] = [await signIn('admin'), await signIn('ana')];
    await setLastUsed(13);
    await waitUntilEnded(admin);
    expect(await nameOf(seller)).to.equal('ana');
  });

  it('is renewed for staff when it is used', async () => {
    const admin = await signIn('admin');
    await setLastUsed(11);
    await eventually(async () => {
      expect(await nameOf(admin)).to.equal('admin');
      const { rows } = await world.services.database.query(
        `SELECT FROM auth.session JOIN auth."user" AS who ON who.id = "userId"
         WHERE who.email = $1 AND auth.session."updatedAt" > now() - interval '1 minute'`,
        [emailOf('admin')],
      );
      return rows[0];
    }, 'it is on record that it was used');
  });

  it('is not renewed for staff by a page that is merely left open', async () => {
    const admin = await signIn('accountant');
    await setLastUsed(11);
    const headers = new Headers({ cookie: admin });
    expect((await world.services.callers.find(headers, 'watches'))?.name).to.equal('accountant');
    const { rows } = await world.services.database.query(
      `SELECT FROM auth.session JOIN auth."user" AS who ON who.id = "userId"
       WHERE who.email = $1 AND auth.session."updatedAt" < now() - interval '10 hours'`,
      [emailOf('accountant')],
    );
    expect(rows).to.have.length(1);
  });

  it('that one process ended is accepted by another for half a second at most', async () => {
    let elapsed = 0;
    const otherProcess = await openSessions({
      databaseUrl: world.databaseUrl,
      secrets: { sessionSecret: SESSION_SECRET },
      publicUrl: world.url,
      clock: { ...thisMachine, elapsedMs: () => elapsed },
    });
    try {
      const headers = new Headers({ cookie: await signIn('ana') });
      expect(await otherProcess.find(headers)).to.include({ hasShownFactor: false });
      await world.post('/api/auth/sign-out', {}, { headers: Object.fromEntries(headers) });
      elapsed = 500;
      expect(await otherProcess.find(headers)).to.equal(undefined);
    } finally {
      await otherProcess.close();
    }
  });

  it('of an https address is found beside the cookie of a session without TLS', async () => {
    const cookieWithoutTls = await signIn('ana');
    const secure = await openSessions({
      databaseUrl: world.databaseUrl,
      secrets: { sessionSecret: SESSION_SECRET },
      publicUrl: 'https://loja.example',
      passwords: quickHashes,
    });
    try {
      const credentials = { email: emailOf('bia'), password: PASSWORD };
      const headers = new Headers({ 'content-type': 'application/json' });
      const { answered } = await secure.signIn(headers, credentials);
      const [cookie = ''] = answered.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
      const nameBy = async (cookies: string) =>
        (await secure.find(new Headers({ cookie: cookies })))?.user.name;
      expect(await nameBy(`${cookieWithoutTls}; ${cookie}`)).to.equal('bia');
      expect(await nameBy(cookieWithoutTls)).to.equal(undefined);
    } finally {
      await secure.close();
    }
  });

  it('is never open beside a new password of its person, though the change of the password failed halfway', async () => {
    const { database } = world.services;
    const [email, password] = [emailOf('examiner'), 'cavalo bateria grampo'];
    const cookie = await signIn('examiner');
    const token = await makeRecoveryLink(database, email);
    const accept = () => world.post('/api/session.acceptInvitation', { token, email, password });
    await database.query(`
      CREATE FUNCTION auth.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'the process is killed'; END $$;
      CREATE TRIGGER fails BEFORE DELETE ON auth.session FOR EACH ROW EXECUTE FUNCTION auth.fail()`);
    expect((await accept()).status).to.equal(500);
    await database.query('DROP FUNCTION auth.fail() CASCADE');
    const goesOn = (await nameOf(cookie)) !== null;
    const { status } = await world.post('/api/auth/sign-in/email', { email, password });
    expect(goesOn && status === 200).to.equal(false);
    expect((await accept()).status).to.equal(200);
    expect(await nameOf(cookie)).to.equal(null);
  });

  it('ends seven days after the sign-in, even when it is used', async () => {
    const cookie = await signIn('ana');
    expect(await nameOf(cookie)).to.equal('ana');
    const { rows } = await world.services.database.query<{ latest: Date }>(
      `SELECT max("expiresAt") AS latest FROM auth.session`,
    );
    expect(rows[0]?.latest.getTime()).to.be.below(Date.now() + 7 * 24 * 3_600_000 + 1_000);
    await world.services.database.query(
      `UPDATE auth.session SET "expiresAt" = now() + interval '1 day'`,
    );
    expect(await nameOf(await signIn('bia'))).to.equal('bia');
    expect(await nameOf(cookie)).to.equal('ana');
    const { rows: after } = await world.services.database.query(
      `SELECT FROM auth.session WHERE "expiresAt" < now() + interval '25 hours'`,
    );
    expect(after).to.have.length.above(0);
    await world.services.database.query(`UPDATE auth.session SET "expiresAt" = now()`);
    await waitUntilEnded(cookie);
  });
});
