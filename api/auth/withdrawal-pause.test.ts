import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { fund } from '#/api/testing/fund.ts';
import { emailOf, people, PASSWORD } from '#/api/testing/people.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('Withdrawals after a new password', () => {
  let world: ApiWorld;
  const email = emailOf('ana');
  const ownDestination = { ana: '', bia: '' };

  before(async () => {
    world = await apiWorld();
    await fund(world, people.ana, 100_00);
    await fund(world, people.bia, 100_00);
    const { core } = world.services;
    ownDestination.ana = await declareOwnDocument(core, people.ana);
    ownDestination.bia = await declareOwnDocument(core, people.bia);
  });
  after(() => world.close());

  const withdraw = (
    cookie: string,
    key: string,
    destinationId = ownDestination.ana,
  ): Promise<ApiAnswer> =>
    world.post(
      '/api/seller.requestWithdrawal',
      { amount: 20_00, destinationId },
      { headers: { cookie, 'idempotency-key': key } },
    );

  const restsUntil = async (cookie: string) =>
    Object((await world.get('/api/seller.getWithdrawalTerms', { headers: { cookie } })).body)
      .restsUntil;

  const codeOf = ({ status, body }: ApiAnswer): string =>
    status === 200 ? 'done' : problem.parse(body).code;

  const signIn = async (): Promise<string> => {
    const credentials = { email, password: PASSWORD };
    const { headers } = await world.post('/api/auth/sign-in/email', credentials);
    return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };

  /** Makes all passwords older. @param by an interval of SQL */
  const age = (by: string) =>
    world.services.database.query(
      `UPDATE auth.account SET "createdAt" = "createdAt" - $1::interval, "updatedAt" = "updatedAt" - $1::interval`,
      [by],
    );

  it('are paused for 24 hours, however new the session; what was requested before is answered', async () => {
    const first = await world.cookieOf('ana');
    expect(await restsUntil(first)).to.equal(null);
    expect(codeOf(await withdraw(first, 'before'))).to.equal('done');
    await age('10 days');
    await world.services.sessions.setPassword({ email, password: PASSWORD });
    const cookie = await signIn();
    const refused = await withdraw(cookie, 'after');
    expect(codeOf(refused)).to.equal('withdrawal/resting');
    const { until } = Object(problem.parse(refused.body).details);
    expect(Date.parse(until) - Date.now()).to.be.within(DAY_MS - 120_000, DAY_MS);
    expect(await restsUntil(cookie)).to.equal(until);
    expect(codeOf(await withdraw(cookie, 'before'))).to.equal('done');
  });

  it('are not paused for another seller', async () => {
    expect(
      codeOf(await withdraw(await world.cookieOf('bia'), 'other', ownDestination.bia)),
    ).to.equal('done');
  });

  it('are possible again once 24 hours are over', async () => {
    const cookie = await signIn();
    await age('23 hours 55 minutes');
    expect(codeOf(await withdraw(cookie, 'early'))).to.equal('withdrawal/resting');
    await age('10 minutes');
    expect(await restsUntil(cookie)).to.equal(null);
    expect(codeOf(await withdraw(cookie, 'late'))).to.equal('done');
  });
});
