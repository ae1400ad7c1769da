import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { acceptInterrupted } from '#/api/auth/testing/interrupted.ts';
import { problem } from '#/api/contract/procedure.ts';
import { mailingWorld, type MailingWorld } from '#/api/testing/mailing-world.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, type AnyPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { staff } from '#/domain/staff/staff.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const password = 'cavalo bateria grampo';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Invitation of a manager', () => {
  let world: MailingWorld;
  let email: string;

  before(async () => {
    world = await mailingWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    email = `${randomUUID()}@loja.example`;
  });

  const call = (name: string, input: object, as: AnyPerson = 'admin', key = randomUUID()) =>
    world.post(`/api/admin.${name}`, input, { as, headers: { 'idempotency-key': key } });

  const invite = (as: AnyPerson = 'admin', key = randomUUID()) =>
    call('inviteManager', { email }, as, key);

  const accept = (token: string, differences: object = {}) =>
    world.post('/api/session.acceptInvitation', {
      token,
      email,
      password,
      name: 'Gil Gerente',
      ...differences,
    });

  const open = (token: string) => world.post('/api/session.openInvitation', { token });

  const signIn = (secret = password) =>
    world.post('/api/auth/sign-in/email', { email, password: secret, area: 'manager' });

  it('is mailed, lets a new person in as a manager, and works once', async () => {
    const invited = await invite();
    expect(invited.body).to.include({ to: 'outbox', url: null });
    const { token } = await world.linkTo(email);
    const opened = (await open(token)).body;
    expect(opened).to.deep.equal({ kind: 'manager', email, platformName: 'Plataforma' });
    expect((await open(token)).body, 'opening it consumes nothing').to.deep.equal(opened);
    expect(codeOf(await accept(token))).to.equal('done');
    expect((await signIn()).body).to.include({ role: 'MANAGER', name: 'Gil Gerente' });
    expect(codeOf(await accept(token)), 'once').to.equal('invitation/not-usable');
    const { managerId } = Object(invited.body);
    const invitedAgain = await call('inviteManagerAgain', { managerId });
    expect(codeOf(invitedAgain)).to.equal('staff/came-in-already');
  });

  it('is sent again after a crash before the password was set', async () => {
    const { managerId } = Object((await invite()).body);
    const { token } = await world.linkTo(email);
    await acceptInterrupted(world, { token, email, name: 'Gil Gerente', password });
    expect(codeOf(await call('inviteManagerAgain', { managerId }))).to.equal('done');
    const { token: newToken } = await eventually(async () => {
      const [newest] = await world.linksTo(email);
      return newest?.token === token ? undefined : newest;
    }, 'the new link is mailed');
    expect(codeOf(await accept(newToken))).to.equal('done');
    expect((await signIn()).body).to.include({ role: 'MANAGER' });
  });

  it('creates one manager when several people invite the same address at the same moment', async () => {
    const keeper = await world.newFunctionary(['isManagersAvailable']);
    for (const person of ['admin', 'deputy', keeper] as const) await world.cookieOf(person);
    const answers = await Promise.all([invite(), invite('deputy'), invite(keeper)]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).to.deep.equal([200, 409, 409]);
    expect(codeOf(await invite())).to.equal('manager/already-known');
    email = emailOf('manager');
    expect(codeOf(await invite()), 'one of before').to.equal('manager/already-known');
  });

  it('has the same answer when the request is repeated, and does not revive a used link', async () => {
    const key = randomUUID();
    const first = await invite('admin', key);
    const { position, ...answer } = Object((await invite('admin', key)).body);
    const { position: earlierPosition, ...earlierAnswer } = Object(first.body);
    expect(answer).to.deep.equal(earlierAnswer);
    // The position may be later, because attempts to send the mail are recorded too.
    expect(position >= earlierPosition, `${position} after ${earlierPosition}`).to.equal(true);
    const { token } = await world.linkTo(email);
    expect(codeOf(await accept(token))).to.equal('done');
    await invite('admin', key);
    expect(codeOf(await open(token))).to.equal('invitation/not-usable');
    expect(await world.linksTo(email)).to.have.length(1);
  });

  it('makes an existing user a manager too, with the password that they have', async () => {
    const ana = await world.newSeller();
    email = ana.email;
    await invite();
    const { token } = await world.linkTo(email);
    expect((await open(token)).body).to.include({ kind: 'join-manager', email });
    expect(codeOf(await accept(token)), 'no new password').to.equal('session/required');
    const bia = await world.cookieOf('bia');
    const join = (cookie: string) =>
      world.post('/api/session.joinByInvitation', { token }, { headers: { cookie } });
    expect(codeOf(await join(bia)), 'another person').to.equal('invitation/not-usable');
    const cookie = await world.cookieOf(ana);
    expect(codeOf(await join(cookie))).to.equal('done');
    const { body } = await world.get('/api/person.listMemberships', { headers: { cookie } });
    const roles = Object(body).memberships.map(({ role }: { readonly role: string }) => role);
    expect(roles).to.have.members(['SELLER', 'MANAGER']);
    expect((await signIn(PASSWORD)).body).to.include({ role: 'MANAGER' });
  });

  it('is replaced by a later one, and works for the invited address alone', async () => {
    const invited = await invite();
    const { token } = await world.linkTo(email);
    const other = await accept(token, { email: 'outra@loja.example' });
    expect(codeOf(other)).to.equal('invitation/not-usable');
    const { managerId } = Object(invited.body);
    expect(codeOf(await call('inviteManagerAgain', { managerId }))).to.equal('done');
    expect(codeOf(await open(token))).to.equal('invitation/not-usable');
  });

  it('cannot be used once the manager is blocked', async () => {
    const invited = await invite();
    const { token } = await world.linkTo(email);
    const { managerId } = Object(invited.body);
    expect(codeOf(await call('blockManager', { managerId, basedOn: 0 }))).to.equal('done');
    expect(codeOf(await accept(token))).to.equal('invitation/not-usable');
    expect(codeOf(await call('inviteManagerAgain', { managerId }))).to.equal('record/archived');
  });

  it('cannot be used once the inviter has lost the flag', async () => {
    const keeper = await world.newFunctionary(['isManagersAvailable', 'isSalesAvailable']);
    expect(codeOf(await invite(keeper))).to.equal('done');
    const { token } = await world.linkTo(email);
    expect((await open(token)).status).to.equal(200);
    const { handler, now } = world.services.core;
    const stream = streamOf('staff', keeper.personId);
    const { state } = await handler.load(staff, stream);
    if (state.status === 'ABSENT') throw new Error('the keeper is there');
    const details = { ...state.details, permissions: ['isSalesAvailable' as const] };
    const context = { commandId: randomUUID(), platform: 'demo', actor: 'system' } as const;
    const command = { type: 'Revise', details, now: now() } as const;
    await handler.handle(staff, stream, command, { ...context, correlation: keeper.personId });
    expect(codeOf(await open(token))).to.equal('invitation/not-usable');
    expect(codeOf(await accept(token))).to.equal('invitation/not-usable');
    expect((await signIn()).status).to.equal(401);
  });

  it('is refused to staff without the flag for managers, and for an invalid address', async () => {
    const withoutFlag = await world.newFunctionary(['isFunctionariesAvailable']);
    expect(codeOf(await invite(withoutFlag))).to.equal('session/forbidden');
    expect(codeOf(await invite('manager'))).to.equal('session/forbidden');
    email = 'sem-arroba';
    expect(codeOf(await invite())).to.equal('request/invalid-input');
  });

  it('is not needed for a new password: managers get a link for it as everyone does', async () => {
    email = emailOf('manager');
    const recovery = await world.post('/api/session.requestRecovery', { email });
    expect(recovery.body).to.deep.equal({ to: 'outbox' });
    const { token } = await world.linkTo(email);
    expect(codeOf(await accept(token))).to.equal('done');
    expect((await signIn()).body).to.include({ role: 'MANAGER' });
  });
});
