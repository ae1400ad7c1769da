import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Membership } from '#/api/auth/memberships.ts';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import { acceptInterrupted } from '#/api/auth/testing/interrupted.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { transactionLock } from '#/ledger/database/advisory-locks.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { invite, inviteFirst, inviteMaster, isFirstAwaited } from './invitations.ts';

const password = 'cavalo bateria grampo';
const mara = { email: 'mara@razao.example', name: 'Mara Mestra', password };

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

const cookieIn = ({ headers }: ApiAnswer): string =>
  headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

describe('Invitation of a master', () => {
  let world: ApiWorld;

  const accept = (token: string, input: object = mara): Promise<ApiAnswer> =>
    world.post('/api/session.acceptInvitation', { token, ...input });

  const open = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.openInvitation', { token });

  const signIn = (email: string, withPassword = password): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email, password: withPassword, area: 'master' });

  const inviteOne = (email: string | null): Promise<string> =>
    inviteMaster(world.services.database, email);

  describe('to an empty installation', () => {
    beforeEach(async () => {
      world = await apiWorld({ isEmpty: true, demo: 'none' });
    });
    afterEach(() => world.close());

    it('makes a master of the person who opens the link, who has to set up a second factor first', async () => {
      expect(await isFirstAwaited(world.services.database)).to.equal(false);
      const token = await inviteOne(null);
      expect(await isFirstAwaited(world.services.database)).to.equal(true);
      const expected = { kind: 'master', email: null, platformName: null };
      expect((await open(token)).body).to.deep.equal(expected);
      expect(codeOf(await accept(token))).to.equal('done');
      expect(codeOf(await accept(token))).to.equal('invitation/not-usable');

      const signedIn = await signIn(mara.email);
      const { role, platformId, sellerId, permissions, lacksSecondFactor } = Object(signedIn.body);
      expect([role, platformId, sellerId, permissions, lacksSecondFactor]).to.deep.equal([
        'MASTER',
        INSTALLATION_ID,
        null,
        [],
        true,
      ]);
      const headers = { cookie: cookieIn(signedIn) };
      const listed = await world.get('/api/master.listPlatforms', { headers });
      expect(codeOf(listed)).to.equal('session/second-factor-missing');
    });

    it('puts the new master on record as actor, without personal data in the clear', async () => {
      await accept(await inviteOne(null));
      const events = (await Array.fromAsync(world.store.readAll({})))
        .flat()
        .filter(({ type }) => type.startsWith('Master'));
      const [member] = await world.services.sessions.memberships.of(mara.email);
      expect(events.map(({ type }) => type)).to.deep.equal(['MasterCreated']);
      for (const { data, meta } of events) {
        expect(JSON.parse(meta)).to.include({
          actor: `master:${member?.personId}`,
          platform: INSTALLATION_ID,
        });
        expect(data + meta).to.not.match(/mara/i);
      }
    });

    it('replaces the one before; once it is accepted, a start invites no one', async () => {
      const { database } = world.services;
      const replaced = await inviteOne(null);
      const token = await inviteOne(null);
      expect(codeOf(await open(replaced))).to.equal('invitation/not-usable');
      await accept(token);
      expect(await inviteFirst(database, null)).to.equal(undefined);
    });

    it('for its first master makes no second one once another link has made the first', async () => {
      const { database, sessions } = world.services;
      const first = (await inviteFirst(database, null)) ?? '';
      const tokenOfMara = await inviteOne(mara.email);
      expect(codeOf(await open(first))).to.equal('done');
      expect(codeOf(await accept(tokenOfMara))).to.equal('done');
      expect(codeOf(await open(first))).to.equal('invitation/not-usable');
      const other = { ...mara, email: 'outra@razao.example' };
      expect(codeOf(await accept(first, other))).to.equal('invitation/not-usable');
      const emails = (await sessions.memberships.masters()).map(({ email }) => email);
      expect(emails).to.deep.equal([mara.email]);
    });

    it('for its first master waits for a use of another link that has begun', async () => {
      const { services } = world;
      const { database, sessions } = services;
      const first = (await inviteFirst(database, null)) ?? '';
      const tokenOfMara = await inviteOne(mara.email);
      const [begun, mayFinish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const setPassword: typeof sessions.setPassword = async (user) => {
        begun.resolve();
        await mayFinish.promise;
        return sessions.setPassword(user);
      };
      const slow = { ...services, sessions: { ...sessions, setPassword } };
      const firstUse = acceptInvitation(slow, { token: tokenOfMara, ...mara }, '127.0.0.1');
      await begun.promise;
      const laterUse = accept(first, { ...mara, email: 'outra@razao.example' });
      const waitingLocks = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
      await eventually(
        async () => (await database.query(waitingLocks)).rowCount === 1 || undefined,
        'the other use waits',
      );
      mayFinish.resolve();
      await firstUse;
      expect(codeOf(await laterUse)).to.equal('invitation/not-usable');
    });

    it('is answered as in use while another process hangs in the use of such a link, and works afterwards', async () => {
      const token = await inviteOne(mara.email);
      await inTransaction(world.services.database, async (hanging) => {
        await hanging.query(transactionLock('links for masters'));
        expect(codeOf(await accept(token))).to.equal('invitation/in-use');
      });
      expect(codeOf(await accept(token))).to.equal('done');
    });

    describe('whose only master the log has lost', () => {
      const isActive = async (person: Membership): Promise<boolean> =>
        (await loadPersonRecord(world.services.core, person)).status === 'ACTIVE';

      const inviteAgain = () => inviteFirst(world.services.database, null, isActive);

      beforeEach(async () => {
        const membership: Membership = {
          kind: 'master',
          personId: randomUUID(),
          platformId: INSTALLATION_ID,
        };
        await world.services.sessions.createUser({ ...mara, membership });
        expect((await signIn(mara.email)).body, 'acts as no one').to.equal(null);
      });

      it('is printed again', async () => {
        const other = { ...mara, email: 'outra@razao.example' };
        expect(codeOf(await accept((await inviteAgain()) ?? '', other))).to.equal('done');
        expect(await inviteAgain()).to.equal(undefined);
      });

      it('makes that person master again, who signs in with the password they had', async () => {
        const token = (await inviteAgain()) ?? '';
        expect(codeOf(await accept(token))).to.equal('session/required');
        const headers = { cookie: cookieIn(await signIn(mara.email)) };
        const joined = await world.post('/api/session.joinByInvitation', { token }, { headers });
        expect(codeOf(joined)).to.equal('done');
        expect((await signIn(mara.email)).body).to.include({ role: 'MASTER' });
        expect(await inviteAgain()).to.equal(undefined);
      });
    });

    it('works for one address only after an interrupted use, which it completes', async () => {
      const token = await inviteOne(null);
      const { memberships } = world.services.sessions;
      const countBefore = (await memberships.masters()).length;
      await acceptInterrupted(world, { token, ...mara });
      expect(await memberships.masters(), 'not in yet').to.have.length(countBefore);
      const other = { ...mara, email: 'outra@razao.example' };
      expect(codeOf(await accept(token, other))).to.equal('invitation/not-usable');
      expect(codeOf(await accept(token))).to.equal('done');
      expect(await memberships.of(mara.email)).to.have.length(1);
      expect(await memberships.masters()).to.have.length(countBefore + 1);
      expect(Object((await signIn(mara.email)).body).role).to.equal('MASTER');
    });

    it('completes an interrupted use for its address after it expired and another master was invited', async () => {
      const { services } = world;
      await acceptInterrupted(world, { token: await inviteOne(mara.email), ...mara });
      await services.database.query(
        `UPDATE auth.master_invitation SET expires_at = now() - interval '1 second'`,
      );
      await inviteOne('outra@razao.example');
      expect(codeOf(await accept(await inviteOne(mara.email)))).to.equal('done');
      expect(await services.sessions.memberships.of(mara.email)).to.have.length(1);
    });

    it('cannot be imitated by an administrator’s invitation that names the installation as platform', async () => {
      const { database, sessions } = world.services;
      const first = { ...mara, email: 'outra@razao.example' };
      expect(codeOf(await accept(await inviteOne(null), first))).to.equal('done');
      const token = await invite(database, mara.email, INSTALLATION_ID);
      expect(codeOf(await accept(token))).to.equal('invitation/not-usable');
      const emails = (await sessions.memberships.masters()).map(({ email }) => email);
      expect(emails).to.deep.equal([first.email]);
      expect((await signIn(mara.email)).status).to.equal(401);
    });
  });

  describe('who can sign in already', () => {
    before(async () => {
      world = await apiWorld();
    });
    after(() => world.close());

    it('keeps the password, joins by signing in, and then acts as one of both roles at a time', async () => {
      const email = emailOf('admin');
      const token = await inviteOne(email);
      expect((await open(token)).body).to.deep.equal({ kind: 'join', email, platformName: null });
      expect(codeOf(await accept(token, { ...mara, email }))).to.equal('session/required');
      const signedIn = await signIn(email, PASSWORD);
      expect(signedIn.body).to.include({ role: 'ADMIN' });
      const headers = { cookie: cookieIn(signedIn) };
      const other = { headers: { cookie: await world.cookieOf('ana') } };
      const stranger = await world.post('/api/session.joinByInvitation', { token }, other);
      expect(codeOf(stranger)).to.equal('invitation/not-usable');
      const joined = await world.post('/api/session.joinByInvitation', { token }, { headers });
      expect(codeOf(joined)).to.equal('done');

      const platforms = await world.get('/api/master.listPlatforms', { headers });
      expect(platforms.status).to.equal(200);
      expect((await world.get('/api/admin.getAcquiring', { headers })).status).to.equal(403);
      const { body } = await world.get('/api/person.listMemberships', { headers });
      const roles = Object(body).memberships.map(({ role }: { role: string }) => role);
      expect(roles).to.have.members(['ADMIN', 'MASTER']);
      expect((await signIn(email, PASSWORD)).body).to.include({ role: 'MASTER' });
    });
  });
});
