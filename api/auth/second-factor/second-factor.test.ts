import { expect } from 'chai';
import { Secret } from 'otpauth';
import { appOf } from '#/api/auth/testing/authenticator.ts';
import { STEP_UP_MS } from '#/api/auth/step-up.ts';
import { problem } from '#/api/contract/procedure.ts';
import { defaultLimits } from '#/api/http/request-limits.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type AnyPerson, type NewPerson } from '#/api/testing/people.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Second factor', () => {
  let world: ApiWorld;
  let ana: NewPerson;
  const { signIn: limit } = defaultLimits;

  before(async () => {
    world = await apiWorld({ limits: { signIn: limit }, proxies: 1 });
  });
  after(() => world.close());
  beforeEach(async () => {
    await query('DELETE FROM auth.back_off');
    ana = await world.newSeller();
  });

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await world.services.database.query(text, [...values])).rows;

  const signIn = (who: AnyPerson, code?: string, headers = {}): Promise<ApiAnswer> =>
    world.post(
      '/api/auth/sign-in/email',
      { email: emailOf(who), password: PASSWORD, ...(code !== undefined && { code }) },
      { headers },
    );

  const cookieIn = ({ headers }: ApiAnswer): string =>
    headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

  const call = (name: string, cookie: string, input: object = {}): Promise<ApiAnswer> =>
    world.post(`/api/person.${name}`, input, { headers: { cookie } });

  const read = async (cookie: string) =>
    (await world.get('/api/person.getSecondFactor', { headers: { cookie } })).body;

  /** Makes the current codes usable again, as if half a minute had passed. */
  const passPeriod = () => query('UPDATE auth.second_factor SET last_period = 0');

  const setUp = async (who: AnyPerson) => {
    const cookie = cookieIn(await signIn(who));
    const begun = (await call('beginSecondFactor', cookie)).body as { secret: string; uri: string };
    const app = appOf(begun.secret);
    const confirmed = await call('confirmSecondFactor', cookie, { code: app.code() });
    await passPeriod();
    const { recoveryCodes } = confirmed.body as { recoveryCodes: readonly string[] };
    return { cookie, app, uri: begun.uri, recoveryCodes };
  };

  /** Makes all sessions so old that they need a step-up. */
  const age = (): Promise<unknown> =>
    query(
      `UPDATE auth.session SET "createdAt" = now() - interval '1 hour', "provenAt" = now() - $1 * interval '1 millisecond'`,
      [STEP_UP_MS + 1_000],
    );

  it('is required once a code of the app was confirmed, and not before', async () => {
    const cookie = cookieIn(await signIn(ana));
    expect(await read(cookie)).to.deep.equal({
      since: null,
      recoveryCodesLeft: 0,
      isObligatory: false,
    });
    const { secret, uri } = (await call('beginSecondFactor', cookie)).body as {
      secret: string;
      uri: string;
    };
    expect(uri)
      .to.match(/^otpauth:\/\/totp\//)
      .and.include(secret);
    expect(codeOf(await signIn(ana))).to.equal('done');
    const wrong = await call('confirmSecondFactor', cookie, { code: '000000' });
    expect(codeOf(wrong)).to.equal('session/app-not-confirmed');
    expect(codeOf(await signIn(ana))).to.equal('done');
    const confirmed = await call('confirmSecondFactor', cookie, { code: appOf(secret).code() });
    expect(codeOf(confirmed)).to.equal('done');
    expect(await read(cookie)).to.include({ recoveryCodesLeft: 10 });
    expect(codeOf(await signIn(ana))).to.equal('session/code-required');
    expect(codeOf(await signIn('bia'))).to.equal('done');
  });

  it('ends the other sessions of its person when it is switched on and off, and not this one', async () => {
    const otherSession = cookieIn(await signIn(ana));
    const { cookie, app } = await setUp(ana);
    expect(await read(otherSession)).to.include({ code: 'session/required' });
    const laterSession = cookieIn(await signIn(ana, app.code()));
    expect(codeOf(await call('removeSecondFactor', cookie))).to.equal('done');
    expect(await read(laterSession)).to.include({ code: 'session/required' });
    expect(await read(cookie)).to.include({ since: null });
    expect(codeOf(await signIn(ana))).to.equal('done');
  });

  it('takes each code once, however many use it at the same time, and as people type it', async () => {
    const { app } = await setUp(ana);
    const code = app.code();
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    const answers = await Promise.all([signIn(ana, code), signIn(ana, typed), signIn(ana, code)]);
    expect(answers.map(codeOf).toSorted()).to.deep.equal([
      'done',
      'session/wrong-code',
      'session/wrong-code',
    ]);
    expect(codeOf(await signIn(ana, app.code(1)))).to.equal('done');
    expect(codeOf(await signIn(ana, app.code(-1)))).to.equal('session/wrong-code');
    expect(codeOf(await signIn(ana, app.code(4)))).to.equal('session/wrong-code');
  });

  it('lets no one in with the code alone, and leaves no session to someone with the password alone', async () => {
    const { app } = await setUp(ana);
    const [before] = await query('SELECT count(*)::int AS count FROM auth.session');
    const guess = { email: ana.email, password: 'not this one', code: app.code() };
    const answer = await world.post('/api/auth/sign-in/email', guess);
    expect(codeOf(answer)).to.equal('session/invalid-credentials');
    const withoutCode = await signIn(ana);
    expect(withoutCode.headers.getSetCookie()).to.deep.equal([]);
    expect(codeOf(await signIn(ana, app.code()))).to.equal('done');
    const [after] = await query('SELECT count(*)::int AS count FROM auth.session');
    expect(after.count).to.equal(before.count + 1);
  });

  it('makes guesses wait after the fifth, which a right password in between does not reset', async () => {
    const { app } = await setUp(ana);
    const outcomes: string[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      outcomes.push(codeOf(await signIn(ana, '000000')), codeOf(await signIn(ana)));
    }
    const [guessed, onlyPassword, waiting] = [
      'session/wrong-code',
      'session/code-required',
      'rate/limited',
    ];
    expect(outcomes).to.deep.equal([
      ...Array.from({ length: 4 }, () => [guessed, onlyPassword]).flat(),
      guessed,
      ...Array.from({ length: 5 }, () => waiting),
    ]);
    expect(codeOf(await signIn(ana, app.code()))).to.equal('rate/limited');
  });

  it('does not count a sign-in that still lacks its code as a failure', async () => {
    const { app } = await setUp(ana);
    for (let nth = 0; nth < 7; nth += 1) {
      expect(codeOf(await signIn(ana))).to.equal('session/code-required');
    }
    expect(codeOf(await signIn(ana, app.code()))).to.equal('done');
  });

  it('can be replaced by recovery codes, each once, in whatever form it is typed', async () => {
    const { recoveryCodes, cookie } = await setUp(ana);
    expect(new Set(recoveryCodes).size).to.equal(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(codeOf(await signIn(ana, first.toUpperCase().replace('-', ' ')))).to.equal('done');
    expect(codeOf(await signIn(ana, first))).to.equal('session/wrong-code');
    const both = await Promise.all([signIn(ana, second), signIn(ana, second)]);
    expect(both.map(codeOf).toSorted()).to.deep.equal(['done', 'session/wrong-code']);
    expect(await read(cookie)).to.include({ recoveryCodesLeft: 8 });
    const renewed = await call('renewRecoveryCodes', cookie);
    expect(codeOf(renewed)).to.equal('done');
    expect(codeOf(await signIn(ana, recoveryCodes[2]))).to.equal('session/wrong-code');
    const [renewedCode] = (renewed.body as { recoveryCodes: readonly string[] }).recoveryCodes;
    expect(codeOf(await signIn(ana, renewedCode))).to.equal('done');
  });

  it('is the proof of a step-up, for which the password is no longer accepted', async () => {
    const { cookie, app } = await setUp(ana);
    await age();
    const refused = await call('renewRecoveryCodes', cookie);
    expect(refused.body).to.deep.include({
      code: 'session/step-up-required',
      details: { asks: 'code' },
    });
    const stepUp = (input: object) =>
      world.post('/api/auth/step-up', input, { headers: { cookie } }).then(codeOf);
    expect(await stepUp({ password: PASSWORD })).to.equal('session/code-required');
    expect(await stepUp({ code: '000000' })).to.equal('session/wrong-code');
    expect(await stepUp({ code: app.code(), password: 'whatever' })).to.equal('done');
    expect(codeOf(await call('renewRecoveryCodes', cookie))).to.equal('done');
    const cookieOfBia = cookieIn(await signIn('bia'));
    await age();
    expect((await call('beginSecondFactor', cookieOfBia)).body).to.deep.include({
      details: { asks: 'password' },
    });
  });

  it('is set up on another device while the first one goes on to work', async () => {
    const { cookie, app } = await setUp(ana);
    const begun = (await call('beginSecondFactor', cookie)).body as { secret: string };
    const newApp = appOf(begun.secret);
    expect(codeOf(await signIn(ana, newApp.code()))).to.equal('session/wrong-code');
    expect(codeOf(await signIn(ana, app.code()))).to.equal('done');
    const code = newApp.code();
    expect(codeOf(await call('confirmSecondFactor', cookie, { code }))).to.equal('done');
    const twice = await call('confirmSecondFactor', cookie, { code });
    expect(codeOf(twice)).to.equal('session/set-up-over');
    expect(codeOf(await signIn(ana, app.code(1)))).to.equal('session/wrong-code');
    expect(codeOf(await signIn(ana, newApp.code(1)))).to.equal('done');
  });

  it('pauses withdrawals of its seller for a day when it changes', async () => {
    const terms = async (cookie: string) =>
      (await world.get('/api/seller.getWithdrawalTerms', { headers: { cookie } })).body;
    const { cookie } = await setUp(ana);
    expect(await terms(cookie))
      .to.have.property('restsUntil')
      .that.is.a('string');
    await query(`UPDATE auth.second_factor SET changed_at = now() - interval '25 hours'`);
    expect(await terms(cookie)).to.have.property('restsUntil', null);
    await call('removeSecondFactor', cookie);
    expect(await terms(cookie))
      .to.have.property('restsUntil')
      .that.is.a('string');
  });

  it('is stored so that neither the database alone nor the log yields a code', async () => {
    const { recoveryCodes, uri } = await setUp(ana);
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    const [row] = await query(
      `SELECT secret, recovery_codes FROM auth.second_factor JOIN auth."user" AS who ON who.id = user_id
       WHERE email = $1`,
      [ana.email],
    );
    const storedBytes = Buffer.concat([row.secret, ...row.recovery_codes]);
    expect(storedBytes.includes(Buffer.from(Secret.fromBase32(secret).bytes))).to.equal(false);
    for (const text of [secret, ...recoveryCodes]) {
      expect(storedBytes.includes(text)).to.equal(false);
      expect(world.logged.join('\n')).to.not.include(text);
    }
  });

  it('has each of its changes on the trail', async () => {
    const { cookie, recoveryCodes } = await setUp(ana);
    await signIn(ana, recoveryCodes[0]);
    await world.post('/api/auth/step-up', { code: recoveryCodes[1] }, { headers: { cookie } });
    await call('renewRecoveryCodes', cookie);
    await call('removeSecondFactor', cookie);
    const changes = await eventually(async () => {
      const path = `/api/admin.listAccess?kind=SECOND_FACTOR&personId=${ana.personId}`;
      const { items } = (await world.get(path, { as: 'admin' })).body as {
        items: readonly { change: string }[];
      };
      return items.length === 5 ? items.map(({ change }) => change) : undefined;
    }, 'all is recorded');
    expect(changes.toSorted()).to.deep.equal([
      'NEW_RECOVERY_CODES',
      'OFF',
      'ON',
      'RECOVERY_CODE_USED',
      'RECOVERY_CODE_USED',
    ]);
  });

  it('is switched off by a command for a person who lost it, which ends all their sessions', async () => {
    const { cookie } = await setUp(ana);
    const reset = (email: string) =>
      runScript('reset-second-factor', ['--email', email], { DATABASE_URL: world.databaseUrl });
    expect((await reset(ana.email)).output).to.include('with the password alone now');
    expect(await read(cookie)).to.include({ code: 'session/required' });
    expect(codeOf(await signIn(ana))).to.equal('done');
    expect(await reset(ana.email)).to.deep.include({ code: 1 });
    expect((await reset('ninguém')).output).to.include('Say whose it is with --email');
  }).timeout(60_000);

  it('cannot be renewed, removed or confirmed before it is set up', async () => {
    const cookie = cookieIn(await signIn(ana));
    for (const name of ['renewRecoveryCodes', 'removeSecondFactor'])
      expect(codeOf(await call(name, cookie)), name).to.equal('session/second-factor-off');
    const early = await call('confirmSecondFactor', cookie, { code: '123456' });
    expect(codeOf(early)).to.equal('session/set-up-over');
  });
});
