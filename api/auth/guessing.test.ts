import { expect } from 'chai';
import pg from 'pg';
import { problem } from '#/api/contract/procedure.ts';
import { defaultLimits } from '#/api/http/request-limits.ts';
import { apiWorld, SESSION_SECRET } from '#/api/testing/api-world.ts';
import type { ApiAnswer, ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { appOf } from './testing/authenticator.ts';
import { holdQueue } from './testing/hold-queue.ts';
import { backOffOf, createBackOff } from './back-off.ts';
import { createDeviceCookies } from './device-cookie.ts';
import { makeRecoveryLink } from './links/recovery-links.ts';
import { openSessions } from './sessions.ts';

const path = '/api/auth/sign-in/email';
const { signIn } = defaultLimits;
const backOff = backOffOf(signIn);
const GUESSES = 60;

type Trying = Partial<Record<'address' | 'cookie' | 'code', string>>;

describe('Back-off against password guessing', () => {
  let world: ApiWorld;
  let next = 0;

  before(async () => {
    world = await apiWorld({ limits: { signIn }, proxies: 1 });
  });
  after(() => world.close());
  beforeEach(() => query('DELETE FROM auth.back_off'));

  /** A new account for each test: `beforeEach` deletes the stored waits, but not those cached in memory. */
  const newEmail = async (): Promise<string> => (await world.newSeller()).email;

  const newAddress = (): string => {
    next += 1;
    return `198.51.${next >> 8}.${next & 255}`;
  };

  const trySignIn = (
    email: string,
    password: string,
    { address = newAddress(), cookie = '', ...code }: Trying = {},
  ): Promise<ApiAnswer> =>
    world.post(
      path,
      { email, password, ...code },
      { headers: { 'x-forwarded-for': address, cookie } },
    );

  const guess = (email: string) => trySignIn(email, 'not the password');

  const codeOf = ({ status, body }: ApiAnswer): string =>
    status === 200 ? 'in' : problem.parse(body).code;

  /** Sends all guesses at the same moment. No password is compared until one guess is refused because the queue is full. */
  const guessAtOnce = async (emailAt: (index: number) => string) => {
    const release = holdQueue(world.services.sessions.hashQueue);
    const guesses = Array.from({ length: GUESSES }, (_, index) => guess(emailAt(index)));
    const first = await Promise.race(guesses);
    await release();
    expect(codeOf(first)).to.equal('session/busy');
    return Promise.all(guesses);
  };

  const cookiesOf = ({ headers }: ApiAnswer): string =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');

  const query = async (text: string) => (await world.services.database.query(text)).rows;
  /** Ends all waits, but leaves the counts of attempts. */
  const endWaits = () => query(`UPDATE auth.back_off SET free_at = now()`);

  /** Cookies of devices that signed in a minute ago. */
  const earlierDevices = async (email: string, length: number): Promise<readonly string[]> => {
    await query(`UPDATE auth.account SET "updatedAt" = now() - interval '1 hour'`);
    const nowMs = (): number => Date.now() - 60_000;
    const { issue } = createDeviceCookies({ secret: SESSION_SECRET, isSecure: false, nowMs });
    return Array.from({ length }, () => issue(email).split(';', 1)[0] ?? '');
  };

  it('limits guesses at one account, whatever addresses they come from', async () => {
    const email = await newEmail();
    const codes = [];
    for (let guesses = 0; guesses < GUESSES; guesses += 1) codes.push(codeOf(await guess(email)));
    const free = backOff.account.free;
    expect(codes.slice(0, free).every((code) => code === 'session/invalid-credentials')).to.equal(
      true,
    );
    expect(new Set(codes.slice(free))).to.deep.equal(new Set(['rate/limited']));
    expect(codeOf(await trySignIn(email, PASSWORD))).to.equal('rate/limited');
    expect(codeOf(await trySignIn(await newEmail(), PASSWORD))).to.equal('in');
  });

  it('limits concurrent guesses at one account, too', async () => {
    const email = await newEmail();
    const answers = await guessAtOnce(() => email);
    const compared = answers.filter((answer) => codeOf(answer) === 'session/invalid-credentials');
    expect(compared.length).to.be.at.most(backOff.account.free);
  });

  it('logs one line for each guess that is rejected because the queue is full', async () => {
    const linesBefore = world.logged.length;
    const answers = await guessAtOnce((index) => `g${index}@example.com`);
    const busy = answers.filter((answer) => codeOf(answer) === 'session/busy').length;
    const ids = new Set<unknown>(answers.map(({ headers }) => headers.get('x-request-id')));
    const isOurs = (line: string): boolean => {
      const { requestId } = JSON.parse(line);
      return requestId === undefined || ids.has(requestId);
    };
    const lines = await eventually(async () => {
      const added = world.logged.slice(linesBefore);
      const busyLines = added.filter((line) => line.includes('session/busy') && isOurs(line));
      return busyLines.filter((line) => JSON.parse(line).msg === 'request').length === busy
        ? busyLines
        : undefined;
    }, 'all are logged');
    expect(lines).to.have.lengthOf(busy);
  });

  it('does not delay a device that signed in to the account before, but delays other people’s devices', async () => {
    const email = await newEmail();
    const cookie = cookiesOf(await trySignIn(email, PASSWORD));
    for (let guesses = 0; guesses < 8; guesses += 1) await guess(email);
    expect(codeOf(await trySignIn(email, PASSWORD))).to.equal('rate/limited');
    expect(codeOf(await trySignIn(email, PASSWORD, { cookie }))).to.equal('in');
    const stranger = cookiesOf(await trySignIn(await newEmail(), PASSWORD));
    expect(codeOf(await trySignIn(email, PASSWORD, { cookie: stranger }))).to.equal('rate/limited');
  });

  it('limits guesses from a known device separately, without delaying sign-in from elsewhere', async () => {
    const email = await newEmail();
    const cookie = cookiesOf(await trySignIn(email, PASSWORD));
    const codes = [];
    for (let guesses = 0; guesses < 10; guesses += 1)
      codes.push(codeOf(await trySignIn(email, 'not the password', { cookie })));
    expect(codes.filter((code) => code === 'rate/limited')).to.have.length(5);
    expect(codeOf(await trySignIn(email, PASSWORD))).to.equal('in');
  });

  it('counts devices that signed in with an earlier password as strangers', async () => {
    const [email, password] = [await newEmail(), 'cavalo bateria grampo'];
    const [device = '', ...otherDevices] = await earlierDevices(email, 4);
    for (let guesses = 0; guesses < 5; guesses += 1) await guess(email);
    expect(codeOf(await trySignIn(email, PASSWORD, { cookie: device }))).to.equal('in');
    await query('DELETE FROM auth.back_off');
    const token = await makeRecoveryLink(world.services.database, email);
    const accepted = await world.post('/api/session.acceptInvitation', { token, email, password });
    const codes = [];
    for (const cookie of otherDevices) {
      for (let guesses = 0; guesses < 5; guesses += 1)
        codes.push(codeOf(await trySignIn(email, 'not the password', { cookie })));
    }
    const compared = codes.filter((code) => code === 'session/invalid-credentials');
    expect(compared).to.have.lengthOf(backOff.account.free);
    const cookie = cookiesOf(accepted);
    expect(codeOf(await trySignIn(email, password, { cookie }))).to.equal('in');
  });

  it('counts devices that signed in before the second factor was on as strangers, except the one that switched it on', async () => {
    const owner = await world.newSeller();
    const devices = await earlierDevices(owner.email, 3);
    const begun = await world.post('/api/person.beginSecondFactor', {}, { as: owner });
    const app = appOf(Object(begun.body).secret);
    const input = { code: app.code() };
    const confirmed = await world.post('/api/person.confirmSecondFactor', input, { as: owner });
    const codes = [];
    for (const cookie of devices) {
      for (let guesses = 0; guesses < 5; guesses += 1)
        codes.push(codeOf(await trySignIn(owner.email, PASSWORD, { cookie, code: '000000' })));
    }
    const compared = codes.filter((code) => code === 'session/wrong-code');
    expect(compared).to.have.lengthOf(backOff.account.free);
    const fromOwnDevice = { cookie: cookiesOf(confirmed), code: app.code(1) };
    expect(codeOf(await trySignIn(owner.email, PASSWORD, fromOwnDevice))).to.equal('in');
    const [deviceAfter = ''] = await earlierDevices(owner.email, 1);
    await query('UPDATE auth.second_factor SET secret = NULL');
    expect(codeOf(await trySignIn(owner.email, PASSWORD, { cookie: deviceAfter }))).to.equal('in');
  });

  it('gives the same answers for existing and unknown accounts', async () => {
    const shape = async (email: string) => {
      const answers = [];
      for (let guesses = 0; guesses < 8; guesses += 1) answers.push(await guess(email));
      return answers.map((answer) => [
        answer.status,
        codeOf(answer),
        answer.headers.has('retry-after'),
        answer.headers.getSetCookie(),
      ]);
    };
    expect(await shape('nobody@example.com')).to.deep.equal(await shape(await newEmail()));
  });

  it('doubles the wait with each guess up to 15 minutes, and does not extend it for attempts made meanwhile', async () => {
    const email = await newEmail();
    const waitAfter = async (): Promise<number> => {
      await endWaits();
      expect(codeOf(await guess(email))).to.equal('session/invalid-credentials');
      const [row] = await query(
        `SELECT round(extract(epoch FROM max(free_at) - now()))::int AS seconds FROM auth.back_off`,
      );
      return Object(row).seconds;
    };
    for (let guesses = 0; guesses < 4; guesses += 1) await guess(email);
    const waits = [await waitAfter(), await waitAfter(), await waitAfter()];
    expect(waits.map((seconds) => Math.round(seconds / 10) * 10)).to.deep.equal([30, 60, 120]);
    for (let guesses = 0; guesses < 10; guesses += 1) await waitAfter();
    expect(await waitAfter()).to.be.within(890, 900);
    const rowsBefore = await query('SELECT * FROM auth.back_off ORDER BY key');
    expect(codeOf(await trySignIn(email, PASSWORD, { address: '198.51.0.1' }))).to.equal(
      'rate/limited',
    );
    const rowsAfter = await query('SELECT * FROM auth.back_off WHERE tries > 5');
    expect(rowsAfter).to.deep.equal(rowsBefore.filter((row) => Object(row).tries > 5));
  });

  it('starts counting again after a successful sign-in', async () => {
    const email = await newEmail();
    for (let guesses = 0; guesses < 4; guesses += 1) await guess(email);
    expect(codeOf(await trySignIn(email, PASSWORD))).to.equal('in');
    for (let guesses = 0; guesses < 4; guesses += 1)
      expect(codeOf(await guess(email))).to.equal('session/invalid-credentials');
  });

  it('limits failed guesses from one address, and does not count successful sign-ins there', async () => {
    const [email, address] = [await newEmail(), '203.0.113.7'];
    for (let times = 0; times < 25; times += 1)
      expect(codeOf(await trySignIn(email, PASSWORD, { address }))).to.equal('in');
    const codes = [];
    for (let guesses = 0; guesses < 25; guesses += 1)
      codes.push(codeOf(await trySignIn(`nobody-${guesses}@example.com`, 'x', { address })));
    expect(codes.indexOf('rate/limited')).to.equal(backOff.address.free);
    expect(codeOf(await trySignIn(email, PASSWORD, { address }))).to.equal('rate/limited');
    expect(codeOf(await trySignIn(email, PASSWORD))).to.equal('in');
  });

  it('shares its counts between processes, and stores no e-mail or IP address in the clear', async () => {
    const [email, address] = [await newEmail(), '203.0.113.9'];
    const other = await openSessions({
      databaseUrl: world.databaseUrl,
      secrets: { sessionSecret: SESSION_SECRET },
      publicUrl: world.url,
      limits: { signIn },
    });
    try {
      const source = { email: ` ${email.toUpperCase()} `, address, device: undefined };
      for (let tries = 0; tries < 5; tries += 1) await other.backOff.of(source).begin();
    } finally {
      await other.close();
    }
    expect(codeOf(await trySignIn(email, PASSWORD))).to.equal('rate/limited');
    const stored = JSON.stringify(await query('SELECT back_off::text FROM auth.back_off'));
    expect(stored).to.not.match(/example|203\.0\.113/i);
  });

  it('refuses none of many attempts at the same moment, where there are no limits', async () => {
    const parts = { secret: SESSION_SECRET, limits: backOffOf(undefined) };
    const pools = [1, 2].map(() => new pg.Pool({ connectionString: world.databaseUrl }));
    const backOffs = pools.map((pool) => createBackOff({ pool, ...parts }));
    const source = { email: emailOf('ana'), address: '203.0.113.9', device: 'one' };
    const tries = Array.from({ length: 100 }, () => backOffs.map(({ of }) => of(source).begin()));
    const refused = (await Promise.allSettled(tries.flat())).filter(
      ({ status }) => status === 'rejected',
    );
    await Promise.all(pools.map((pool) => pool.end()));
    expect(refused).to.deep.equal([]);
  });

  it('deletes expired counts from the database', async () => {
    await guess('guessed-once@example.com');
    await world.services.sessions.sweep();
    expect(await query('SELECT FROM auth.back_off')).to.have.length(2);
    await query(`UPDATE auth.back_off SET forgotten_at = now() - interval '1 second'`);
    await world.services.sessions.sweep();
    expect(await query('SELECT FROM auth.back_off')).to.have.length(0);
  });

  it('does not count a queued sign-in whose caller disconnects, and removes it from the queue', async () => {
    const { hashQueue } = world.services.sessions;
    const [release, before] = [holdQueue(hashQueue), hashQueue.countWaiting()];
    const leaving = new AbortController();
    const answer = fetch(`${world.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emailOf('ana'), password: PASSWORD }),
      signal: leaving.signal,
    }).catch(() => 'gone');
    const { countWaiting } = hashQueue;
    await eventually(() => countWaiting() > before || undefined, 'the request waits');
    leaving.abort();
    expect(await answer).to.equal('gone');
    await eventually(() => countWaiting() === before || undefined, 'the request left');
    await release();
    expect(await query('SELECT FROM auth.back_off')).to.have.length(0);
  });
});
