import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import { staff } from '#/domain/staff/staff.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import {
  codeIn,
  newEmail,
  registeringWorld,
  rules,
  type RegisteringWorld,
} from './testing/registering-world.ts';

describe('Invitation to register as a seller', () => {
  let world: RegisteringWorld;
  let email: string;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    email = newEmail();
  });

  it('is possible while only invited people may register, until the platform closes registration', async () => {
    const admin = await world.newOpenPlatform();
    const { platformId } = admin;
    const revise = (registration: string, basedOn: number) =>
      world.revise({ rules: { ...rules, registration }, basedOn }, admin);
    const invite = (to: string) => world.invite(to, undefined, admin);
    await revise('BY_INVITATION', 0);
    const uninvited = await world.services.sessions.registration.make(platformId, newEmail());
    const url = (await world.services.sessions.registration.find(uninvited?.linkId ?? ''))?.url;
    expect(codeIn(await world.open(url?.split('#')[1] ?? ''))).to.equal('onboarding/closed');
    const { body } = await world.get(`/api/session.getRegistration?platformId=${platformId}`);
    expect(body).to.equal(null);
    expect((await invite(email.toUpperCase())).body).to.include({ to: 'outbox', url: null });
    const { token } = await world.linkTo(email);
    expect(Object((await world.open(token)).body)).to.include({ email, known: 'no' });
    await revise('CLOSED', 1);
    expect(codeIn(await world.register(token))).to.equal('onboarding/closed');
    expect(codeIn(await invite(newEmail()))).to.equal('onboarding/closed');
    await revise('BY_INVITATION', 2);
    expect((await world.register(token)).status).to.equal(200);
    expect((await world.signIn(email)).body).to.include({ role: 'SELLER' });
  });

  it('is valid for seven days, and is mailed once however often its request is repeated', async () => {
    const { database, sessions } = world.services;
    const key = crypto.randomUUID();
    const [first, repeated] = [await world.invite(email, key), await world.invite(email, key)];
    expect(repeated.body).to.deep.equal(first.body);
    const { token } = await world.linkTo(email);
    expect(await world.linksTo(email)).to.have.length(1);
    const letter = (await world.letters()).find(({ to }) => to === email);
    expect(letter?.subject).to.equal('Você foi convidado para vender');
    expect(letter?.text).to.include('sete dias').and.not.include('uma hora');
    await database.query(
      `UPDATE auth.registration SET requested_at = now() - interval '6 days', expires_at = expires_at - interval '6 days'`,
    );
    await sessions.registration.sweep();
    expect((await world.open(token)).status).to.equal(200);
    await database.query(`UPDATE auth.registration SET expires_at = expires_at - interval '1 day'`);
    expect((await world.open(token)).status).to.equal(404);
  });

  it('cannot be used once the inviter may no longer invite', async () => {
    const admin = await world.newAdmin();
    const { personId } = admin;
    await world.invite(email, undefined, admin);
    const { token } = await world.linkTo(email);
    const { core } = world.services;
    await core.handler.handle(
      staff,
      streamOf('staff', personId),
      { type: 'Archive', now: core.now() },
      {
        commandId: core.machine.uuid(),
        platform: 'demo',
        actor: 'system',
        correlation: personId,
      },
    );
    expect(codeIn(await world.open(token))).to.equal('onboarding/link-over');
    expect(codeIn(await world.register(token))).to.equal('onboarding/link-over');
  });

  it('is not revived when its request is repeated after the link was used or has ended', async () => {
    const { database, sessions } = world.services;
    const keys = [crypto.randomUUID(), crypto.randomUUID()];
    await world.invite(email, keys[0]);
    const { token } = await world.linkTo(email);
    expect((await world.register(token)).status).to.equal(200);
    const [membership] = await sessions.memberships.of(email);
    await sessions.erase({ ...NO_ACCOUNTS, seller: [membership?.personId ?? ''] });
    expect((await world.invite(email, keys[0])).status).to.equal(200);
    expect((await world.open(token)).status).to.equal(404);
    const another = newEmail();
    await world.invite(another, keys[1]);
    const late = await world.linkTo(another);
    await database.query(
      `UPDATE auth.registration SET requested_at = now() - interval '8 days', expires_at = now() - interval '1 day'`,
    );
    await sessions.registration.sweep();
    await world.invite(another, keys[1]);
    expect((await world.open(late.token)).status).to.equal(404);
  });
});
