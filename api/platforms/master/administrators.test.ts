import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { acceptInterrupted } from '#/api/auth/testing/interrupted.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, people, type Person } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const password = 'cavalo bateria grampo';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Administrators of all platforms', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const post = (name: string, input: object) =>
    world.post(`/api/master.${name}`, input, {
      as: 'master',
      headers: { 'idempotency-key': randomUUID() },
    });

  const list = async (filters = ''): Promise<readonly Record<string, unknown>[]> => {
    const after = await world.store.head();
    const path = `/api/master.listAdministrators?after=${after}${filters}`;
    return Object((await world.get(path, { as: 'master' })).body).items;
  };

  const idsOf = (items: readonly Record<string, unknown>[]) => items.map(({ staffId }) => staffId);

  const find = async (text: string) =>
    Object((await post('searchAdministrators', { text, after: await world.store.head() })).body)
      .items;

  const revisionOf = async (staffId: string, state = 'CURRENT'): Promise<unknown> =>
    (await list(`&state=${state}`)).find((each) => each['staffId'] === staffId)?.['revision'];

  const block = async (staffId: string) =>
    post('blockAdministrator', { staffId, basedOn: await revisionOf(staffId) });

  const restore = async (staffId: string) =>
    post('restoreAdministrator', { staffId, basedOn: await revisionOf(staffId, 'BLOCKED') });

  const signIn = (email: string, secret = PASSWORD) =>
    world.post('/api/auth/sign-in/email', { email, password: secret });

  it('are listed with platform, status and last sign-in; functionaries are not', async () => {
    await world.cookieOf('otherAdmin');
    await eventually(async () => {
      const other = (await list()).find(({ staffId }) => staffId === people.otherAdmin.staffId);
      return other?.['signedInAt'] !== null || undefined;
    }, 'the sign-in is on record');
    const all = await list();
    expect(idsOf(all)).to.have.members(['admin-1', 'deputy-1', 'admin-9']);
    const [first] = await list('&platformId=other');
    expect(first).to.include({
      staffId: 'admin-9',
      platformId: 'other',
      email: emailOf('otherAdmin'),
      name: 'otherAdmin',
      status: 'ACTIVE',
    });
  });

  it('are found by a part of their e-mail, on every platform', async () => {
    expect(idsOf(await find('ADMIN@'))).to.have.members(['admin-1', 'admin-9']);
    expect(await find('clerk')).to.deep.equal([]);
    expect(await find('%')).to.deep.equal([]);
  });

  it('are invited to a platform by a link, and sign in with a password of their own', async () => {
    const email = 'Nova@Loja.example';
    const invited = await post('inviteAdministrator', { platformId: 'other', email });
    const { staffId, url, to } = Object(invited.body);
    expect([codeOf(invited), to]).to.deep.equal(['done', 'nothing']);
    const [nova] = await find('nova@loja');
    expect(nova).to.include({ staffId, status: 'INVITED', platformId: 'other', name: null });
    const repeated = await post('inviteAdministrator', { platformId: 'other', email });
    expect(codeOf(repeated)).to.equal('staff/already-known');

    const secondInvitation = await post('inviteAdministratorAgain', { staffId });
    const tokenOf = (link: unknown) => String(link).split('#')[1] ?? '';
    const first = await world.post('/api/session.openInvitation', { token: tokenOf(url) });
    expect(codeOf(first)).to.equal('invitation/not-usable');
    const token = tokenOf(Object(secondInvitation.body).url);
    const accepted = await world.post('/api/session.acceptInvitation', {
      token,
      email,
      name: 'Nova Administradora',
      password,
    });
    expect(codeOf(accepted)).to.equal('done');
    const { body } = await signIn(email, password);
    expect(body).to.include({ role: 'ADMIN', platformId: 'other' });
    expect(codeOf(await post('inviteAdministratorAgain', { staffId }))).to.equal(
      'staff/came-in-already',
    );
    expect(codeOf(await block(staffId))).to.equal('done');
  });

  it('are not invited by staff, nor by a master to a platform that does not exist', async () => {
    const input = { platformId: 'demo', email: 'mais@loja.example' };
    const byStaff = await world.post('/api/master.inviteAdministrator', input, { as: 'admin' });
    expect(byStaff.status).to.equal(403);
    const nowhere = await post('inviteAdministrator', { ...input, platformId: 'ninguem' });
    expect(codeOf(nowhere)).to.equal('resource/not-found');
  });

  it('are created once when the same address is invited twice at the same moment', async () => {
    const input = { platformId: 'demo', email: 'gemea@loja.example' };
    const answers = await Promise.all([
      post('inviteAdministrator', input),
      post('inviteAdministrator', input),
    ]);
    expect(answers.map(codeOf)).to.have.members(['done', 'staff/already-known']);
    const [invited] = await find('gemea@');
    expect(codeOf(await block(invited.staffId))).to.equal('done');
  });

  it('lose access once they are blocked, and have it again once they are unblocked', async () => {
    await world.cookieOf('deputy');
    expect(codeOf(await block('deputy-1'))).to.equal('done');
    const isSignedOut = async () => {
      const { status } = await world.get('/api/admin.getAcquiring', { as: 'deputy' });
      return status === 401 || undefined;
    };
    await eventually(isSignedOut, 'the administrator is out');
    expect((await signIn(emailOf('deputy'))).body).to.equal(null);
    expect(idsOf(await list('&state=BLOCKED'))).to.include('deputy-1');
    expect(codeOf(await restore('deputy-1'))).to.equal('done');
    expect((await signIn(emailOf('deputy'))).body).to.include({ role: 'ADMIN' });
  });

  it('are changed from the revision that was seen', async () => {
    const late = await post('blockAdministrator', { staffId: 'deputy-1', basedOn: 0 });
    expect(codeOf(late)).to.equal('record/changed-meanwhile');
    const { details } = problem.parse(late.body);
    expect(details).to.include({ revision: 2 });
    // The refused request blocked no one: `admin-1` is not the last active one, and may be blocked.
    expect(codeOf(await block('admin-1'))).to.equal('done');
    expect(codeOf(await restore('admin-1'))).to.equal('done');
  });

  it('cannot be blocked when they are the last active one of a platform, however many others are invited', async () => {
    await post('inviteAdministrator', { platformId: 'other', email: 'ainda-nao@loja.example' });
    const refused = await block(people.otherAdmin.staffId);
    expect(codeOf(refused)).to.equal('staff/last-administrator');
    expect((await signIn(emailOf('otherAdmin'))).body).to.include({ role: 'ADMIN' });
  });

  it('do not count as active after an interrupted acceptance, and their invitation can be sent again', async () => {
    const email = 'interrompida@loja.example';
    const invited = await post('inviteAdministrator', { platformId: 'other', email });
    const { staffId, url } = Object(invited.body);
    const token = String(url).split('#')[1] ?? '';
    await acceptInterrupted(world, { token, email, name: 'Iris', password });
    expect(codeOf(await block(people.otherAdmin.staffId))).to.equal('staff/last-administrator');
    expect(codeOf(await post('inviteAdministratorAgain', { staffId }))).to.equal('done');
  });

  it('keep one active when the last two are blocked at the same moment', async () => {
    const basedOn = new Map(
      await Promise.all(
        ['admin-1', 'deputy-1'].map(async (id) => [id, await revisionOf(id)] as const),
      ),
    );
    const answers = await Promise.all(
      [...basedOn].map(([staffId, revision]) =>
        post('blockAdministrator', { staffId, basedOn: revision }),
      ),
    );
    expect(answers.map(codeOf)).to.have.members(['done', 'staff/last-administrator']);
    expect(await list('&platformId=demo')).to.have.length(1);
  });

  it('do not include functionaries, whom only their platform changes', async () => {
    for (const person of ['clerk', 'accountant'] as const satisfies readonly Person[]) {
      const { staffId } = people[person];
      const answer = await post('blockAdministrator', { staffId, basedOn: 0 });
      expect(codeOf(answer)).to.equal('resource/not-found');
    }
  });
});
