import { expect } from 'chai';
import { streamOf } from '#/domain/ids.ts';
import { staff } from '#/domain/staff/staff.ts';
import {
  codeIn,
  email,
  registeringWorld,
  rules,
  type RegisteringWorld,
} from './testing/registering-world.ts';

describe('Invitation to register as a seller', () => {
  let world: RegisteringWorld;

  beforeEach(async () => {
    world = await registeringWorld();
  });
  afterEach(() => world.close());

  it('is possible while others cannot register, until the platform closes', async () => {
    await world.revise({ rules: { ...rules, registration: 'BY_INVITATION' }, basedOn: 0 });
    const asked = await world.services.sessions.registration.make('demo', 'outra@loja.example');
    const url = (await world.services.sessions.registration.find(asked?.linkId ?? ''))?.url;
    expect(codeIn(await world.open(url?.split('#')[1] ?? ''))).to.equal('onboarding/closed');
    expect((await world.get('/api/session.getRegistration?platformId=demo')).body).to.equal(null);
    expect((await world.invite('Vera@Loja.example')).body).to.include({ to: 'outbox', url: null });
    const { token } = await world.linkTo(email);
    expect(Object((await world.open(token)).body)).to.include({ email, known: 'no' });
    await world.revise({ rules: { ...rules, registration: 'CLOSED' }, basedOn: 1 });
    expect(codeIn(await world.register(token))).to.equal('onboarding/closed');
    expect(codeIn(await world.invite('outra@loja.example'))).to.equal('onboarding/closed');
    await world.revise({ rules: { ...rules, registration: 'BY_INVITATION' }, basedOn: 2 });
    expect((await world.register(token)).status).to.equal(200);
    expect((await world.signIn(email)).body).to.include({ role: 'SELLER' });
  });

  it('is good for seven days, and once a request, however often it is repeated', async () => {
    const { database, sessions } = world.services;
    const key = crypto.randomUUID();
    const [first, again] = [await world.invite(email, key), await world.invite(email, key)];
    expect(again.body).to.deep.equal(first.body);
    const { token } = await world.linkTo(email);
    expect(await world.linksTo(email)).to.have.length(1);
    const [letter] = await world.letters();
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

  it('is over once the one who invited may invite no more', async () => {
    await world.invite(email);
    const { token } = await world.linkTo(email);
    const { core } = world.services;
    await core.handler.handle(
      staff,
      streamOf('staff', 'admin-1'),
      { type: 'Archive', now: core.now() },
      {
        commandId: core.machine.uuid(),
        platform: 'demo',
        actor: 'system',
        correlation: 'admin-1',
      },
    );
    expect(codeIn(await world.open(token))).to.equal('onboarding/link-over');
    expect(codeIn(await world.register(token))).to.equal('onboarding/link-over');
  });

  it('is not brought back by its request when that is repeated after the link was used, or is over', async () => {
    const { database, sessions } = world.services;
    const keys = [crypto.randomUUID(), crypto.randomUUID()];
    await world.invite(email, keys[0]);
    const { token } = await world.linkTo(email);
    expect((await world.register(token)).status).to.equal(200);
    const [made] = await sessions.memberships.of(email);
    await sessions.remove({ sellerIds: [made?.personId ?? ''], staffIds: [] });
    expect((await world.invite(email, keys[0])).status).to.equal(200);
    expect((await world.open(token)).status).to.equal(404);
    await world.invite('late@loja.example', keys[1]);
    const late = await world.linkTo('late@loja.example');
    await database.query(
      `UPDATE auth.registration SET requested_at = now() - interval '8 days', expires_at = now() - interval '1 day'`,
    );
    await sessions.registration.sweep();
    await world.invite('late@loja.example', keys[1]);
    expect((await world.open(late.token)).status).to.equal(404);
  });
});
