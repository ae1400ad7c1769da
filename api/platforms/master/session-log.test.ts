import { expect } from 'chai';
import type { SessionLine } from '#/api/contract/master.ts';
import { invite } from '#/api/auth/links/invitations.ts';
import { sweepSessions } from '#/api/auth/session-end/ended-sessions.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD, people, type NewPerson, type Person } from '#/api/testing/people.ts';
import { dayOf } from '#/domain/values/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('Log of sessions at all platforms', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld({ proxies: 1 });
    for (const person of ['ana', 'otherAdmin', 'master', 'admin'] as const) await signIn(person);
    expect((await signIn('otherAdmin', 'senha errada')).status).to.equal(401);
    await world.get('/api/admin.getSeller?sellerId=seller-1', { as: 'admin' });
  });
  after(() => world.close());

  const signIn = (person: Person, password = PASSWORD) =>
    world.post(
      '/api/auth/sign-in/email',
      { email: emailOf(person), password },
      { headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': FIREFOX } },
    );

  const signInBy = (email: string, headers: { readonly cookie?: string }, password = PASSWORD) =>
    world.post('/api/auth/sign-in/email', { email, password }, { headers });

  const page = async (filters = '') => {
    const after = await world.store.head();
    const path = `/api/master.listSessionLog?after=${after}${filters}`;
    const { body } = await world.get(path, { as: 'master' });
    return { lines: Object(body).items as SessionLine[], next: Object(body).nextCursor };
  };

  const lineOf = (personId: string, kind: string): Promise<SessionLine> =>
    eventually(
      async () => (await page(`&personId=${personId}&kind=${kind}`)).lines[0],
      `${kind} of ${personId} is on record`,
    );

  it('shows who signed in, at which platform and from where; sellers by their id alone', async () => {
    const seller = await lineOf(people.ana.sellerId, 'SIGNED_IN');
    expect(seller.person).to.deep.equal({ kind: 'seller', id: people.ana.sellerId, email: null });
    expect(seller).to.include({ platformId: 'demo', address: '203.0.113.7' });
    expect(seller).to.include({ browser: 'Firefox', system: 'Linux' });
    const other = await lineOf(people.otherAdmin.staffId, 'SIGNED_IN');
    expect(other.person.email).to.equal(emailOf('otherAdmin'));
    expect(other.platformId).to.equal('other');
  });

  it('shows masters too, at no platform', async () => {
    const line = await lineOf(people.master.masterId, 'SIGNED_IN');
    expect(line).to.include({ platformName: null, platformId: 'installation' });
    expect(line.person).to.include({ kind: 'master', email: emailOf('master') });
  });

  it('shows who joined by a link, or changed to another membership, with the browser', async () => {
    const person = await world.newSeller();
    const cookie = await world.cookieOf(person);
    const headers = { cookie, 'user-agent': FIREFOX };
    const token = await invite(world.services.database, person.email, 'demo');
    await world.post('/api/session.joinByInvitation', { token }, { headers });
    const memberships = await world.services.sessions.memberships.of(person.email);
    const joined = memberships.find(({ kind }) => kind === 'staff');
    const line = await lineOf(joined?.personId ?? '', 'SIGNED_IN');
    expect(line).to.include({ browser: 'Firefox', system: 'Linux' });

    const { kind, personId } = person;
    await world.post('/api/person.chooseMembership', { kind, personId }, { headers });
    const { browser } = await eventually(async () => {
      const { lines } = await page(`&personId=${personId}&kind=SIGNED_IN`);
      return lines.length > 1 ? lines[0] : undefined;
    }, 'the change is on record');
    expect(browser).to.equal('Firefox');
  });

  it('shows failed sign-ins, but not whose data was opened', async () => {
    await lineOf(people.otherAdmin.staffId, 'SIGN_IN_FAILED');
    await eventually(async () => {
      const { body } = await world.get('/api/admin.listAccess?kind=DATA_OPENED', { as: 'admin' });
      return Object(body).items.length > 0 || undefined;
    }, 'the look is on record');
    const { lines } = await page('&limit=100');
    const kinds: readonly string[] = lines.map(({ kind }) => kind);
    expect(kinds).to.include('SIGN_IN_FAILED').and.not.include('DATA_OPENED');
  });

  const causesOf = async ({ personId }: NewPerson): Promise<readonly unknown[]> => {
    const { lines } = await page(`&personId=${personId}&kind=SIGNED_OUT`);
    return lines.map(({ cause, address }) => [cause, address]);
  };

  const setTime = (person: NewPerson, change: string) =>
    world.services.database.query(`UPDATE auth.session SET ${change} WHERE "personId" = $1`, [
      person.personId,
    ]);

  /** Records ended sessions, as two processes do in the same minute. */
  const sweepTwice = async (): Promise<void> => {
    const fail = (error: unknown) => expect.fail(String(error));
    await Promise.all([sweepSessions(world.services, fail), sweepSessions(world.services, fail)]);
  };

  const block = async (procedure: string, input: object, as: Person): Promise<void> => {
    const blocked = await world.post(`/api/${procedure}`, { ...input, basedOn: 0 }, { as });
    expect(blocked.status, blocked.text).to.equal(200);
  };

  it('says how each session ended, also when the person did nothing for it', async () => {
    const platformId = await world.newPlatform();
    const [idle, blocked, elsewhere] = [
      await world.newFunctionary([]),
      await world.newSeller(),
      await world.newFunctionary([], platformId),
    ];
    const [returned, stayedAway] = [await world.newSeller(), await world.newSeller()];
    const [erased, dropped] = [await world.newSeller(), await world.newSeller()];
    const all = [idle, blocked, elsewhere, returned, stayedAway, erased, dropped];
    for (const person of all) await world.cookieOf(person);

    const { sessions } = world.services;
    await setTime(idle, `"updatedAt" = now() - interval '13 hours'`);
    for (const person of [returned, stayedAway])
      await setTime(person, `"expiresAt" = now() - interval '1 minute'`);

    expect((await world.get('/api/seller.getBalance', { as: returned })).status).to.equal(401);
    await block('admin.blockSeller', { sellerId: blocked.personId }, 'admin');
    await block('master.blockPlatform', { platformId }, 'master');
    await sessions.erase({ ...NO_ACCOUNTS, seller: [erased.personId] });
    await sessions.removeMemberships({ ...NO_ACCOUNTS, seller: [dropped.personId] });
    await sweepTwice();
    await sweepTwice();

    const causes = await Promise.all(all.map(causesOf));
    expect(causes).to.deep.equal(
      [
        'IDLE',
        'PERSON_BLOCKED',
        'PLATFORM_BLOCKED',
        'EXPIRED',
        'EXPIRED',
        'ERASED',
        'MEMBERSHIP_ENDED',
      ].map((cause) => [[cause, null]]),
    );
    const [line] = (await page(`&personId=${idle.personId}&kind=SIGNED_OUT`)).lines;
    // Idle for 13 hours, of which 12 are allowed: so it ended about an hour ago, in milliseconds.
    const age = Date.now() - Date.parse(line?.at ?? '');
    expect(age, 'ended when it had been idle too long').to.be.within(3_000_000, 4_200_000);
  });

  it('says how a session ended, even while the end of another one cannot be recorded', async () => {
    const [unrecorded, recorded] = [await world.newSeller(), await world.newSeller()];
    for (const person of [unrecorded, recorded]) {
      await world.cookieOf(person);
      await setTime(person, `"expiresAt" = now() - interval '1 minute'`);
    }
    const { core, sessions } = world.services;
    const handle: CommandHandler['handle'] = async (decider, stream, ...command) => {
      if (stream.includes(unrecorded.personId)) throw new Error('the log refuses it');
      return core.handler.handle(decider, stream, ...command);
    };
    const failures: unknown[] = [];
    const failing = { core: { handler: { ...core.handler, handle } }, sessions };
    await sweepSessions(failing, (error) => failures.push(error));
    expect(failures).to.have.length(1);
    expect(await causesOf(recorded)).to.have.length(1);
    await sweepTwice();
    expect(await causesOf(unrecorded), 'once it can be').to.have.length(1);
  });

  it('shows an end that only a newer release knows as it is, to masters and to staff', async () => {
    const person = await world.newFunctionary([]);
    await world.cookieOf(person);
    await setTime(person, `"expiresAt" = now() - interval '1 minute'`);
    await sweepTwice();
    expect(await causesOf(person)).to.deep.equal([['EXPIRED', null]]);
    // During an update, a process of the newer release writes the rows that this one reads.
    await world.services.database.query(
      `UPDATE read.access SET cause = 'OF_A_LATER_RELEASE' WHERE person_id = $1 AND kind = 'SIGNED_OUT'`,
      [person.personId],
    );
    expect(await causesOf(person)).to.deep.equal([['OF_A_LATER_RELEASE', null]]);
    const path = `/api/admin.listAccess?personId=${person.personId}&kind=SIGNED_OUT`;
    const { status, body, text } = await world.get(path, { as: 'admin' });
    expect(status, text).to.equal(200);
    expect(Object(body).items[0]).to.include({ cause: 'OF_A_LATER_RELEASE' });
  });

  it('names the browser of failures too, and stores it only encrypted', async () => {
    const failure = await lineOf(people.otherAdmin.staffId, 'SIGN_IN_FAILED');
    expect(failure).to.include({ browser: 'Firefox', system: 'Linux' });
    for await (const events of world.store.readAll({}))
      for (const { data } of events) expect(data).to.not.include('Firefox');
  });

  it('can be limited to what is unusual', async () => {
    const person = await world.newFunctionary([]);
    const { email, personId } = person;
    const known = await signInBy(email, {});
    const cookies = known.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    const device = { cookie: cookies.join('; ') };
    await signInBy(email, device);
    for (let failures = 0; failures < 3; failures += 1) await signInBy(email, device, 'errada');
    await signInBy(email, device);
    const unusual = await eventually(async () => {
      const { lines } = await page(`&personId=${personId}&kind=UNUSUAL`);
      return lines.length > 1 ? lines : undefined;
    }, 'all are on record');
    expect(
      unusual.map(({ kind, isKnownDevice, failures }) => [kind, isKnownDevice, failures]),
    ).to.deep.equal([
      ['SIGNED_IN', true, 3],
      ['SIGNED_IN', false, 0],
    ]);
    expect((await page('&limit=100&kind=UNUSUAL')).lines.map(({ kind }) => kind)).to.not.include(
      'SIGN_IN_FAILED',
    );
  });

  it('is read by page, day and platform, the newest first', async () => {
    const { lines: all } = await page('&limit=100');
    const first = await page('&limit=2');
    expect(first.lines, 'whose data was opened takes no place').to.have.length(2);
    const second = await page(`&limit=100&cursor=${first.next}`);
    const read = [...first.lines, ...second.lines].map(({ eventId }) => eventId);
    expect(read).to.deep.equal(all.map(({ eventId }) => eventId));
    expect(all.map(({ at }) => at)).to.deep.equal(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const today = dayOf(world.services.core.now());
    expect((await page(`&limit=100&from=${today}`)).lines).to.have.length(all.length);
    expect((await page('&to=2020-01-01')).lines).to.deep.equal([]);
    const { lines: others } = await page('&platformId=other');
    expect(new Set(others.map(({ platformId }) => platformId))).to.deep.equal(new Set(['other']));
  });
});
