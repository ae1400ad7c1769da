import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { mailingWorld } from '#/api/testing/mailing-world.ts';
import {
  emailOf,
  people,
  type AnyPerson,
  type NewPerson,
  type Person,
} from '#/api/testing/people.ts';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const password = 'cavalo bateria grampo';

describe('Functionaries', () => {
  let world: ApiWorld;
  let email: string;
  /** May invite functionaries and give the flag for sales. */
  let attendant: NewPerson;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    email = `${randomUUID()}@loja.example`;
    attendant = await world.newFunctionary(['isFunctionariesAvailable', 'isSalesAvailable']);
  });

  const call = (name: string, input: object, as: AnyPerson = 'admin', key = randomUUID()) =>
    world.post(`/api/admin.${name}`, input, { as, headers: { 'idempotency-key': key } });

  const invite = (permissions: readonly string[], as: AnyPerson = 'admin', key = randomUUID()) =>
    call('inviteFunctionary', { email, permissions }, as, key);

  const list = async (query = '', as: AnyPerson = 'admin'): Promise<readonly StaffMember[]> => {
    const position = (await world.services.core.store.head()) ?? '';
    const path = `/api/admin.listStaff?after=${position}&${query}`;
    const { status, text, body } = await world.get(path, { as });
    expect(status, text).to.equal(200);
    return Object(body).items;
  };

  const memberOf = async (address: string, query = ''): Promise<StaffMember> => {
    const member = (await list(query)).find((each) => each.email === address);
    if (!member) throw new Error(`${address} is not listed`);
    return member;
  };

  const codeOf = ({ body }: ApiAnswer): string => problem.parse(body).code;

  /** Accepts the invitation whose link is in the answer. */
  const acceptLinkIn = async ({ body }: ApiAnswer): Promise<ApiAnswer> => {
    const token = String(Object(body).url).split('#')[1] ?? '';
    return world.post('/api/session.acceptInvitation', { token, email, password, name: 'Nova' });
  };

  const signIn = async (): Promise<string> => {
    const answer = await world.post('/api/auth/sign-in/email', { email, password });
    return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };

  it('are invited with permission flags, are listed as invited, and sign in with exactly these flags', async () => {
    const answer = await invite(['isSalesAvailable', 'isConfigAvailable', 'isSalesAvailable']);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.include({ to: 'nothing' });
    const invited = await memberOf(email);
    expect(invited).to.include({ status: 'INVITED', name: null, revision: 0, isChangeable: true });
    expect(invited.changedBy).to.equal(emailOf('admin'));
    expect((await acceptLinkIn(answer)).status).to.equal(200);
    const cookie = await signIn();
    const { body } = await world.get('/api/session.get', { headers: { cookie } });
    expect(body).to.deep.include({ permissions: ['isSalesAvailable', 'isConfigAvailable'] });
    const active = await eventually(async () => {
      const member = await memberOf(email);
      return member.signedInAt === null ? undefined : member;
    }, 'the sign-in is listed');
    expect(active).to.include({ status: 'ACTIVE', name: 'Nova', expiresAt: null });
  });

  it('are created once when several colleagues invite the same address at the same moment', async () => {
    // Signs everyone in first: sign-ins wait for each other, and the invitations must arrive together.
    for (const person of ['admin', 'deputy', attendant] as const) await world.cookieOf(person);
    const answers = await Promise.all([
      invite(['isSalesAvailable']),
      invite(['isConfigAvailable'], 'deputy'),
      invite(['isSalesAvailable'], attendant),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).to.deep.equal([200, 409, 409]);
    expect((await list()).filter((each) => each.email === email)).to.have.length(1);
    expect(codeOf(await invite(['isSalesAvailable']))).to.equal('staff/already-known');
    const ofClerk = await call('inviteFunctionary', { email: emailOf('clerk'), permissions: [] });
    expect(codeOf(ofClerk), 'a member of before').to.equal('staff/already-known');
    const { email: sellerEmail } = await world.newSeller();
    const seller = await call('inviteFunctionary', { email: sellerEmail, permissions: [] });
    expect(seller.status, 'a seller may be staff too').to.equal(200);
  });

  it('get the same link when a request is repeated, unless the link was already used', async () => {
    const key = randomUUID();
    const first = await invite(['isSalesAvailable'], 'admin', key);
    expect((await invite(['isSalesAvailable'], 'admin', key)).body).to.deep.equal(first.body);
    expect((await acceptLinkIn(first)).status).to.equal(200);
    await invite(['isSalesAvailable'], 'admin', key);
    expect((await acceptLinkIn(first)).status, 'used').to.equal(404);
    const { rows } = await world.services.database.query(
      'SELECT FROM auth.staff_invitation WHERE email = $1',
      [email],
    );
    expect(rows).to.have.length(0);
  });

  it('can be invited again until they have accepted, by a new link that replaces the earlier one', async () => {
    const first = await invite(['isSalesAvailable']);
    const { staffId } = await memberOf(email);
    const second = await call('inviteAgain', { staffId });
    expect(second.status, second.text).to.equal(200);
    expect((await acceptLinkIn(first)).status, 'the first link').to.equal(404);
    expect((await acceptLinkIn(second)).status).to.equal(200);
    expect(codeOf(await call('inviteAgain', { staffId }))).to.equal('staff/came-in-already');
  });

  it('are given a flag, or lose it, only by a colleague who has that flag', async () => {
    const refused = await invite(['isSalesAvailable', 'isConfigAvailable'], attendant);
    expect(codeOf(refused)).to.equal('staff/flag-not-held');
    await invite(['isSalesAvailable', 'isConfigAvailable']);
    const { staffId } = await memberOf(email);
    const change = (permissions: readonly PermissionFlag[]) =>
      call('reviseFunctionary', { staffId, permissions, basedOn: 0 }, attendant);
    expect(codeOf(await change(['isSalesAvailable']))).to.equal('staff/flag-not-held');
    for (const name of ['blockFunctionary', 'inviteAgain']) {
      const input = name === 'inviteAgain' ? { staffId } : { staffId, basedOn: 0 };
      expect(codeOf(await call(name, input, attendant))).to.equal('staff/flag-not-held');
    }
    expect((await change(['isConfigAvailable'])).status, 'only their own flag').to.equal(200);
    const ownFlags = ['isSalesAvailable', 'isFunctionariesAvailable'];
    for (const flag of permissionFlags.filter((each) => !ownFlags.includes(each))) {
      const permissions =
        flag === 'isConfigAvailable' ? [] : (['isConfigAvailable', flag] as const);
      const input = { staffId, permissions, basedOn: 1 };
      const answer = await call('reviseFunctionary', input, attendant);
      expect(codeOf(answer), flag).to.equal('staff/flag-not-held');
    }
  });

  it('change neither themselves nor administrators, and no one is made administrator', async () => {
    const input = { staffId: attendant.personId, permissions: [], basedOn: 0 };
    expect(codeOf(await call('reviseFunctionary', input, attendant))).to.equal('staff/own-record');
    for (const as of ['admin', attendant] as const) {
      const ofDeputy = { staffId: people.deputy.staffId, basedOn: 0 };
      expect(codeOf(await call('blockFunctionary', ofDeputy, as))).to.equal(
        'staff/is-administrator',
      );
    }
    const withRole = { email, permissions: [], role: 'ADMIN', platformId: 'other' };
    expect(codeOf(await call('inviteFunctionary', withRole))).to.equal('request/invalid-input');
  });

  it('of another platform are unknown', async () => {
    const { staffId } = people.clerk;
    for (const [name, input] of [
      ['reviseFunctionary', { staffId, permissions: [], basedOn: 0 }],
      ['blockFunctionary', { staffId, basedOn: 0 }],
      ['restoreFunctionary', { staffId, basedOn: 0 }],
      ['inviteAgain', { staffId }],
    ] as const) {
      expect((await call(name, input, 'otherAdmin')).status, name).to.equal(404);
    }
    const emails = (await list('', 'otherAdmin')).map((each) => each.email);
    expect(emails).to.deep.equal([emailOf('otherAdmin')]);
  });

  it('are changed only at the revision that was shown, and the later of two people gets the current record', async () => {
    const clerk = await world.newFunctionary([]);
    const { personId: staffId } = clerk;
    const change = (permissions: readonly PermissionFlag[], as: Person) =>
      call('reviseFunctionary', { staffId, permissions, basedOn: 0 }, as);
    const answers = await Promise.all([
      change(['isSalesAvailable'], 'admin'),
      change(['isConfigAvailable'], 'deputy'),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).to.deep.equal([200, 409]);
    const refused = problem.parse(answers.find(({ status }) => status === 409)?.body);
    expect(refused.code).to.equal('staff/changed-meanwhile');
    const { permissions } = await memberOf(clerk.email);
    expect(refused.details).to.deep.include({ revision: 1, status: 'ACTIVE', permissions });
    await call('blockFunctionary', { staffId, basedOn: 1 });
    const late = problem.parse((await change([], 'deputy')).body);
    expect(late.details, 'blocked meanwhile').to.include({ status: 'BLOCKED', revision: 2 });
  });

  it('lose sessions and invitations at once when they are blocked, and then can only be unblocked', async () => {
    const answer = await invite(['isSalesAvailable']);
    const { staffId } = await memberOf(email);
    await call('blockFunctionary', { staffId, basedOn: 0 });
    expect((await acceptLinkIn(answer)).status, 'the invitation').to.equal(404);
    expect(await memberOf(email, 'state=BLOCKED')).to.include({ status: 'BLOCKED', revision: 1 });
    const revise = { staffId, permissions: [], basedOn: 1 };
    expect(codeOf(await call('reviseFunctionary', revise))).to.equal('record/archived');
    expect(codeOf(await call('inviteAgain', { staffId }))).to.equal('record/archived');
    expect((await call('restoreFunctionary', { staffId, basedOn: 1 })).status).to.equal(200);
    const newInvitation = await call('inviteAgain', { staffId });
    expect((await acceptLinkIn(newInvitation)).status).to.equal(200);
    const cookie = await signIn();
    const isSignedIn = async () =>
      (await world.get('/api/session.get', { headers: { cookie } })).body !== null;
    expect(await isSignedIn()).to.equal(true);
    await call('blockFunctionary', { staffId, basedOn: 2 });
    await eventually(async () => !(await isSignedIn()) || undefined, 'the session ends');
  });

  it('with the flag for functionaries alone see the list and may invite, but see no figures of the platform', async () => {
    const clerk = await world.newFunctionary(['isFunctionariesAvailable']);
    expect((await list('', clerk)).length).to.be.above(4);
    expect((await world.get('/api/admin.getSummary', { as: clerk })).status).to.equal(403);
    expect((await invite([], clerk)).status).to.equal(200);
  });
});

describe('Invitation of a functionary by mail', () => {
  it('comes in the language of the inviter, and is the only copy of the link', async () => {
    const world = await mailingWorld();
    const email = 'nova@loja.example';
    try {
      const headers = { 'accept-language': 'en' };
      const input = { email, permissions: ['isSalesAvailable'] };
      const answer = await world.post('/api/admin.inviteFunctionary', input, {
        as: 'admin',
        headers,
      });
      expect(answer.body).to.include({ to: 'outbox', url: null });
      const { token } = await world.linkTo(email);
      const [letter] = await world.letters();
      expect(letter).to.include({ to: email, subject: 'You are invited to a team' });
      const opened = await world.post('/api/session.openInvitation', { token });
      expect(opened.body).to.include({ kind: 'functionary', email });
      const log = JSON.stringify(await Array.fromAsync(world.store.readAll({})), (_key, value) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      expect(log + world.logged.join('')).not.to.include(token);
    } finally {
      await world.close();
    }
  });
});
