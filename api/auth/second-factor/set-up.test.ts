import { expect } from 'chai';
import { STEP_UP_MS } from '#/api/auth/step-up.ts';
import { appOf, switchOnFactor } from '#/api/auth/testing/authenticator.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Set-up of a second factor', () => {
  let world: ApiWorld;
  let ana: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    ana = await world.newSeller();
  });

  const query = (text: string, values: readonly unknown[] = []) =>
    world.services.database.query(text, [...values]);
  const post = (name: string, input: object = {}) =>
    world.post(`/api/person.${name}`, input, { as: ana });
  const begin = async () =>
    appOf(((await post('beginSecondFactor')).body as { secret: string }).secret);
  const confirm = async (code: string) => codeOf(await post('confirmSecondFactor', { code }));

  it('is over after five wrong codes, however many are sent at once, and begins anew', async () => {
    const app = await begin();
    const guesses = await Promise.all(Array.from({ length: 30 }, () => confirm('000000')));
    const compared = guesses.filter((code) => code === 'session/app-not-confirmed');
    expect(compared).to.have.length(5);
    expect(new Set(guesses)).to.deep.equal(
      new Set(['session/app-not-confirmed', 'session/set-up-over']),
    );
    expect(await confirm(app.code())).to.equal('session/set-up-over');
    expect(await confirm((await begin()).code())).to.equal('done');
  });

  it('is over after a quarter of an hour', async () => {
    const app = await begin();
    await query(`UPDATE auth.second_factor SET begun_at = now() - interval '16 minutes'`);
    expect(await confirm(app.code())).to.equal('session/set-up-over');
  });

  it('needs a step-up for its code too, so that a stolen session cannot confirm it', async () => {
    const app = await begin();
    await query(
      `UPDATE auth.session SET "createdAt" = now() - interval '1 hour', "provenAt" = now() - $1 * interval '1 millisecond'`,
      [STEP_UP_MS + 1_000],
    );
    expect(await confirm(app.code())).to.equal('session/step-up-required');
  });

  it('lets no link for a new password make its browser a known device, whose wrong codes would be counted apart', async () => {
    await switchOnFactor(world, ana);
    const { recovery } = world.services.sessions;
    const cookies = async (email: string) => {
      const link = await recovery.find((await recovery.make(email)) ?? '');
      const token = new URL(link?.url ?? '').hash.slice(1);
      const input = { token, email, password: 'cavalo bateria grampo' };
      return (await world.post('/api/session.acceptInvitation', input)).headers.getSetCookie();
    };
    expect(await cookies(ana.email)).to.deep.equal([]);
    expect(await cookies((await world.newSeller()).email)).to.have.length(1);
  });
});
