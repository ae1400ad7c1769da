import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, membershipOf, PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const cookieIn = ({ headers }: ApiAnswer): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('A sign-in with several memberships', () => {
  let world: ApiWorld;
  let ana: NewPerson;
  let clerk: NewPerson;
  let otherSeller: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  beforeEach(async () => {
    const { sessions } = world.services;
    ana = await world.newSeller();
    clerk = await world.newFunctionary([]);
    otherSeller = await world.newSeller('other');
    // Ana's user can join both records only once they have no users of their own.
    const accounts = {
      ...NO_ACCOUNTS,
      seller: [otherSeller.personId],
      staff: [clerk.personId],
    };
    await sessions.erase(accounts);
    for (const other of [clerk, otherSeller]) {
      await sessions.memberships.join({ email: ana.email, name: 'ana' }, other);
    }
  });

  const signIn = (area?: 'seller' | 'admin'): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email: ana.email, password: PASSWORD, area });

  const read = (cookie: string, path: string): Promise<ApiAnswer> =>
    world.get(path, { headers: { cookie } });

  const choose = (cookie: string, input: object): Promise<ApiAnswer> =>
    world.post('/api/person.chooseMembership', input, { headers: { cookie } });

  const archiveAna = async (): Promise<void> => {
    const { core } = world.services;
    const command = { type: 'Archive', now: core.now() } as const;
    await core.handler.handle(seller, streamOf('seller', ana.personId), command, {
      commandId: randomUUID(),
      platform: 'demo',
      actor: 'system',
      correlation: 'ana',
    });
  };

  it('acts as the membership of the area whose page was used, and without an area as the oldest', async () => {
    expect((await signIn('admin')).body).to.include({ role: 'FUNCTIONARY', platformId: 'demo' });
    const { personId: sellerId } = ana;
    expect((await signIn('seller')).body).to.include({ role: 'SELLER', sellerId });
    expect((await signIn()).body).to.include({ role: 'SELLER', sellerId });
  });

  it('cannot choose its membership by a host, a forwarded host, or a role, flag or platform that it states', async () => {
    const credentials = { email: ana.email, password: PASSWORD, area: 'admin' };
    const send = (otherInput: object, headers: Readonly<Record<string, string>> = {}) =>
      world.post('/api/auth/sign-in/email', { ...credentials, ...otherInput }, { headers });
    for (const name of ['host', 'x-forwarded-host', 'forwarded']) {
      const value = name === 'forwarded' ? 'host=other.example' : 'other.example';
      const { status, body } = await send({}, { [name]: value });
      expect(status, name).to.equal(200);
      expect(body, name).to.include({ role: 'FUNCTIONARY', platformId: 'demo' });
    }
    for (const stated of [
      { role: 'ADMIN' },
      { permissions: ['isConfigAvailable'] },
      { platformId: 'other' },
      { kind: 'seller', personId: otherSeller.personId },
      { host: 'other.example' },
    ]) {
      const answer = await send(stated);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.headers.getSetCookie(), 'no session').to.deep.equal([]);
    }
  });

  it('has the rights of one of them only, until another is chosen', async () => {
    const cookie = cookieIn(await signIn('admin'));
    expect((await read(cookie, '/api/seller.getBalance')).status).to.equal(403);
    const listed = Object((await read(cookie, '/api/person.listMemberships')).body).memberships;
    expect(
      listed.map(({ role, isThis }: { role: string; isThis: boolean }) => [role, isThis]),
    ).to.deep.equal([
      ['SELLER', false],
      ['FUNCTIONARY', true],
      ['SELLER', false],
    ]);
    const { kind, personId } = otherSeller;
    expect((await choose(cookie, { kind, personId })).status).to.equal(200);
    const session = await read(cookie, '/api/session.get');
    expect(session.body).to.include({ sellerId: personId, platformId: 'other' });
    expect((await read(cookie, '/api/admin.getSummary')).status).to.equal(403);
  });

  it('keeps a socket or export only while it acts as the membership that began it', async () => {
    const { callers } = world.services;
    const cookie = cookieIn(await signIn('admin'));
    const asStaff = callers.follow(new Headers({ cookie }), 'watches');
    expect(await asStaff()).to.include({ role: 'FUNCTIONARY' });
    const { kind, personId } = ana;
    await choose(cookie, { kind, personId });
    const asSeller = callers.follow(new Headers({ cookie }), 'watches');
    const both = await Promise.all([asStaff(), asSeller()]);
    expect(both.map((caller) => caller?.role)).to.deep.equal([undefined, 'SELLER']);
  });

  it('cannot choose a membership of another person, or one that does not exist', async () => {
    const cookie = cookieIn(await signIn('seller'));
    for (const person of ['bia', 'admin'] as const) {
      const { kind, personId } = membershipOf(person);
      expect((await choose(cookie, { kind, personId })).status).to.equal(404);
    }
    expect((await choose(cookie, { kind: 'staff', personId: 'unknown' })).status).to.equal(404);
    expect((await read(cookie, '/api/session.get')).body).to.include({ sellerId: ana.personId });
  });

  it('acts as another membership while the record of the oldest is archived, and cannot choose the archived one', async () => {
    const before = cookieIn(await signIn('seller'));
    await archiveAna();
    await eventually(
      async () => (await read(before, '/api/session.get')).body === null,
      'the session of the archived record ends',
    );
    const { body, headers } = await signIn('seller');
    expect(body).to.include({ sellerId: otherSeller.personId, platformId: 'other' });
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const { kind, personId } = ana;
    expect((await choose(cookie, { kind, personId })).status).to.equal(404);
    const { memberships } = Object((await read(cookie, '/api/person.listMemberships')).body);
    expect(memberships).to.have.length(2);
  });

  it('is erased also where a restored database is older than one of the tables of links', async () => {
    const { database, sessions } = world.services;
    const tables = ['staff_invitation', 'registration', 'master_invitation', 'invitation'];
    for (const table of tables) {
      const person = await world.newSeller();
      await database.query(`ALTER TABLE auth.${table} RENAME TO away`);
      try {
        await sessions.erase({ ...NO_ACCOUNTS, seller: [person.personId] });
      } finally {
        await database.query(`ALTER TABLE auth.away RENAME TO ${table}`);
      }
      const { rows } = await database.query('SELECT FROM auth."user" WHERE email = $1', [
        person.email,
      ]);
      expect(rows, table).to.have.length(0);
    }
  });

  it('keeps the other memberships when one is erased, and loses the sessions of the erased one', async () => {
    const [asSeller, asStaff] = [cookieIn(await signIn('seller')), cookieIn(await signIn('admin'))];
    await world.services.sessions.erase({
      ...NO_ACCOUNTS,
      seller: [ana.personId],
    });
    expect((await read(asSeller, '/api/session.get')).body).to.equal(null);
    expect((await read(asStaff, '/api/session.get')).body).to.include({ role: 'FUNCTIONARY' });
    expect((await signIn('seller')).body).to.include({ sellerId: otherSeller.personId });
    await world.services.sessions.erase({
      ...NO_ACCOUNTS,
      seller: [otherSeller.personId],
      staff: [clerk.personId],
    });
    expect((await signIn()).status, 'no membership is left').to.equal(401);
    const { rows } = await world.services.database.query(
      `SELECT FROM auth."user" WHERE email = $1`,
      [ana.email],
    );
    expect(rows).to.have.length(0);
  });

  it('shows in the data of each record only the sessions with its membership', async () => {
    await signIn('admin');
    const { signInsOf } = world.services.sessions;
    const [asStaff] = await signInsOf({
      ...NO_ACCOUNTS,
      staff: [clerk.personId],
    });
    const [asSeller] = await signInsOf({ ...NO_ACCOUNTS, seller: [ana.personId] });
    expect(asStaff?.sessions).to.have.length(1);
    expect(asSeller?.sessions).to.have.length(0);
    expect(asSeller?.email).to.equal(ana.email);
  });

  it('records failed attempts for every membership, and the sign-in for the chosen one', async () => {
    const guess = { email: ana.email, password: 'errada de propósito' };
    await world.post('/api/auth/sign-in/email', guess);
    await signIn('admin');
    const ids = [ana, clerk, otherSeller].map(({ personId }) => personId);
    const traces = await eventually(async () => {
      const events = (await Array.fromAsync(world.store.readAll({}))).flat();
      const traceEvents = events.filter(
        ({ type, stream }) =>
          (type === 'SignInFailed' || type === 'SignedIn') && ids.some((id) => stream.includes(id)),
      );
      return traceEvents.length === 4 ? traceEvents : undefined;
    }, 'three failures and a sign-in');
    const kinds = traces.map(({ stream, type }) => `${type} ${stream.split('.')[0]}`);
    expect(kinds.filter((kind) => kind.startsWith('SignInFailed'))).to.have.length(3);
    expect(kinds.find((kind) => kind.startsWith('SignedIn'))).to.include(clerk.personId);
  });
});

