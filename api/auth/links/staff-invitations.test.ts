import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { loadStaffStatuses } from '#/api/people/staff-status.ts';
import { PASSWORD, people } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { RecordCommand } from '#/domain/aggregates/record.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { acceptInterrupted } from '#/api/auth/testing/interrupted.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';

const password = 'cavalo bateria grampo';

const cookieIn = ({ headers }: ApiAnswer): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('Invitation of staff by staff', () => {
  let world: ApiWorld;
  let nova: { readonly email: string; readonly name: string };

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    nova = { email: `nova-${randomUUID()}@loja.example`, name: 'Nova Funcionária' };
  });

  const change = async (staffId: string, command: RecordCommand<StaffDetails>): Promise<void> => {
    await world.services.core.handler.handle(staff, streamOf('staff', staffId), command, {
      commandId: randomUUID(),
      platform: 'demo',
      actor: 'admin:admin-1',
      correlation: staffId,
    });
  };

  const detailsOf = async (email: string, permissions: PermissionFlag[]): Promise<StaffDetails> => {
    const { vault } = world.services.core;
    const subject = await vault.subjectFor({ platformId: 'demo', email });
    const contact = await vault.encrypt(subject, 'contact', { email });
    return { platformId: 'demo', contact, role: 'FUNCTIONARY', permissions };
  };

  /** Makes the record of a functionary and their link. @returns the token, and the ids of record and link */
  const invite = async (email: string, invitedBy: string = people.admin.staffId) => {
    const { core, sessions } = world.services;
    const staffId = randomUUID();
    await change(staffId, {
      type: 'Create',
      details: await detailsOf(email, ['isSalesAvailable']),
      now: core.now(),
    });
    const linkId = randomUUID();
    await sessions.invitations.make({
      linkId,
      platformId: 'demo',
      kind: 'staff',
      personId: staffId,
      email,
      invitedBy,
    });
    const url = (await sessions.invitations.find(linkId))?.url ?? '';
    return { staffId, linkId, token: url.split('#')[1] ?? '' };
  };

  const accept = (token: string, input: object): Promise<ApiAnswer> =>
    world.post('/api/session.acceptInvitation', { token, password, ...input });

  const open = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.openInvitation', { token });

  const join = (token: string, cookie: string): Promise<ApiAnswer> =>
    world.post('/api/session.joinByInvitation', { token }, { headers: { cookie } });

  const signIn = (email: string, withPassword: string): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email, password: withPassword, area: 'admin' });

  const codeOf = ({ body }: ApiAnswer): string => problem.parse(body).code;

  it('lets a new person in with the flags of their record, once', async () => {
    const { token } = await invite(nova.email);
    const opened = (await open(token)).body;
    expect(opened).to.include({ kind: 'functionary', email: nova.email });
    expect((await open(token)).body, 'opening it consumes nothing').to.deep.equal(opened);
    expect((await accept(token, nova)).status).to.equal(200);
    const signedIn = await signIn(nova.email, password);
    expect(signedIn.body).to.deep.include({
      role: 'FUNCTIONARY',
      name: nova.name,
      permissions: ['isSalesAvailable'],
    });
    expect(codeOf(await accept(token, nova)), 'once').to.equal('invitation/not-usable');
    expect(codeOf(await open(token))).to.equal('invitation/not-usable');
  });

  it('adds a membership to an existing user, who keeps the password', async () => {
    const ana = await world.newSeller();
    const { email } = ana;
    const { token } = await invite(email);
    expect((await open(token)).body).to.include({ kind: 'join', email });
    const forced = await accept(token, { email });
    expect(codeOf(forced), 'no new password').to.equal('session/required');
    expect(codeOf(await join(token, ''))).to.equal('session/required');
    const cookie = await world.cookieOf(ana);
    expect((await join(token, cookie)).status).to.equal(200);
    const session = await world.get('/api/session.get', { headers: { cookie } });
    expect(session.body).to.include({ role: 'FUNCTIONARY', email });
    expect((await signIn(email, PASSWORD)).body).to.include({ role: 'FUNCTIONARY' });
    expect(codeOf(await join(token, cookie)), 'once').to.equal('invitation/not-usable');
  });

  it('makes no one a second member of staff, who could approve what the first one did', async () => {
    const ana = await world.newSeller();
    const [first, second] = [await invite(ana.email), await invite(ana.email)];
    const cookie = await world.cookieOf(ana);
    expect((await join(first.token, cookie)).status).to.equal(200);
    expect(codeOf(await open(second.token))).to.equal('staff/already-known');
    expect(codeOf(await join(second.token, cookie))).to.equal('staff/already-known');
    const { memberships } = world.services.sessions;
    const ids = (await memberships.of(ana.email)).map(({ personId }) => personId);
    expect(ids).to.deep.equal([ana.personId, first.staffId]);
  });

  it('is for the invited address alone', async () => {
    const { token } = await invite((await world.newSeller()).email);
    const bia = await world.cookieOf('bia');
    expect(codeOf(await join(token, bia))).to.equal('invitation/not-usable');
    const other = await invite(nova.email);
    const answer = await accept(other.token, { ...nova, email: 'outra@loja.example' });
    expect(codeOf(answer)).to.equal('invitation/not-usable');
    expect(codeOf(await join(other.token, bia))).to.equal('invitation/not-usable');
  });

  it('gives no right that the inviter may no longer give', async () => {
    const { core } = world.services;
    const flags: PermissionFlag[] = ['isFunctionariesAvailable', 'isSalesAvailable'];
    const { email, personId: staffId } = await world.newFunctionary(flags);
    const inviterDetails = await detailsOf(email, flags);
    const { token } = await invite(nova.email, staffId);
    expect((await open(token)).status).to.equal(200);
    for (const flag of ['isFunctionariesAvailable', 'isSalesAvailable'] as const) {
      await change(staffId, {
        type: 'Revise',
        details: { ...inviterDetails, permissions: [flag] },
        now: core.now(),
      });
      expect(codeOf(await open(token)), `${flag} alone`).to.equal('invitation/not-usable');
      expect(codeOf(await accept(token, nova))).to.equal('invitation/not-usable');
    }
    await change(staffId, { type: 'Revise', details: inviterDetails, now: core.now() });
    await change(staffId, { type: 'Archive', now: core.now() });
    expect(codeOf(await accept(token, nova)), 'archived').to.equal('invitation/not-usable');
    await change(staffId, { type: 'Revise', details: inviterDetails, now: core.now() });
    expect((await accept(token, nova)).status).to.equal(200);
  });

  it('ends when the record is archived, a newer link is made, it is cancelled, or its time is over', async () => {
    const { core, database, sessions } = world.services;
    const archived = await invite('um@loja.example');
    await change(archived.staffId, { type: 'Archive', now: core.now() });
    const replaced = await invite('dois@loja.example');
    const newerLink = { linkId: randomUUID(), platformId: 'demo', invitedBy: people.admin.staffId };
    const { staffId } = replaced;
    await sessions.invitations.make({
      ...newerLink,
      kind: 'staff',
      personId: staffId,
      email: 'dois@loja.example',
    });
    const cancelled = await invite('tres@loja.example');
    await sessions.invitations.cancel(cancelled.staffId);
    const expired = await invite('quatro@loja.example');
    await database.query(
      `UPDATE auth.staff_invitation SET expires_at = now() - interval '1 second' WHERE staff_id = $1`,
      [expired.staffId],
    );
    for (const { token } of [archived, replaced, cancelled, expired]) {
      expect(codeOf(await open(token))).to.equal('invitation/not-usable');
      expect(codeOf(await accept(token, nova))).to.equal('invitation/not-usable');
    }
    const newer = await sessions.invitations.find(newerLink.linkId);
    expect((await open(newer?.url.split('#')[1] ?? '')).status).to.equal(200);
  });

  it('is used once, even by several requests at the same moment', async () => {
    const { token } = await invite(nova.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token, nova)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
  });

  it('can be finished after a crash before the password was set', async () => {
    const { token } = await invite(nova.email);
    await acceptInterrupted(world, { token, password, ...nova });
    expect((await open(token)).body).to.include({ kind: 'functionary' });
    expect((await accept(token, nova)).status).to.equal(200);
    expect((await signIn(nova.email, password)).body).to.include({ role: 'FUNCTIONARY' });
  });

  it('can be sent again after a crash before the password was set, even once the link is over', async () => {
    const { staffId, token } = await invite(nova.email);
    await acceptInterrupted(world, { token, password, ...nova });
    await world.services.database.query(
      `UPDATE auth.staff_invitation SET expires_at = now() - interval '1 day' WHERE staff_id = $1`,
      [staffId],
    );
    const statusOf = async () =>
      (await loadStaffStatuses(world.services, [{ staffId, isBlocked: false }]))[0]?.status;
    expect(await statusOf()).to.equal('EXPIRED');
    const headers = { 'idempotency-key': randomUUID() };
    const invited = await world.post(
      '/api/admin.inviteAgain',
      { staffId },
      { as: 'admin', headers },
    );
    expect(invited.status).to.equal(200);
    expect(await statusOf()).to.equal('INVITED');
    const newer = String(Object(invited.body).url).split('#')[1] ?? '';
    expect((await accept(newer, nova)).status).to.equal(200);
    expect(await statusOf()).to.equal('ACTIVE');
    expect((await signIn(nova.email, password)).body).to.include({ role: 'FUNCTIONARY' });
  });

  it('is stored without its token', async () => {
    const { token } = await invite(nova.email);
    const { rows } = await world.services.database.query('SELECT * FROM auth.staff_invitation');
    expect(JSON.stringify(rows)).to.include(nova.email).and.not.include(token);
    expect(world.logged.join('')).not.to.include(token);
  });

  it('is deleted with the erasure of its person', async () => {
    const { staffId, token } = await invite(nova.email);
    await world.services.sessions.erase({ ...NO_ACCOUNTS, staff: [staffId] });
    expect(codeOf(await open(token))).to.equal('invitation/not-usable');
    const { rows } = await world.services.database.query(
      'SELECT FROM auth.staff_invitation WHERE staff_id = $1',
      [staffId],
    );
    expect(rows).to.have.length(0);
  });

  it('cannot be joined with the cookie of a session that was signed out', async () => {
    const { email } = await world.newSeller();
    const { token } = await invite(email);
    const cookie = cookieIn(await signIn(email, PASSWORD));
    await world.post('/api/auth/sign-out', {}, { headers: { cookie } });
    expect(codeOf(await join(token, cookie))).to.equal('session/required');
  });
});
