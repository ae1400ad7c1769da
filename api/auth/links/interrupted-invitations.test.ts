import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { acceptInterrupted } from '#/api/auth/testing/interrupted.ts';
import { problem } from '#/api/contract/procedure.ts';
import {
  newEmail,
  registeringWorld,
  vera,
  type RegisteringWorld,
} from '#/api/people/onboarding/testing/registering-world.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import type { AnyPerson } from '#/api/testing/people.ts';
import { registerSeller } from '#/api/people/onboarding/register-seller.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { invite, inviteMaster } from './invitations.ts';

const password = 'cavalo bateria grampo';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

const cookieIn = ({ headers }: ApiAnswer): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('An acceptance or registration that was interrupted', () => {
  let world: RegisteringWorld;
  let nova: { readonly email: string; readonly name: string; readonly password: string };

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    nova = { email: newEmail(), name: 'Nova Pessoa', password };
  });

  const key = () => ({ 'idempotency-key': randomUUID() });
  const accept = (token: string) => world.post('/api/session.acceptInvitation', { token, ...nova });
  /** @returns the token of the link that is mailed to a visitor who asks to register */
  const registrationToken = async (): Promise<string> => {
    const { registration } = world.services.sessions;
    const made = await registration.make('demo', nova.email);
    const link = await registration.find(made?.linkId ?? '');
    return link?.url.split('#')[1] ?? '';
  };
  /** Signs the person in on the page of an area. @returns the role that they have then */
  const roleIn = async (area: string) => {
    const { body } = await world.post('/api/auth/sign-in/email', {
      email: nova.email,
      password,
      area,
    });
    return Object(body).role;
  };

  /** The person registers as a seller, and signs in on the page of this area. */
  const roleOnceRegistered = async (area: string): Promise<unknown> => {
    expect(codeOf(await world.register(await registrationToken()))).to.equal('done');
    return roleIn(area);
  };
  const call = async (name: string, input: object, as: AnyPerson): Promise<void> => {
    const answer = await world.post(`/api/${name}`, input, { as, headers: key() });
    expect(codeOf(answer), answer.text).to.equal('done');
  };

  const signIn = async (): Promise<string> => cookieIn(await world.signIn(nova.email));

  it('gives no rights once the inviter lost them, though its person registers as a seller', async () => {
    const inviter = await world.newFunctionary(['isFunctionariesAvailable', 'isSalesAvailable']);
    const permissions = ['isSalesAvailable'];
    await call('admin.inviteFunctionary', { email: nova.email, permissions }, inviter);
    const { token } = await world.linkTo(nova.email);
    await acceptInterrupted(world, { token, ...nova });
    await call('admin.blockFunctionary', { staffId: inviter.personId, basedOn: 0 }, 'admin');
    expect(codeOf(await accept(token))).to.equal('invitation/not-usable');
    expect(await roleOnceRegistered('admin')).to.equal('SELLER');
  });

  it('makes no administrator once the master who invited is blocked, though its person registers as a seller', async () => {
    const mara = await world.newMaster();
    const platform = { platformId: 'demo', email: nova.email };
    await call('master.inviteAdministrator', platform, mara);
    const { token } = await world.linkTo(nova.email);
    await acceptInterrupted(world, { token, ...nova });
    await call('master.blockMaster', { masterId: mara.personId, basedOn: 0 }, 'master');
    expect(codeOf(await accept(token))).to.equal('invitation/not-usable');
    expect(await roleOnceRegistered('admin')).to.equal('SELLER');
  });

  it('makes no master of a person whose link has expired, though that person registers as a seller', async () => {
    const { database } = world.services;
    const token = await inviteMaster(database, nova.email);
    await acceptInterrupted(world, { token, ...nova });
    await database.query(`UPDATE auth.master_invitation SET expires_at = now() - interval '1 day'`);
    expect(codeOf(await accept(token))).to.equal('invitation/not-usable');
    expect(await roleOnceRegistered('master')).to.equal('SELLER');
  });

  it('is of no use to another person, after its person registered as a seller instead', async () => {
    const { database, sessions } = world.services;
    const token = await inviteMaster(database, null);
    await acceptInterrupted(world, { token, ...nova });
    expect(codeOf(await world.register(await registrationToken()))).to.equal('done');
    nova = { ...nova, email: newEmail() };
    expect(codeOf(await accept(token))).to.equal('invitation/not-usable');
    expect(await sessions.memberships.of(nova.email)).to.deep.equal([]);
  });

  it('makes one master of a person, when the next link leaves the address open as the first did', async () => {
    const { database, sessions } = world.services;
    await acceptInterrupted(world, { token: await inviteMaster(database, null), ...nova });
    expect(codeOf(await accept(await inviteMaster(database, null)))).to.equal('done');
    expect(await sessions.memberships.of(nova.email)).to.have.length(1);
  });

  it('makes one master of a person, when the next link names the address that the first left open', async () => {
    const { database, sessions } = world.services;
    await acceptInterrupted(world, { token: await inviteMaster(database, null), ...nova });
    expect(codeOf(await accept(await inviteMaster(database, nova.email)))).to.equal('done');
    expect(await sessions.memberships.of(nova.email)).to.have.length(1);
  });

  it('is completed by a newer link, though another platform’s invitation came in between', async () => {
    const { database, sessions } = world.services;
    await acceptInterrupted(world, { token: await invite(database, nova.email, 'demo'), ...nova });
    const other = { token: await invite(database, nova.email, 'other') };
    const accepted = await accept(await invite(database, nova.email, 'demo'));
    expect(codeOf(accepted)).to.equal('done');
    expect(await sessions.memberships.of(nova.email)).to.have.length(1);
    const opened = await world.post('/api/session.openInvitation', other);
    expect(codeOf(opened), 'the other is still good').to.equal('done');
  });

  it('makes no administrator of the platform for which another one was invited instead', async () => {
    const { database, sessions } = world.services;
    await acceptInterrupted(world, { token: await invite(database, nova.email, 'demo'), ...nova });
    expect(codeOf(await accept(await invite(database, nova.email, 'other')))).to.equal('done');
    const platforms = (await sessions.memberships.of(nova.email)).map(
      ({ platformId }) => platformId,
    );
    expect(platforms).to.deep.equal(['other']);
  });

  it('is not finished by another invitation that its person accepts, and then makes the same seller by its own link', async () => {
    const { services } = world;
    const registration = await registrationToken();
    const setPassword = () => Promise.reject(new Error('killed'));
    const killed = { ...services, sessions: { ...services.sessions, setPassword } };
    const from = { cookies: undefined, ip: '127.0.0.1', userAgent: null };
    const input = { token: registration, ...vera };
    expect(await registerSeller(killed, input, from).catch(String)).to.equal('Error: killed');
    const sellersBefore = await world.sellersMade();
    const invited = await accept(await invite(services.database, nova.email, 'demo'));
    expect(codeOf(invited)).to.equal('done');
    expect(await roleIn('seller')).to.equal('ADMIN');
    const cookie = await signIn();
    expect(codeOf(await world.register(registration, vera, cookie))).to.equal('done');
    expect(await roleIn('seller')).to.equal('SELLER');
    expect(await world.sellersMade()).to.deep.equal(sellersBefore);
  });

  it('is finished by its own link, once its person registered as a seller and signed in', async () => {
    const { database, sessions } = world.services;
    const token = await invite(database, nova.email, 'demo');
    await acceptInterrupted(world, { token, ...nova });
    const [membership] = await sessions.memberships.of(nova.email);
    expect(codeOf(await world.register(await registrationToken()))).to.equal('done');
    const cookie = await signIn();
    const joined = await world.post(
      '/api/session.joinByInvitation',
      { token },
      { headers: { cookie } },
    );
    expect(codeOf(joined)).to.equal('done');
    expect(await sessions.memberships.of(nova.email)).to.deep.include(membership);
    expect(await roleIn('admin')).to.equal('ADMIN');
  });
});