describe('Users from before a user could have several memberships', () => {
  it('keep the membership that they had, and their open sessions', async () => {
    const world = await apiWorld();
    try {
      const { database } = world.services;
      const cookie = await world.cookieOf('accountant');
      // The tables before memberships: one record in the row of each user.
      await database.query(`
        ALTER TABLE auth."user" ADD COLUMN "platformId" text, ADD COLUMN "sellerId" text, ADD COLUMN "staffId" text;
        UPDATE auth."user" SET "platformId" = platform_id, "staffId" = CASE kind WHEN 'staff' THEN person_id END,
          "sellerId" = CASE kind WHEN 'seller' THEN person_id END
          FROM auth.membership WHERE user_id = id;
        ALTER TABLE auth."user" ALTER COLUMN "platformId" SET NOT NULL;
        DROP TABLE auth.membership;
        UPDATE auth.session SET kind = NULL, "personId" = NULL, "platformId" = NULL`);
      const { openSessions } = await import('./sessions.ts');
      const sessions = await openSessions({
        databaseUrl: world.databaseUrl,
        secrets: { sessionSecret: 'a secret of thirty-two characters' },
        publicUrl: world.url,
      });
      try {
        const session = await sessions.find(new Headers({ cookie }));
        expect(session?.membership).to.deep.equal(membershipOf('accountant'));
        expect(await sessions.memberships.of(emailOf('bia'))).to.deep.equal([membershipOf('bia')]);
      } finally {
        await sessions.close();
      }
    } finally {
      await world.close();
    }
  });
});
