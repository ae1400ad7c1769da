import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { faultyPostgres, type FaultyPostgres } from '#/scripts/testing/faulty-postgres.ts';

const path = '/api/auth/sign-in/email';

describe('Sign-in while the database is unavailable', () => {
  let folder: string;
  let postgres: FaultyPostgres;
  let world: ApiWorld;
  let cookie: string;

  before(async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'razao-sign-in-'));
    postgres = await faultyPostgres(folder, { fsync: 'off' });
    const database = { url: postgres.url, drop: async () => undefined };
    world = await apiWorld({ database });
    cookie = await world.cookieOf('ana');
  });

  after(async () => {
    postgres.thaw();
    await world.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  const signIn = (email: string, password = PASSWORD) => world.post(path, { email, password });
  const signOut = () => world.post('/api/auth/sign-out', {}, { headers: { cookie } });
  const whoAmI = () => world.get('/api/session.get', { headers: { cookie } });

  const outcome = ({ status, body, headers }: ApiAnswer) => ({
    status,
    code: problem.safeParse(body).data?.code,
    waits: Number(headers.get('retry-after')) > 0,
    cookies: headers.getSetCookie().length,
  });

  const expectUnavailable = async (): Promise<void> => {
    const answers = await Promise.all([
      signIn(emailOf('ana')),
      signIn(emailOf('ana'), 'a wrong one'),
      signIn('nobody@example.com'),
      signOut(),
    ]);
    const unavailable = { status: 503, code: 'session/unavailable', waits: true, cookies: 0 };
    const busy = { ...unavailable, code: 'session/busy' };
    // A request is busy if its time ran out while it waited for its turn to compare passwords.
    for (const answer of answers) expect(outcome(answer)).to.be.deep.oneOf([unavailable, busy]);
    expect(answers.map(outcome)).to.deep.include(unavailable);
    expect(problem.parse(answers[3]?.body).title).to.match(/banco de dados não responde/);
    // A session is cached for half a second, in which it is still answered.
    const session = await eventually(async () => {
      const answer = await whoAmI();
      return answer.status === 200 && answer.body !== null ? undefined : answer;
    }, 'nobody is known');
    expect(outcome(session)).to.include({ status: 503, code: 'service/unavailable' });
  };

  const expectWorking = async (): Promise<void> => {
    await eventually(async () => (await whoAmI()).status === 200 || undefined, 'it is back');
    expect((await whoAmI()).body).to.include({ name: 'ana' });
    expect((await signIn(emailOf('bia'))).status).to.equal(200);
    expect(outcome(await signIn(emailOf('bia'), 'wrong')).code).to.equal(
      'session/invalid-credentials',
    );
  };

  it('answers 503 while the database hangs, and works again once it responds', async () => {
    await postgres.freeze();
    await expectUnavailable();
    postgres.thaw();
    await expectWorking();
  });

  it('answers 503 while the database is down, and works again after its restart', async () => {
    await postgres.kill();
    await expectUnavailable();
    await postgres.restart();
    await expectWorking();
  });
});
