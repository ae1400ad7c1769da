import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { categoryOf, streamOf } from '#/domain/values/ids.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { registerSeller } from './register-seller.ts';
import {
  codeIn,
  newEmail,
  registeringWorld,
  rules,
  vera,
  type RegisteringWorld,
} from './testing/registering-world.ts';

const cookieIn = ({ headers }: ApiAnswer): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('Registration of a seller', () => {
  let world: RegisteringWorld;
  let email: string;

  before(async () => {
    world = await registeringWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    email = newEmail();
  });

  const eventsOf = async (...categories: readonly string[]) =>
    (await Array.fromAsync(world.store.readAll({})))
      .flat()
      .filter(({ stream }) => categories.includes(categoryOf(stream)));

  const everything = async (): Promise<string> => {
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    const { database } = world.services;
    const tables = ['registration', '"user"', 'membership'];
    const rows = await Promise.all(
      tables.map(async (table) => (await database.query(`SELECT * FROM auth.${table}`)).rows),
    );
    return JSON.stringify([log, rows], (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  };

  it('proves the e-mail by a link, then makes a seller who signs in, with the terms that were accepted', async () => {
    const { body } = await world.get('/api/session.getRegistration?platformId=demo');
    expect(body).to.include({ platformId: 'demo' });
    expect((await world.request(email.toUpperCase())).body).to.deep.equal({ to: 'outbox' });
    const { url, token } = await world.linkTo(email);
    expect(url.startsWith(`${world.url}/register?platform=demo#`)).to.equal(true);
    const opened = Object((await world.open(token)).body);
    expect(opened).to.include({ email, known: 'no' });
    expect(opened.termsOfUse).to.deep.equal(rules.termsOfUse);
    const before = await world.sellersMade();
    expect((await world.register(token)).status).to.equal(200);
    const signedIn = await world.signIn(email);
    expect(signedIn.body).to.include({ email, role: 'SELLER', name: vera.name });
    const [stream = ''] = (await world.sellersMade()).filter((each) => !before.includes(each));
    const { state } = await world.services.core.handler.load(seller, stream);
    const details = state.status === 'ABSENT' ? undefined : state.details;
    expect(details?.acceptedTerms).to.include({
      version: '2026-11',
      digest: createHash('sha256').update(rules.termsOfUse.text).digest('hex'),
    });
    const identity = details && (await world.services.core.vault.decrypt(details.identity));
    expect(identity).to.deep.equal({ name: vera.name, document: '52998224725' });
    const receiver = await world.get('/api/seller.getReceiver', {
      headers: { cookie: cookieIn(signedIn) },
    });
    expect(receiver.body).to.include({ documentType: 'CPF', email });
  });

  it('is recorded as the seller’s own, without personal data in the clear, and its token nowhere', async () => {
    const token = await world.tokenFor(email);
    await world.register(token);
    // The sign-in stores e-mail and name readable, so both are left out of the comparison.
    const text = (await everything()).replaceAll(/"email":"vera[^"]*"|"name":"Vera[^"]*"/g, '');
    expect(text).to.not.include(token);
    expect(text).to.not.match(/vera|52998224725/i);
    expect(world.logged.join(''))
      .to.not.match(/vera@|52998224725/i)
      .and.not.include(token);
    const creation = (await eventsOf('seller')).at(-1);
    expect(JSON.parse(creation?.meta ?? '{}').actor).to.equal(
      creation?.stream.replace('seller-', 'seller:'),
    );
  });

  it('makes neither seller nor user of a person who did not prove the e-mail, and has the same answer for every address', async () => {
    const before = await everything();
    const ofSeller = await world.request(emailOf('ana'));
    const ofStranger = await world.request(email);
    const closed = await world.request(email, 'other');
    expect(ofStranger.body).to.deep.equal(ofSeller.body);
    expect([ofSeller.status, ofStranger.status, closed.status]).to.deep.equal([200, 200, 404]);
    const { token } = await world.linkTo(email);
    await world.open(token);
    expect(await world.sellersMade()).to.have.length((before.match(/SellerCreated/g) ?? []).length);
    const { rows } = await world.services.database.query(
      `SELECT FROM auth."user" WHERE email = $1`,
      [email],
    );
    expect(rows).to.have.length(0);
    expect((await world.signIn(email)).status).to.equal(401);
  });

  it('is not offered where the platform does not take sellers, nor under an unknown platform', async () => {
    const offered = async (platformId: string) =>
      (await world.get(`/api/session.getRegistration?platformId=${platformId}`)).body;
    expect(await offered('other')).to.equal(null);
    expect(await offered('no-such-platform')).to.equal(null);
    const admin = await world.newOpenPlatform();
    expect((await world.get('/api/session.getRegistration')).body, 'of two').to.equal(null);
    const token = await world.tokenFor(email, admin.platformId);
    expect(await offered(admin.platformId)).not.to.equal(null);
    await world.revise({ rules: { ...rules, registration: 'CLOSED' }, basedOn: 0 }, admin);
    expect(await offered(admin.platformId)).to.equal(null);
    expect(codeIn(await world.open(token))).to.equal('onboarding/closed');
    expect(codeIn(await world.register(token))).to.equal('onboarding/closed');
    await world.revise({ rules, basedOn: 1 }, admin);
    expect((await world.register(token)).status, 'the link is still good').to.equal(200);
  });

  it('is completed by the same link, or a later one, when its process dies before the password is set', async () => {
    const { services } = world;
    const token = await world.tokenFor(email);
    const before = await world.sellersMade();
    const setPassword = () => Promise.reject(new Error('killed'));
    const killedServices = { ...services, sessions: { ...services.sessions, setPassword } };
    const from = { cookies: undefined, ip: '127.0.0.1', userAgent: null };
    const failure = await registerSeller(killedServices, { token, ...vera }, from).catch(String);
    expect(failure).to.equal('Error: killed');
    expect((await world.signIn(email)).status).to.equal(401);
    const [stream = ''] = (await world.sellersMade()).filter((each) => !before.includes(each));
    const sellerId = stream.slice('seller-'.length);
    const enabled = { pixEnabled: true, creditCardEnabled: true, billetEnabled: false };
    const changed = await world.post(
      '/api/admin.reviseSellerMethods',
      { sellerId, basedOn: 0, ...enabled },
      { as: 'admin', headers: { 'idempotency-key': randomUUID() } },
    );
    expect(changed.status, changed.text).to.equal(200);
    // A later link is for the same seller, even after the earlier links are deleted.
    await services.database.query(
      `UPDATE auth.registration SET requested_at = now() - interval '2 days', expires_at = now() - interval '1 day'`,
    );
    await services.sessions.registration.sweep();
    expect((await world.open(token)).status).to.equal(404);
    const made = await services.sessions.registration.make('demo', email);
    const url = (await services.sessions.registration.find(made?.linkId ?? ''))?.url ?? '';
    const laterToken = url.split('#')[1] ?? '';
    expect(Object((await world.open(laterToken)).body).known).to.equal('no');
    expect((await world.register(laterToken, { ...vera, name: 'Vera Veloso' })).status).to.equal(
      200,
    );
    expect(await world.sellersMade()).to.have.length(before.length + 1);
    const { state } = await services.core.handler.load(seller, stream);
    expect(activeDetails(state).billetEnabled, 'what staff changed meanwhile').to.equal(false);
    const signedIn = await world.signIn(email);
    const receiver = await world.get('/api/seller.getReceiver', {
      headers: { cookie: cookieIn(signedIn) },
    });
    expect(receiver.body).to.include({ name: 'Vera Veloso' });
  });

  it('lets a person who can sign in become a seller too, by their session and with their password', async () => {
    const clerk = await world.newFunctionary([]);
    const token = await world.tokenFor(clerk.email);
    expect(Object((await world.open(token)).body).known).to.equal('user');
    expect(codeIn(await world.register(token))).to.equal('session/required');
    const otherCookie = await world.cookieOf('accountant');
    expect(codeIn(await world.register(token, vera, otherCookie))).to.equal('session/required');
    const cookie = await world.cookieOf(clerk);
    expect(
      (await world.register(token, { ...vera, password: 'outra frase bem longa' }, cookie)).status,
    ).to.equal(200);
    const session = await world.get('/api/session.get', { headers: { cookie } });
    expect(session.body).to.include({ role: 'SELLER', email: clerk.email });
    expect((await world.signIn(clerk.email, 'outra frase bem longa')).status).to.equal(401);
    expect((await world.signIn(clerk.email, PASSWORD)).status).to.equal(200);
  });

  it('tells who is a seller already that there is nothing to register, with and without a session', async () => {
    const ana = await world.newSeller();
    const token = await world.tokenFor(ana.email);
    expect(Object((await world.open(token)).body).known).to.equal('seller');
    const cookie = await world.cookieOf(ana);
    for (const who of [undefined, cookie]) {
      expect(codeIn(await world.register(token, vera, who))).to.equal('onboarding/already-seller');
    }
  });

  it('does not let a blocked seller in again', async () => {
    const { core } = world.services;
    const { email: blocked, personId } = await world.newSeller();
    await core.handler.handle(
      seller,
      streamOf('seller', personId),
      { type: 'Archive', now: core.now() },
      {
        commandId: core.machine.uuid(),
        platform: 'demo',
        actor: 'system',
        correlation: personId,
      },
    );
    const token = await world.tokenFor(blocked);
    expect(codeIn(await world.register(token))).to.equal('onboarding/already-seller');
    const cookie = cookieIn(await world.signIn(blocked, PASSWORD));
    expect((await world.get('/api/session.get', { headers: { cookie } })).body).to.equal(null);
  });

  it('refuses a document that does not exist, a guessable password, and terms that are not in force', async () => {
    const token = await world.tokenFor(email);
    for (const document of ['529.982.247-26', '00000000000', 'ABC', '']) {
      expect(codeIn(await world.register(token, { ...vera, document }))).to.equal(
        'receiver/document-type-unknown',
      );
    }
    for (const name of ['\u200b\u200b', '...', ' ']) {
      expect((await world.register(token, { ...vera, name })).status).to.equal(400);
    }
    const guessable = await world.register(token, { ...vera, password: 'Vera Vendedora' });
    expect(codeIn(guessable)).to.equal('password/easily-guessed');
    const { password: _, ...withoutPassword } = vera;
    expect(codeIn(await world.register(token, withoutPassword))).to.equal('request/invalid-input');
    const outdated = await world.register(token, { ...vera, acceptedVersion: '2026-10' });
    expect(codeIn(outdated)).to.equal('onboarding/terms-changed');
    const company = { ...vera, name: 'Vera Ltda', document: '12.ABC.345/01DE-35' };
    expect((await world.register(token, company)).status, 'the link is still good').to.equal(200);
  });

  it('lets its seller withdraw nothing before staff have approved the documents', async () => {
    await world.register(await world.tokenFor(email));
    const cookie = cookieIn(await world.signIn(email));
    const terms = await world.get('/api/seller.getWithdrawalTerms', { headers: { cookie } });
    expect(terms.body).to.include({ lacksApproval: true });
    const headers = { cookie, 'idempotency-key': crypto.randomUUID() };
    const declared = await world.post(
      '/api/seller.declareDestination',
      { pixKey: '529.982.247-25' },
      { headers: { cookie } },
    );
    const input = { amount: 5_000, destinationId: Object(declared.body).destinationId };
    const requested = await world.post('/api/seller.requestWithdrawal', input, { headers });
    expect(codeIn(requested)).to.equal('withdrawal/not-approved');
    const termsOfAna = await world.get('/api/seller.getWithdrawalTerms', { as: 'ana' });
    expect(termsOfAna.body, 'of a seller whom the program made').to.include({
      lacksApproval: false,
    });
  });

  it('shows sellers on their profile which terms they accepted, and that withdrawals lack an approval', async () => {
    const token = await world.tokenFor(email);
    await world.register(token);
    const profileOf = async (cookie: string) =>
      Object((await world.get('/api/seller.getReceiver', { headers: { cookie } })).body);
    const own = await profileOf(cookieIn(await world.signIn(email)));
    expect(own.lacksApproval).to.equal(true);
    expect(Object.keys(own.acceptedTerms)).to.have.members(['version', 'at']);
    expect(own.acceptedTerms.version).to.equal(rules.termsOfUse.version);
    const profileOfAna = await profileOf(await world.cookieOf('ana'));
    expect(profileOfAna).to.include({ acceptedTerms: null, lacksApproval: false });
  });

  it('is erased with the seller', async () => {
    const token = await world.tokenFor(email);
    await world.register(token);
    const [made] = await world.services.sessions.memberships.of(email);
    await world.services.sessions.erase({
      ...NO_ACCOUNTS,
      seller: [made?.personId ?? ''],
    });
    for (const table of ['registration', '"user"']) {
      const text = `SELECT FROM auth.${table} WHERE email = $1`;
      expect((await world.services.database.query(text, [email])).rows).to.have.length(0);
    }
  });
});
