import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { inviteMaster } from '#/api/auth/links/invitations.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

const tokenIn = (url: unknown): string => String(url).split('#')[1] ?? '';

describe('A master as an administrator', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const invite = (email: string, platformId = 'other'): Promise<ApiAnswer> =>
    world.post(
      '/api/master.inviteAdministrator',
      { platformId, email },
      { as: 'master', headers: { 'idempotency-key': randomUUID() } },
    );

  const open = async (token: string): Promise<string> =>
    codeOf(await world.post('/api/session.openInvitation', { token }));

  const join = async (token: string, person: NewPerson): Promise<string> => {
    const headers = { cookie: await world.cookieOf(person) };
    return codeOf(await world.post('/api/session.joinByInvitation', { token }, { headers }));
  };

  const kindsOf = async (email: string): Promise<readonly string[]> =>
    (await world.services.sessions.memberships.of(email)).map(({ kind }) => kind).toSorted();

  it('is not invited, by any spelling of the address, and no staff record is made', async () => {
    const positionBefore = await world.lastFact();
    for (const email of [emailOf('master'), emailOf('master').toUpperCase()]) {
      const refused = await invite(email);
      expect(codeOf(refused)).to.equal('staff/is-master');
      expect(refused.status).to.equal(409);
    }
    expect(await kindsOf(emailOf('master'))).to.deep.equal(['master']);
    const staff = (await Array.fromAsync(world.store.readAll({})))
      .flat()
      .filter(({ type, position }) => type === 'StaffCreated' && position > (positionBefore ?? ''));
    expect(staff).to.deep.equal([]);
  });

  it('is not invited when blocked as a master either', async () => {
    const blockedMaster = await world.newMaster();
    const blocking = { masterId: blockedMaster.personId, basedOn: 0 };
    expect(
      codeOf(await world.post('/api/master.blockMaster', blocking, { as: 'master' })),
    ).to.equal('done');
    expect(codeOf(await invite(blockedMaster.email))).to.equal('staff/is-master');
  });

  it('is refused when the user of the link became a master after it was sent', async () => {
    const ana = await world.newSeller();
    const { url, staffId } = Object((await invite(ana.email)).body);
    const token = tokenIn(url);
    expect(await open(token)).to.equal('done');
    const asMaster = await inviteMaster(world.services.database, ana.email);
    expect(await join(asMaster, ana)).to.equal('done');
    expect(await open(token), 'it opens as it is used').to.equal('staff/is-master');
    expect(await join(token, ana)).to.equal('staff/is-master');
    expect(await kindsOf(ana.email)).to.deep.equal(['master', 'seller']);
    const invitedAgain = await world.post(
      '/api/master.inviteAdministratorAgain',
      { staffId },
      { as: 'master' },
    );
    expect(codeOf(invitedAgain)).to.equal('staff/is-master');
  });

  it('is refused when a master takes the invited address by a change of their e-mail', async () => {
    const mara = await world.newMaster();
    const email = `${randomUUID()}@example.com`;
    const token = tokenIn(Object((await invite(email)).body).url);
    const { database } = world.services;
    // As a confirmed change of e-mail does (people.128).
    await database.query('UPDATE auth."user" SET email = $2 WHERE email = $1', [mara.email, email]);
    const moved = { ...mara, email };
    expect(await open(token)).to.equal('staff/is-master');
    expect(await join(token, moved)).to.equal('staff/is-master');
    const input = { token, email, password: 'cavalo bateria grampo', name: 'Mara' };
    expect(codeOf(await world.post('/api/session.acceptInvitation', input))).to.not.equal('done');
    expect(await kindsOf(email)).to.deep.equal(['master']);
  });

  it('is decided by the order in which both links of one person are used, also at the same moment', async () => {
    const bia = await world.newSeller();
    const asAdministrator = tokenIn(Object((await invite(bia.email)).body).url);
    const asMaster = await inviteMaster(world.services.database, bia.email);
    const [first, second] = await Promise.all([join(asAdministrator, bia), join(asMaster, bia)]);
    const kinds = await kindsOf(bia.email);
    // An administrator may become a master, but a master no administrator.
    expect(['done', 'staff/is-master', 'invitation/in-use']).to.include(first);
    expect(['done', 'invitation/in-use']).to.include(second);
    expect(kinds.includes('staff')).to.equal(first === 'done');
    expect(kinds.includes('master')).to.equal(second === 'done');
  });

  it('stays both when the operator made the person both', async () => {
    const admin = await world.newAdmin();
    const token = await inviteMaster(world.services.database, admin.email);
    expect(await join(token, admin)).to.equal('done');
    const signIn = (area: string) =>
      world.post('/api/auth/sign-in/email', { email: admin.email, password: PASSWORD, area });
    expect((await signIn('admin')).body).to.include({ role: 'ADMIN', platformId: 'demo' });
    expect((await signIn('master')).body).to.include({ platformId: INSTALLATION_ID });
    const basedOn = 0;
    const about = { staffId: admin.personId };
    const by = { as: 'master' } as const;
    const blocked = await world.post('/api/master.blockAdministrator', { ...about, basedOn }, by);
    expect(codeOf(blocked)).to.equal('done');
    const restored = { ...about, basedOn: 1 };
    expect(codeOf(await world.post('/api/master.restoreAdministrator', restored, by))).to.equal(
      'done',
    );
    expect((await signIn('admin')).body).to.include({ role: 'ADMIN' });
  });

  it('is the only exception: an address that no master has is invited', async () => {
    expect(codeOf(await invite(emailOf('bia')))).to.equal('done');
  });
});
