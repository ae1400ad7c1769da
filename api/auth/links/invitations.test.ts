import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { platform } from '#/domain/platform/platform.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { invite, inviteFirst, isFirstAwaited } from './invitations.ts';

const password = 'cavalo bateria grampo';
const maria = {
  email: 'maria@loja.example',
  name: 'Maria da Silva',
  password,
};

const accept = (world: ApiWorld, token: string, input: object = maria): Promise<ApiAnswer> =>
  world.post('/api/session.acceptInvitation', { token, ...input });

const open = (world: ApiWorld, token: string): Promise<ApiAnswer> =>
  world.post('/api/session.openInvitation', { token });

const signIn = async (
  world: ApiWorld,
  email: string,
  withPassword = password,
): Promise<ApiAnswer> => world.post('/api/auth/sign-in/email', { email, password: withPassword });

/** Access streams are left out: they are written asynchronously. */
const eventsOf = async ({ store }: ApiWorld) =>
  (await Array.fromAsync(store.readAll({})))
    .flat()
    .filter(({ stream }) => !stream.startsWith('access-'));

const typesIn = async (world: ApiWorld) => (await eventsOf(world)).map(({ type }) => type);

/** The services of a process that is killed before it sets the password. */
const killedLate = ({ services }: ApiWorld) => {
  const setPassword = () => Promise.reject(new Error('killed'));
  return { ...services, sessions: { ...services.sessions, setPassword } };
};

const requireToken = (token: string | undefined): string => {
  if (token === undefined) throw new Error('nobody was invited');
  return token;
};

