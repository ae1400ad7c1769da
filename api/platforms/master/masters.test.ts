import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { MasterCaller } from '#/api/auth/caller.ts';
import { inviteMaster } from '#/api/auth/links/invitations.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, people, type AnyPerson, type NewPerson } from '#/api/testing/people.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { master } from '#/domain/master/master.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { blockMaster, restoreMaster } from './change-master.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Masters of an installation', () => {
  let world: ApiWorld;
  let mara: NewPerson;

  beforeEach(async () => {
    world = await apiWorld();
    mara = await world.newMaster();
  });
  afterEach(() => world.close());

  const call = (
    name: 'blockMaster' | 'restoreMaster',
    { personId: masterId }: { readonly personId: string },
    {
      as = 'master',
      basedOn = 0,
      key = randomUUID(),
    }: {
      readonly as?: AnyPerson;
      readonly basedOn?: number;
      readonly key?: string;
    } = {},
  ): Promise<ApiAnswer> =>
    world.post(
      `/api/master.${name}`,
      { masterId, basedOn },
      { as, headers: { 'idempotency-key': key } },
    );

  const list = async (as: AnyPerson = 'master'): Promise<readonly Record<string, unknown>[]> => {
    const after = await world.store.head();
    return Object((await world.get(`/api/master.listMasters?after=${after}`, { as })).body).items;
  };

  const firstMaster = { personId: people.master.masterId };

  /** Calls the change as a master whose session was checked before it ended. @returns `done`, or the code of the refusal */
  const changeBy = (
    changeMaster: typeof blockMaster | typeof restoreMaster,
    change: { readonly masterId: string; readonly basedOn: number },
    { own: callerId, email }: { readonly own: string; readonly email: string },
  ): Promise<string> => {
    const caller: MasterCaller = {
      role: 'MASTER',
      masterId: callerId,
      email,
      name: callerId,
      platformId: INSTALLATION_ID,
      actor: `master:${callerId}`,
      expiresAt: Number.POSITIVE_INFINITY,
      lacksSecondFactor: false,
    };
    const by = { platform: INSTALLATION_ID, actor: caller.actor, commandId: randomUUID() };
    return changeMaster(world.services, change, { caller, by }).then(
      () => 'done',
      (error: unknown) => (error instanceof Refused ? error.code : String(error)),
    );
  };

  const signIn = ({ email }: Pick<NewPerson, 'email'>) =>
    world.post('/api/auth/sign-in/email', { email, password: PASSWORD, area: 'master' });

  it('are listed with state and last sign-in, and each sees which one they are', async () => {
    await world.cookieOf(mara);
    await eventually(async () => {
      const listed = (await list()).find(({ masterId }) => masterId === mara.personId);
      return listed?.['signedInAt'] !== null || undefined;
    }, 'the sign-in is on record');
    const all = await list();
    expect(all.map(({ masterId }) => masterId)).to.deep.equal([
      firstMaster.personId,
      mara.personId,
    ]);
    const [oldest, other] = all;
    expect(oldest).to.include({ email: emailOf('master'), status: 'ACTIVE', isOneself: true });
    expect(other).to.include({
      email: mara.email,
      status: 'ACTIVE',
      revision: 0,
      isOneself: false,
    });
    const own = (await list(mara)).filter(({ isOneself }) => isOneself);
    expect(own.map(({ masterId }) => masterId)).to.deep.equal([mara.personId]);
  });

  it('lose access at once when another master blocks them, and have it again once they are unblocked', async () => {
    const headers = { cookie: await world.cookieOf(mara) };
    expect(codeOf(await call('blockMaster', mara))).to.equal('done');
    await eventually(async () => {
      const { status } = await world.get('/api/master.listPlatforms', { headers });
      return status === 401 || undefined;
    }, 'the master is out');
    expect((await signIn(mara)).body).to.equal(null);
    const blocked = (await list()).find(({ masterId }) => masterId === mara.personId);
    expect(blocked).to.include({ status: 'BLOCKED', revision: 1 });
    expect(codeOf(await call('restoreMaster', mara, { basedOn: 1 }))).to.equal('done');
    expect((await signIn(mara)).body).to.include({ role: 'MASTER' });
    expect((await world.get('/api/master.listPlatforms', { headers })).status).to.equal(401);
  });

  it('have invitations that cannot be opened while they are blocked', async () => {
    const email = 'nova@loja.example';
    const invited = await world.post(
      '/api/master.inviteAdministrator',
      { platformId: 'other', email },
      { as: mara },
    );
    const token = String(Object(invited.body).url).split('#')[1] ?? '';
    const open = async () => codeOf(await world.post('/api/session.openInvitation', { token }));
    expect(await open()).to.equal('done');
    await call('blockMaster', mara);
    expect(await open()).to.equal('invitation/not-usable');
  });

  /** Invites a person who can already sign in, as the operator does. @returns a function that joins by a session's cookie */
  const inviteByOperator = async ({ email }: NewPerson) => {
    const token = await inviteMaster(world.services.database, email);
    return async (cookie: string): Promise<string> =>
      codeOf(await world.post('/api/session.joinByInvitation', { token }, { headers: { cookie } }));
  };

  it('stay one master each when the operator invites them again, so that one block ends their access', async () => {
    const token = await inviteMaster(world.services.database, mara.email);
    const opened = await world.post('/api/session.openInvitation', { token });
    expect(codeOf(opened)).to.equal('invitation/not-usable');
    const join = await inviteByOperator(mara);
    expect(await join(await world.cookieOf(mara))).to.equal('invitation/not-usable');
    expect(codeOf(await call('blockMaster', mara))).to.equal('done');
    expect((await signIn(mara)).body).to.equal(null);
  });

  it('cannot join by a link that was open when they were blocked, even after their data was erased', async () => {
    const ana = await world.newSeller();
    const { sessions } = world.services;
    expect(await (await inviteByOperator(ana))(await world.cookieOf(ana))).to.equal('done');
    const all = await sessions.memberships.of(ana.email);
    const personId = all.find(({ kind }) => kind === 'master')?.personId ?? '';
    const joinLater = await inviteByOperator(ana);
    expect(codeOf(await call('blockMaster', { personId }))).to.equal('done');
    await sessions.erase({ ...NO_ACCOUNTS, master: [personId] });
    const { headers } = await world.post('/api/auth/sign-in/email', {
      email: ana.email,
      password: PASSWORD,
      area: 'seller',
    });
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    expect(await joinLater(cookie)).to.equal('invitation/not-usable');
  });

  it('cannot block themselves, nor a second master with the same sign-in', async () => {
    expect(codeOf(await call('blockMaster', firstMaster))).to.equal('master/oneself');
    expect(codeOf(await call('blockMaster', mara, { as: mara }))).to.equal('master/oneself');
    const second = { ...mara, personId: (await world.newMaster()).personId };
    const { database, sessions } = world.services;
    await database.query('DELETE FROM auth.membership WHERE person_id = $1', [second.personId]);
    await sessions.memberships.join({ email: mara.email, name: 'Mara' }, second);
    expect(codeOf(await call('blockMaster', second, { as: mara }))).to.equal('master/oneself');
    expect((await signIn(mara)).body).to.include({ role: 'MASTER' });
  });

  it('keep one active when two block each other at the same moment', async () => {
    await Promise.all([world.cookieOf(mara), world.cookieOf('master')]);
    const answers = await Promise.all([
      call('blockMaster', mara),
      call('blockMaster', firstMaster, { as: mara }),
    ]);
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'done')).to.have.length(1);
    // The target is the last master, or the sender's session has ended.
    const [refused] = codes.filter((code) => code !== 'done');
    expect(['master/last', 'session/required']).to.include(refused);
    const { handler } = world.services.core;
    const states = await Promise.all(
      [mara.personId, firstMaster.personId].map((id) =>
        handler.load(master, streamOf('master', id)),
      ),
    );
    expect(states.map(({ state }) => state.status).toSorted()).to.deep.equal([
      'ACTIVE',
      'ARCHIVED',
    ]);
  });

  it('do not count as remaining when blocked, even if the stream of all masters lacks the block', async () => {
    const nilo = await world.newMaster();
    const { core } = world.services;
    const archive = { type: 'Archive', basedOn: 0, now: core.now() } as const;
    const byMaster = { platform: INSTALLATION_ID, actor: `master:${firstMaster.personId}` };
    await core.handler.handle(master, streamOf('master', nilo.personId), archive, {
      ...byMaster,
      commandId: randomUUID(),
      correlation: nilo.personId,
    });
    const block = (masterId: string, own: string, email: string) =>
      changeBy(blockMaster, { masterId, basedOn: 0 }, { own, email });
    expect(await block(mara.personId, firstMaster.personId, emailOf('master'))).to.equal('done');
    expect(await block(firstMaster.personId, mara.personId, mara.email)).to.equal('master/last');
  });

  it('cannot unblock anyone once they are blocked themselves', async () => {
    const nilo = await world.newMaster();
    for (const each of [mara, nilo])
      expect(codeOf(await call('blockMaster', each))).to.equal('done');
    const restore = (own: string, email: string) =>
      changeBy(restoreMaster, { masterId: mara.personId, basedOn: 1 }, { own, email });
    expect(await restore(nilo.personId, nilo.email)).to.equal('master/blocked');
    expect((await signIn(mara)).body, 'she is still blocked').to.equal(null);
    expect(await restore(firstMaster.personId, emailOf('master'))).to.equal('done');
    expect((await signIn(mara)).body).to.include({ role: 'MASTER' });
  });

  it('can block one another in turn, and one always remains', async () => {
    const nilo = await world.newMaster();
    await call('blockMaster', mara);
    await call('blockMaster', firstMaster, { as: nilo });
    expect(codeOf(await call('restoreMaster', mara, { as: nilo, basedOn: 1 }))).to.equal('done');
    expect(codeOf(await call('blockMaster', nilo, { as: mara }))).to.equal('done');
    expect((await list(mara)).filter(({ status }) => status === 'ACTIVE')).to.have.length(1);
    expect((await signIn(mara)).body).to.include({ role: 'MASTER' });
    expect((await signIn(nilo)).body).to.equal(null);
  });

  it('are changed from the revision that was seen, once by a request that is repeated', async () => {
    const late = await call('blockMaster', mara, { basedOn: 7 });
    expect(codeOf(late)).to.equal('record/changed-meanwhile');
    expect(problem.parse(late.body).details).to.include({ revision: 0 });
    const key = 'blocks-mara';
    expect(codeOf(await call('blockMaster', mara, { key }))).to.equal('done');
    expect(codeOf(await call('restoreMaster', mara, { basedOn: 1 }))).to.equal('done');
    expect(codeOf(await call('blockMaster', mara, { key })), 'it was done').to.equal('done');
    expect((await signIn(mara)).body, 'and is not done again').to.include({ role: 'MASTER' });
    const reused = await call('blockMaster', firstMaster, { key });
    expect(codeOf(reused)).to.equal('idempotency/key-reused');
  });

  it('are seen and changed by masters alone, and an unknown one is not found', async () => {
    for (const as of ['admin', 'clerk', 'ana'] as const) {
      expect((await world.get('/api/master.listMasters', { as })).status).to.equal(403);
      expect((await call('blockMaster', mara, { as })).status).to.equal(403);
      expect((await call('restoreMaster', mara, { as })).status).to.equal(403);
    }
    for (const personId of ['nobody', people.admin.staffId])
      expect(codeOf(await call('blockMaster', { personId }))).to.equal('resource/not-found');
  });
});
