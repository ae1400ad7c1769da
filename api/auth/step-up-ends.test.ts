import { mock } from 'node:test';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { validInputs } from '#/api/testing/valid-inputs.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { beginSlowCall, codeOf } from './testing/slow-call.ts';

const HOUR_MS = 3_600_000;
const FLAGS: PermissionFlag[] = ['isConfigAvailable', 'isSalesAvailable'];
const GUARDED = 'admin.revisePlatformTerms';

describe('A step-up', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(() => world.cookieOf('admin'));
  afterEach(() => mock.reset());

  const signIn = async ({ email }: NewPerson): Promise<string> => {
    const answer = await world.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    expect(answer.status, answer.text).to.equal(200);
    return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };

  /** Signs in while the clock of this process is an hour ahead. */
  const signInAhead = async (person: NewPerson): Promise<string> => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + HOUR_MS });
    const cookie = await signIn(person);
    mock.timers.reset();
    return cookie;
  };

  const change = async (cookie: string): Promise<string> =>
    codeOf(await world.post(`/api/${GUARDED}`, validInputs[GUARDED], { headers: { cookie } }));

  const takeAndReturnFlag = async ({ personId: staffId }: NewPerson): Promise<void> => {
    // The index of each change is the revision on which it is based.
    for (const [basedOn, permissions] of [['isSalesAvailable'], FLAGS].entries()) {
      const input = { staffId, permissions, basedOn };
      const changed = await world.post('/api/admin.reviseFunctionary', input, { as: 'admin' });
      expect(changed.status, changed.text).to.equal(200);
    }
  };

  /** @param set the SQL that changes the times of the person's sessions */
  const age = ({ personId }: NewPerson, set: string) =>
    world.services.database.query(`UPDATE auth.session SET ${set} WHERE "personId" = $1`, [
      personId,
    ]);

  it('is over for a request whose body arrives after a flag was taken away and returned', async () => {
    const functionary = await world.newFunctionary(FLAGS);
    const cookie = await signIn(functionary);
    const checks = mock.method(world.services.sessions, 'readProofAge').mock;
    const finish = beginSlowCall(world, GUARDED, validInputs[GUARDED], cookie);
    await eventually(() => checks.callCount() > 0 || undefined, 'the step-up is checked');
    await checks.calls[0]?.result;
    await takeAndReturnFlag(functionary);
    expect(await finish()).to.equal('session/step-up-required');
  });

  it('is over five minutes after a sign-in at a process whose clock was an hour ahead', async () => {
    const functionary = await world.newFunctionary(FLAGS);
    const cookie = await signInAhead(functionary);
    await age(
      functionary,
      `"createdAt" = "createdAt" - interval '10 minutes', "provenAt" = "provenAt" - interval '10 minutes'`,
    );
    expect(await change(cookie)).to.equal('session/step-up-required');
  });

  it('is over when a flag is taken away and returns, though the clock of the sign-in was ahead', async () => {
    const functionary = await world.newFunctionary(FLAGS);
    const cookie = await signInAhead(functionary);
    await takeAndReturnFlag(functionary);
    expect(await change(cookie)).to.equal('session/step-up-required');
  });

  it('is over when the clock of the database was set back by an hour', async () => {
    const functionary = await world.newFunctionary(FLAGS);
    const cookie = await signIn(functionary);
    await age(functionary, `"provenAt" = "provenAt" + interval '1 hour'`);
    expect(await change(cookie)).to.equal('session/step-up-required');
    await age(functionary, `"provenAt" = now()`);
    expect(await change(cookie)).not.to.equal('session/step-up-required');
  });
});