describe('Invitation of the first person', () => {
  let world: ApiWorld;

  beforeEach(async () => {
    world = await apiWorld({ isEmpty: true });
  });
  afterEach(() => world.close());

  const inviteThem = async (email: string | null = null): Promise<string> =>
    requireToken(await inviteFirst(world.services.database, email));

  it('makes the person who accepts it master of the installation, and is not issued twice', async () => {
    const token = await inviteThem();
    const expected = { kind: 'master', email: null, platformName: null };
    expect((await open(world, token)).body).to.deep.equal(expected);
    expect((await accept(world, token)).status).to.equal(200);
    const signedIn = await signIn(world, maria.email);
    expect(signedIn.body).to.include({ email: maria.email, name: maria.name, role: 'MASTER' });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const platforms = await world.get('/api/master.listPlatforms', { headers: { cookie } });
    expect(Object(platforms.body).items).to.deep.equal([]);
    expect(await typesIn(world)).to.deep.equal(['MasterCreated']);
    expect(await inviteFirst(world.services.database, null)).to.equal(undefined);
  });

  it('is not issued in an installation older than masters, where an administrator can sign in', async () => {
    const { database } = world.services;
    const context = {
      actor: 'system',
      platform: 'demo',
      commandId: 'made',
      correlation: 'made',
    } as const;
    const command = {
      type: 'Create',
      details: samplePlatform,
      now: world.services.core.now(),
    } as const;
    await world.services.core.handler.handle(
      platform,
      streamOf('platform', 'demo'),
      command,
      context,
    );
    expect((await accept(world, await invite(database, maria.email, 'demo'))).status).to.equal(200);
    expect(await inviteFirst(database, null)).to.equal(undefined);
  });

  it('ends the link by which an earlier release made the first administrator', async () => {
    const { database } = world.services;
    const earlier = await invite(database, maria.email, 'demo');
    await database.query('UPDATE auth.invitation SET is_first = true');
    expect(await isFirstAwaited(database)).to.equal(true);
    expect((await accept(world, earlier)).status).to.equal(404);
    expect((await accept(world, await inviteThem())).status).to.equal(200);
    const { rows } = await database.query('SELECT FROM auth.invitation');
    expect(rows).to.deep.equal([]);
  });

  it('makes one master when the link is used several times at once', async () => {
    const token = await inviteThem();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        accept(world, token, { ...maria, email: `maria${index}@loja.example` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      const code = { 404: 'invitation/not-usable', 409: 'invitation/in-use' }[status];
      expect(problem.parse(body).code).to.equal(code);
    }
    expect(await typesIn(world)).to.deep.equal(['MasterCreated']);
  });

  it('finishes an interrupted acceptance through a newer link', async () => {
    const token = await inviteThem();
    const use = () =>
      acceptInvitation(killedLate(world), { token, ...maria }, '127.0.0.1').catch(String);
    expect(await use()).to.equal('Error: killed');
    expect(await use()).to.equal('Error: killed');
    const next = await inviteThem();
    expect((await accept(world, token)).status).to.equal(404);
    expect((await accept(world, next)).status).to.equal(200);
    expect(await typesIn(world)).to.deep.equal(['MasterCreated']);
    expect((await signIn(world, maria.email)).body).to.include({ role: 'MASTER' });
  });

  it('ends earlier links of the installation, with or without an address', async () => {
    const anyone = await inviteThem();
    const named = await inviteThem(maria.email);
    expect((await open(world, anyone)).status).to.equal(404);
    const last = await inviteThem();
    expect((await open(world, named)).status).to.equal(404);
    expect((await accept(world, last)).status).to.equal(200);
  });

  it('accepts only the e-mail address that it names, in any capitalisation', async () => {
    const token = await inviteThem('maria@loja.example');
    expect(Object((await open(world, token)).body).email).to.equal('maria@loja.example');
    const other = await accept(world, token, { ...maria, email: 'ana@loja.example' });
    expect(problem.parse(other.body).code).to.equal('invitation/not-usable');
    expect((await accept(world, token, { ...maria, email: 'Maria@Loja.example' })).status).to.equal(
      200,
    );
  });

  it('stays usable after an easily guessed password or a missing name was rejected', async () => {
    const token = await inviteThem();
    const wrong: readonly (readonly [object, string])[] = [
      [{ ...maria, password: 'curta' }, 'request/invalid-input'],
      [{ ...maria, password: 'maria@loja.example' }, 'password/easily-guessed'],
      [{ ...maria, name: undefined }, 'request/invalid-input'],
    ];
    for (const [input, code] of wrong) {
      const answer = await accept(world, token, input);
      expect(problem.parse(answer.body).code).to.equal(code);
    }
    expect(await eventsOf(world)).to.deep.equal([]);
    expect((await accept(world, token)).status).to.equal(200);
  });
});

describe('Invitation to an existing platform', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const inviteThem = (email: string) => invite(world.services.database, email, 'demo');

  it('adds an administrator to the platform', async () => {
    const token = await inviteThem('nova@loja.example');
    expect((await open(world, token)).body).to.deep.equal({
      kind: 'administrator',
      email: 'nova@loja.example',
      platformName: samplePlatform.name,
    });
    const nova = { ...maria, email: 'nova@loja.example' };
    const guessed = await accept(world, token, { ...nova, password: `${samplePlatform.name}2026` });
    expect(problem.parse(guessed.body).code).to.equal('password/easily-guessed');
    const answer = await accept(world, token, nova);
    expect(answer.status, answer.text).to.equal(200);
    const { body } = await signIn(world, 'nova@loja.example');
    expect(body).to.include({ role: 'ADMIN', platformId: 'demo' });
  });

  const expire = () =>
    world.services.database.query(
      `UPDATE auth.invitation SET expires_at = now() - interval '1 second'`,
    );

  for (const [localPart, { when, meanwhile }] of Object.entries({
    replaced: { when: 'that replaces the first', meanwhile: async () => undefined },
    late: { when: 'after the first expired', meanwhile: expire },
    forgotten: {
      when: 'after the first expired and another person was invited',
      meanwhile: async () => {
        await expire();
        await inviteThem('another@loja.example');
      },
    },
  }))
    it(`makes one administrator of an address whose acceptance was interrupted, by a newer link ${when}`, async () => {
      const person = { ...maria, email: `${localPart}@loja.example` };
      const first = { token: await inviteThem(person.email), ...person };
      expect(await acceptInvitation(killedLate(world), first, '127.0.0.1').catch(String)).to.equal(
        'Error: killed',
      );
      await meanwhile();
      const typesBefore = await typesIn(world);
      const next = await inviteThem(person.email);
      const accepted = await accept(world, next, person);
      expect(accepted.status, accepted.text).to.equal(200);
      expect(await typesIn(world)).to.deep.equal(typesBefore);
      expect((await signIn(world, person.email)).body).to.include({ role: 'ADMIN' });
    });

  it('is deleted once it has expired and another person is invited', async () => {
    await inviteThem('never@loja.example');
    await expire();
    await inviteThem('another@loja.example');
    const { rows } = await world.services.database.query('SELECT email FROM auth.invitation');
    expect(rows).to.deep.equal([{ email: 'another@loja.example' }]);
  });

  it('lets a person who has a password sign in and join, and never changes that password', async () => {
    const email = emailOf('ana');
    const cookie = await world.cookieOf('ana');
    const token = await inviteThem(email);
    const expected = { kind: 'join', email, platformName: samplePlatform.name };
    expect((await open(world, token)).body).to.deep.equal(expected);
    const head = await world.lastFact();
    const accepted = await accept(world, token, { ...maria, email });
    expect(problem.parse(accepted.body).code).to.equal('session/required');
    expect(await world.lastFact()).to.equal(head);
    expect((await signIn(world, email)).status).to.equal(401);
    const join = (asCookie: string) =>
      world.post('/api/session.joinByInvitation', { token }, { headers: { cookie: asCookie } });
    const other = await join(await world.cookieOf('bia'));
    expect(problem.parse(other.body).code).to.equal('invitation/not-usable');
    expect((await join(cookie)).status).to.equal(200);
    expect((await join(cookie)).status, 'once').to.equal(404);
    const session = (await world.get('/api/session.get', { headers: { cookie } })).body;
    expect(session).to.include({ email, role: 'ADMIN', platformId: 'demo' });
    expect((await signIn(world, email, PASSWORD)).status).to.equal(200);
  });

  it('makes no one staff of a platform twice, and no master an administrator', async () => {
    for (const [email, code] of [
      [emailOf('accountant'), 'staff/already-known'],
      [emailOf('master'), 'staff/is-master'],
    ] as const) {
      const opened = await open(world, await inviteThem(email));
      expect(problem.parse(opened.body).code).to.equal(code);
    }
  });

  it('is answered with the same 404 when it is used, replaced, expired, unknown or another person’s', async () => {
    const email = 'outra@loja.example';
    const person = { ...maria, email };
    const used = await inviteThem(email);
    await accept(world, used, person);
    const replaced = await inviteThem('terceira@loja.example');
    const expired = await inviteThem('terceira@loja.example');
    await expire();
    const ofOthers = await inviteThem('quarta@loja.example');
    const texts = new Set<string>();
    const unknown = ['A'.repeat(43), 'A'.repeat(2_000), 'não é um convite', ''];
    for (const token of [used, replaced, expired, ofOthers, ...unknown]) {
      const answers = [await accept(world, token, person)];
      if (token !== ofOthers) answers.push(await open(world, token));
      for (const { status, body } of answers) {
        const { requestId: _, ...answered } = problem.parse(body);
        expect(status).to.equal(404);
        texts.add(JSON.stringify(answered));
      }
    }
    expect([...texts]).to.have.lengthOf(1);
  });

  it('does not store the token of its link in the clear', async () => {
    const token = await inviteThem('quinta@loja.example');
    const { rows } = await world.services.database.query('SELECT * FROM auth.invitation');
    expect(JSON.stringify(rows)).to.include('quinta').and.not.include(token);
    const bytes = Buffer.from(token, 'base64url');
    expect(bytes).to.have.lengthOf(32);
    expect(JSON.stringify(rows)).not.to.include(bytes.toString('hex'));
  });
});
