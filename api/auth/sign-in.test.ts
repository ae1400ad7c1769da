import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { defaultLimits } from '#/api/http/request-limits.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';

const path = '/api/auth/sign-in/email';

describe('Sign-in', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld({ limits: { signIn: defaultLimits.signIn } });
  });
  after(() => world.close());

  it('sets an HttpOnly, SameSite cookie and keeps its token out of the response body', async () => {
    const { status, body, headers, text } = await world.post(path, {
      email: emailOf('ana'),
      password: PASSWORD,
    });
    expect(status).to.equal(200);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie)
      .to.match(/HttpOnly/)
      .and.match(/SameSite=Lax/)
      .and.match(/Path=\//);
    expect(body).to.include({ role: 'SELLER', sellerId: 'seller-1', platformId: 'demo' });
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(token).to.have.length.above(20);
    expect(text).to.not.include(token);
  });

  it('session.get lists the permissions of the signed-in person, and is null for anonymous callers', async () => {
    const session = async (as: 'accountant' | 'admin') =>
      Object(await world.get('/api/session.get', { as })).body;
    const accountant = await session('accountant');
    expect(accountant.permissions).to.deep.equal(['isSalesAvailable']);
    expect((await session('admin')).permissions).to.have.lengthOf(20);
    expect((await world.get('/api/session.get')).body).to.equal(null);
  });

  it('answers a wrong password and an unknown e-mail alike', async () => {
    const wrong = [
      { email: emailOf('ana'), password: 'not this one' },
      { email: 'nobody@example.com', password: PASSWORD },
    ];
    const answers = await Promise.all(wrong.map((each) => world.post(path, each)));
    const [first, second] = answers.map(({ body }) => {
      const { requestId: _, ...same } = problem.parse(body);
      return same;
    });
    expect(first).to.deep.equal(second);
    expect(first?.code).to.equal('session/invalid-credentials');
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).to.deep.equal([]);
  });

  // The password is replaced before or after the new session is stored.
  for (const [when, ends] of [
    ['BEFORE', 'the other sessions had ended already'],
    ['AFTER', 'it ended with the others'],
  ] as const) {
    it(`with the old password opens no session when that is replaced while it is compared: ${ends}`, async () => {
      const { database } = world.services;
      const request = { email: emailOf('clerk'), password: PASSWORD };
      const { rows } = await database.query<{ password: string; userId: string }>(
        `SELECT password, "userId" FROM auth.account JOIN auth."user" AS who ON who.id = "userId"
         WHERE who.email = $1`,
        [request.email],
      );
      // Replaces the password while the sign-in stores its session, as another process would.
      await database.query(`
        CREATE FUNCTION auth.replace_password() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          UPDATE auth.account SET password = 'replaced' WHERE "userId" = NEW."userId";
          DELETE FROM auth.session WHERE "userId" = NEW."userId";
          RETURN NEW;
        END $$;
        CREATE TRIGGER replaced ${when} INSERT ON auth.session
          FOR EACH ROW EXECUTE FUNCTION auth.replace_password()`);
      const answer = await world.post(path, request);
      await database.query('DROP FUNCTION auth.replace_password() CASCADE');
      expect(problem.parse(answer.body).code).to.equal('session/invalid-credentials');
      expect(answer.headers.getSetCookie()).to.deep.equal([]);
      const remaining = await database.query('SELECT FROM auth.session WHERE "userId" = $1', [
        rows[0]?.userId,
      ]);
      expect(remaining.rows).to.have.length(0);
      await database.query('UPDATE auth.account SET password = $1 WHERE "userId" = $2', [
        rows[0]?.password,
        rows[0]?.userId,
      ]);
      expect((await world.post(path, request)).status).to.equal(200);
    });
  }

  it('signing out ends the session on the server, too', async () => {
    const { headers } = await world.post(path, { email: emailOf('bia'), password: PASSWORD });
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const options = { headers: { cookie } };
    expect((await world.get('/api/session.get', options)).body).to.include({ name: 'bia' });
    await world.post('/api/auth/sign-out', {}, options);
    expect((await world.get('/api/session.get', options)).body).to.equal(null);
  });

  it('rejects malformed requests, other HTTP methods and requests from other sites', async () => {
    const wrong: readonly (readonly [unknown, Readonly<Record<string, string>>, string])[] = [
      [{}, {}, 'request/invalid-input'],
      [{ email: 'x', password: 'y' }, {}, 'request/invalid-input'],
      [{ email: emailOf('ana'), password: { $ne: '' } }, {}, 'request/invalid-input'],
      [{ email: emailOf('ana'), password: 'x', admin: true }, {}, 'request/invalid-input'],
      [{}, { origin: 'https://evil.example' }, 'request/cross-site'],
    ];
    for (const [body, headers, code] of wrong) {
      const answer = await world.post(path, body, { headers });
      expect(problem.parse(answer.body).code).to.equal(code);
    }
    expect((await world.get(path)).status).to.equal(405);
  });

  it('answers 429 to repeated guesses, and logs neither password nor e-mail', async () => {
    const guess = () => world.post(path, { email: emailOf('ana'), password: 'a guess of mine' });
    let answer = await guess();
    for (let attempt = 0; attempt < 20 && answer.status !== 429; attempt += 1)
      answer = await guess();
    expect(problem.parse(answer.body).code).to.equal('rate/limited');
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 600);
    const log = world.logged.join('');
    expect(log).to.not.include('a guess of mine').and.not.include('example.com');
  });
});
