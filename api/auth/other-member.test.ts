import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { expect } from 'chai';
import { contract } from '#/api/contract/contract.ts';
import { procedureNames } from '#/api/http/procedure-names.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { unreachable } from '#/api/testing/core-at.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { access, exportNames } from './access.ts';
import { callAny } from './testing/call-any.ts';
import { beginSlowCall, codeOf } from './testing/slow-call.ts';

const { output: sessionOutput } = contract['session.get'];
const { output: termsOutput } = contract['admin.getPlatformTerms'];
const MINIMUM = 77_00;

describe('A page of an administrator of two platforms, who went to the other one in another tab', () => {
  let world: ApiWorld;
  let one: NewPerson;
  let other: NewPerson;
  let cookie: string;
  /** What the page sends: it was drawn at the first platform. */
  let page: { readonly cookie: string; readonly 'acting-as': string };

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    one = await world.newAdmin(await world.newPlatform());
    other = await world.newAdmin(await world.newPlatform());
    await signInAsBoth(world, one, other);
    cookie = await signInAsBoth(world, one, one);
    const { body } = await world.get('/api/session.get', { headers: { cookie } });
    page = { cookie, 'acting-as': sessionOutput.parse(body)?.actor ?? '' };
  });
  afterEach(() => mock.reset());

  const choose = async ({ kind, personId }: NewPerson): Promise<void> => {
    const input = { kind, personId };
    const headers = { cookie };
    const { status, text } = await world.post('/api/person.chooseMembership', input, { headers });
    expect(status, text).to.equal(200);
  };

  const readTerms = async () =>
    termsOutput.parse(
      (await world.get('/api/admin.getPlatformTerms', { headers: { cookie } })).body,
    );

  const typeTerms = async () => {
    const { terms, revision: basedOn } = await readTerms();
    const withdrawals = { ...terms.withdrawals, minimum: MINIMUM };
    return { terms: { ...terms, withdrawals }, basedOn };
  };

  it('saves at its own platform until then', async () => {
    const saved = await world.post('/api/admin.revisePlatformTerms', await typeTerms(), {
      headers: page,
    });
    expect(saved.status, saved.text).to.equal(200);
  });

  it('changes no terms of the other platform, and the answer says why', async () => {
    const input = await typeTerms();
    await choose(other);
    const answer = await world.post('/api/admin.revisePlatformTerms', input, { headers: page });
    expect(codeOf(answer)).to.equal('session/other-member');
    expect((await readTerms()).terms.withdrawals.minimum).not.to.equal(MINIMUM);
  });

  it('changes no terms of the other platform by a request whose body arrives later', async () => {
    const input = await typeTerms();
    const checks = mock.method(world.services.sessions, 'readProofAge').mock;
    const finish = beginSlowCall(world, 'admin.revisePlatformTerms', input, cookie);
    await eventually(() => checks.callCount() > 0 || undefined, 'it begins at the first platform');
    await checks.calls[0]?.result;
    await choose(other);
    expect(await finish()).to.equal('session/other-member');
    expect((await readTerms()).terms.withdrawals.minimum).not.to.equal(MINIMUM);
  });

  it('connects the other platform with no acquirer', async () => {
    const account = { baseUrl: unreachable, secretKey: 'sk_of_the_first_platform' };
    await choose(other);
    const answer = await world.post(
      '/api/admin.connectAcquirer',
      { provider: 'fairpay', account },
      { headers: { ...page, 'idempotency-key': randomUUID() } },
    );
    expect(codeOf(answer)).to.equal('session/other-member');
    const { credentials } = world.services.core;
    expect(await credentials.get(other.platformId, 'fairpay')).to.equal(undefined);
  });

  it('reads, changes and exports nothing else, and reads who is signed in by now', async () => {
    await choose(other);
    for (const name of [...procedureNames, ...exportNames]) {
      if (access[name] === 'public') continue;
      const answer = await callAny(world, name, undefined, page);
      expect(codeOf(answer), name).to.equal('session/other-member');
    }
    const { body } = await world.get('/api/session.get', { headers: page });
    expect(sessionOutput.parse(body)?.platformId).to.equal(other.platformId);
  });
});
