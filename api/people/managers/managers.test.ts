import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { roles } from '#/api/contract/roles.ts';
import type { ManagerLine } from '#/api/contract/managers.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type AnyPerson, type NewPerson } from '#/api/testing/people.ts';
import { UNKNOWN } from '#/api/testing/valid-inputs.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Managers of a platform', () => {
  let world: ApiWorld;
  let gil: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    gil = await world.newManager([await world.newSeller(), await world.newSeller()]);
  });

  const call = (name: string, input: object, as: AnyPerson = 'admin', key = randomUUID()) =>
    world.post(`/api/admin.${name}`, input, { as, headers: { 'idempotency-key': key } });

  const list = async (query = '', as: AnyPerson = 'admin'): Promise<readonly ManagerLine[]> => {
    const after = (await world.store.head()) ?? '';
    const { status, text, body } = await world.get(
      `/api/admin.listManagers?after=${after}&limit=100${query}`,
      { as },
    );
    expect(status, text).to.equal(200);
    return Object(body).items;
  };

  const lineOf = async ({ personId }: NewPerson, query = ''): Promise<ManagerLine> => {
    const line = (await list(query)).find(({ managerId }) => managerId === personId);
    if (!line) throw new Error(`${personId} is not listed`);
    return line;
  };

  const signIn = ({ email }: NewPerson) =>
    world.post('/api/auth/sign-in/email', { email, password: PASSWORD, area: 'manager' });

  const dashboard = (cookie: string) =>
    world.get('/api/manager.getDashboard', { headers: { cookie } });

  it('sign in as managers, and are listed with portfolio and last sign-in', async () => {
    expect((await signIn(gil)).body).to.include({ role: 'MANAGER', platformId: 'demo' });
    const line = await eventually(async () => {
      const current = await lineOf(gil);
      return current.signedInAt === null ? undefined : current;
    }, 'the sign-in is on record');
    expect(line).to.include({
      email: gil.email,
      name: 'new',
      status: 'ACTIVE',
      sellers: 2,
      volume: 0,
      revision: 0,
      changedBy: null,
    });
  });

  it('are shown to staff of their platform who hold the flag, and to no one else', async () => {
    const keeper = await world.newFunctionary(['isManagersAvailable']);
    const shown = (await list('', keeper)).map(({ managerId }) => managerId);
    expect(shown).to.include(gil.personId).and.to.not.include('manager-9');
    const other = (await list('', 'otherAdmin')).map(({ managerId }) => managerId);
    expect(other).to.deep.equal(['manager-9']);
    const without = await world.newFunctionary(['isUsersAvailable', 'isFunctionariesAvailable']);
    const answer = await world.get('/api/admin.listManagers', { as: without });
    expect(codeOf(answer)).to.equal('session/forbidden');
  });

  it('lose access at once when they are blocked, and have the same portfolio once they are unblocked', async () => {
    const cookie = await world.cookieOf(gil);
    await world.waitUntilShown();
    expect((await dashboard(cookie)).body).to.include({ sellers: 2 });
    const { personId: managerId } = gil;
    expect(codeOf(await call('blockManager', { managerId, basedOn: 0 }))).to.equal('done');
    expect(codeOf(await dashboard(cookie))).to.equal('session/required');
    expect((await signIn(gil)).body).to.equal(null);
    const blocked = await lineOf(gil, '&state=BLOCKED');
    expect(blocked).to.include({ status: 'BLOCKED', sellers: 2, changedBy: emailOf('admin') });
    expect(codeOf(await call('restoreManager', { managerId, basedOn: 1 }))).to.equal('done');
    expect((await dashboard(cookie)).status, 'the session of before').to.equal(401);
    expect((await signIn(gil)).body).to.include({ role: 'MANAGER' });
    expect(await lineOf(gil)).to.include({ status: 'ACTIVE', sellers: 2 });
  });

  it('are not changed by a request based on an older revision, nor by a repeated request', async () => {
    const { personId: managerId } = gil;
    const key = randomUUID();
    const change = { managerId, basedOn: 0 };
    expect(codeOf(await call('blockManager', change, 'admin', key))).to.equal('done');
    const late = await call('restoreManager', { managerId, basedOn: 0 }, 'deputy');
    expect(problem.parse(late.body)).to.deep.include({ code: 'record/changed-meanwhile' });
    expect(problem.parse(late.body).details).to.include({ revision: 1 });
    expect(codeOf(await call('restoreManager', { managerId, basedOn: 1 }))).to.equal('done');
    const cookie = String((await signIn(gil)).headers.getSetCookie()[0]?.split(';', 1)[0]);
    expect(codeOf(await call('blockManager', change, 'admin', key)), 'repeated').to.equal('done');
    expect((await dashboard(cookie)).status, 'who was let in again stays in').to.equal(200);
  });

  it('of another platform are not found, with the same answer as for unknown managers', async () => {
    const foreignId = 'manager-9';
    for (const [name, input] of [
      ['blockManager', { basedOn: 0 }],
      ['restoreManager', { basedOn: 0 }],
      ['inviteManagerAgain', {}],
      ['assignSellers', { sellers: [{ sellerId: 'seller-2', basedOn: null }] }],
    ] as const) {
      const head = await world.lastFact();
      const ofForeign = await call(name, { managerId: foreignId, ...input });
      const ofUnknown = await call(name, { managerId: UNKNOWN, ...input });
      const { requestId: _, ...problemOfForeign } = problem.parse(ofForeign.body);
      const { requestId: __, ...problemOfUnknown } = problem.parse(ofUnknown.body);
      expect([ofForeign.status, problemOfForeign], name).to.deep.equal([404, problemOfUnknown]);
      expect(await world.lastFact(), name).to.equal(head);
    }
    for (const name of ['listPortfolio', 'listPortfolioMoves']) {
      const { status } = await world.get(`/api/admin.${name}?managerId=${foreignId}`, {
        as: 'admin',
      });
      expect(status, name).to.equal(404);
    }
  });

  it('have no access while their platform is blocked', async () => {
    const platformId = await world.newPlatform();
    const rafa = await world.newManager([], platformId);
    const cookie = await world.cookieOf(rafa);
    expect((await dashboard(cookie)).status).to.equal(200);
    const block = await world.post(
      '/api/master.blockPlatform',
      { platformId, basedOn: 0 },
      { as: 'master' },
    );
    expect(block.status, block.text).to.equal(200);
    expect((await dashboard(cookie)).status).to.equal(401);
    expect((await signIn(rafa)).body).to.equal(null);
  });

  it('are signed out after the idle time of their role', async () => {
    const cookie = await world.cookieOf(gil);
    await world.services.database.query(
      `UPDATE auth.session SET "updatedAt" = now() - make_interval(hours => $2) WHERE "personId" = $1`,
      [gil.personId, roles.MANAGER.session.idleHours + 1],
    );
    const ended = await eventually(async () => {
      const { status } = await dashboard(cookie);
      return status === 401 || undefined;
    }, 'the idle session ends');
    expect(ended).to.equal(true);
  });
});
