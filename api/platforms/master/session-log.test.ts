import { expect } from 'chai';
import type { SessionLine } from '#/api/contract/master.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, people, type Person } from '#/api/testing/people.ts';
import { dayOf } from '#/domain/values/time.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

describe('Log of sessions at all platforms', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld({ proxies: 1 });
    for (const person of ['ana', 'otherAdmin', 'master', 'admin'] as const) await enter(person);
    expect((await enter('otherAdmin', 'senha errada')).status).to.equal(401);
    await world.get('/api/admin.getSeller?sellerId=seller-1', { as: 'admin' });
  });
  after(() => world.close());

  const enter = (person: Person, password = PASSWORD) =>
    world.post(
      '/api/auth/sign-in/email',
      { email: emailOf(person), password },
      { headers: { 'x-forwarded-for': '203.0.113.7' } },
    );

  const page = async (filters = '') => {
    const after = await world.store.head();
    const path = `/api/master.listSessionLog?after=${after}${filters}`;
    const { body } = await world.get(path, { as: 'master' });
    return { lines: Object(body).items as SessionLine[], next: Object(body).nextCursor };
  };

  const lineOf = (personId: string, kind: string): Promise<SessionLine> =>
    eventually(
      async () => (await page(`&personId=${personId}&kind=${kind}`)).lines[0],
      `${kind} of ${personId} is on record`,
    );

  it('has who came in where and from where, sellers by their id alone', async () => {
    const seller = await lineOf(people.ana.sellerId, 'SIGNED_IN');
    expect(seller.person).to.deep.equal({ kind: 'seller', id: people.ana.sellerId, email: null });
    expect(seller).to.include({ platformId: 'demo', address: '203.0.113.7' });
    const other = await lineOf(people.otherAdmin.staffId, 'SIGNED_IN');
    expect(other.person.email).to.equal(emailOf('otherAdmin'));
    expect(other.platformId).to.equal('other');
  });

  it('has masters too, at no platform', async () => {
    const line = await lineOf(people.master.masterId, 'SIGNED_IN');
    expect(line).to.include({ platformName: null, platformId: 'installation' });
    expect(line.person).to.include({ kind: 'master', email: emailOf('master') });
  });

  it('has failures, and not whose data was opened', async () => {
    await lineOf(people.otherAdmin.staffId, 'SIGN_IN_FAILED');
    await eventually(async () => {
      const { body } = await world.get('/api/admin.listAccess?kind=DATA_OPENED', { as: 'admin' });
      return Object(body).items.length > 0 || undefined;
    }, 'the look is on record');
    const { lines } = await page('&limit=100');
    const kinds: readonly string[] = lines.map(({ kind }) => kind);
    expect(kinds).to.include('SIGN_IN_FAILED').and.not.include('DATA_OPENED');
  });

  it('is read by page, day and platform, the newest first', async () => {
    const { lines: all } = await page('&limit=100');
    const first = await page('&limit=2');
    expect(first.lines, 'whose data was opened takes no place').to.have.length(2);
    const second = await page(`&limit=100&cursor=${first.next}`);
    const read = [...first.lines, ...second.lines].map(({ eventId }) => eventId);
    expect(read).to.deep.equal(all.map(({ eventId }) => eventId));
    expect(all.map(({ at }) => at)).to.deep.equal(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const today = dayOf(world.services.core.now());
    expect((await page(`&limit=100&from=${today}`)).lines).to.have.length(all.length);
    expect((await page('&to=2020-01-01')).lines).to.deep.equal([]);
    const { lines: others } = await page('&platformId=other');
    expect(new Set(others.map(({ platformId }) => platformId))).to.deep.equal(new Set(['other']));
  });
});