describe('A membership whose record the log lost in a failover', () => {
  let world: RegisteringWorld;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());

  const inviteMasterTo = (email: string) => inviteMaster(world.services.database, email);
  const inviteAdministrator = (email: string) => invite(world.services.database, email, 'demo');

  for (const { title, lost, inviteAgain, role } of [
    {
      title: 'an administrator',
      lost: { kind: 'staff', platformId: 'demo' },
      inviteAgain: inviteAdministrator,
      role: 'ADMIN',
    },
    {
      title: 'a master',
      lost: { kind: 'master', platformId: INSTALLATION_ID },
      inviteAgain: inviteMasterTo,
      role: 'MASTER',
    },
    {
      title: 'a master who becomes an administrator',
      lost: { kind: 'master', platformId: INSTALLATION_ID },
      inviteAgain: inviteAdministrator,
      role: 'ADMIN',
    },
  ] as const)
    it(`does not lock its person out, once the operator invites them again: ${title}`, async () => {
      const user = { email: newEmail(), name: 'Nova Pessoa', password };
      const membership = { ...lost, personId: randomUUID() };
      await world.services.sessions.createUser({ ...user, membership });
      const token = await inviteAgain(user.email);
      const opened = await world.post('/api/session.openInvitation', { token });
      expect(opened.body).to.include({ kind: 'join' });
      const cookie = cookieIn(await world.signIn(user.email));
      const join = '/api/session.joinByInvitation';
      expect(codeOf(await world.post(join, { token }, { headers: { cookie } }))).to.equal('done');
      expect((await world.signIn(user.email)).body).to.include({ role });
    });
});
