import { expect } from 'chai';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { mailingWorld, type MailedLink, type MailingWorld } from '#/api/testing/mailing-world.ts';
import { emailOf, membershipOf, PASSWORD, type Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mailbox } from '#/domain/mailbox/decider.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { confirmEmailChange } from './change-email.ts';

const former = emailOf('ana');
const next = 'ana.nova@example.com';

const codeIn = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Change of an e-mail', () => {
  let world: MailingWorld;

  beforeEach(async () => {
    world = await mailingWorld();
  });
  afterEach(() => world.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await world.services.database.query(text, [...values])).rows;

  const request = (email = next, as: Person = 'ana'): Promise<ApiAnswer> =>
    world.post('/api/person.requestEmailChange', { email }, { as });

  const open = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.openEmailChange', { token });

  const confirm = (token: string): Promise<ApiAnswer> =>
    world.post('/api/session.confirmEmailChange', { token });

  const signIn = (email: string): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email, password: PASSWORD });

  const waiting = async () =>
    Object((await world.get('/api/person.getEmailChange', { as: 'ana' })).body).waiting;

  /** Requests the change. @returns the links to both addresses */
  const linksOf = async (): Promise<{ readonly former: MailedLink; readonly new: MailedLink }> => {
    expect(codeIn(await request())).to.equal('done');
    return { former: await world.linkTo(former), new: await world.linkTo(next) };
  };

  const contactOf = async (): Promise<Contact | undefined> => {
    const { handler, vault } = world.services.core;
    const { state } = await handler.load(seller, streamOf('seller', 'seller-1'));
    return state.status === 'ABSENT' ? undefined : vault.decrypt(state.details.contact);
  };

  const streamOfMailbox = async (): Promise<string> => {
    const { state } = await world.services.core.handler.load(
      seller,
      streamOf('seller', 'seller-1'),
    );
    return streamOf('mailbox', state.status === 'ABSENT' ? '' : state.details.contact.subject);
  };

  const isSuppressed = async (): Promise<boolean> =>
    (await world.services.core.handler.load(mailbox, await streamOfMailbox())).state.isSuppressed;

  /** Suspends mails to the person, as after a permanent bounce. */
  const suppressMailbox = async (): Promise<void> => {
    const { handler, now, machine } = world.services.core;
    const command = { type: 'Suppress', mailId: 'mail', status: '5.1.1' } as const;
    await handler.handle(
      mailbox,
      await streamOfMailbox(),
      { ...command, reportedAfter: now(), now: now() },
      { commandId: machine.uuid(), platform: 'demo', actor: 'system', correlation: 'mail' },
    );
  };

  for (const order of [['former', 'new'] as const, ['new', 'former'] as const]) {
    it(`is made once both links were used, the one to the ${order[0]} address first`, async () => {
      const cookie = await world.cookieOf('ana');
      const links = await linksOf();
      const [first, last] = order;
      expect((await open(links[first].token)).body).to.deep.equal({
        side: first,
        newEmail: next,
        isConfirmed: false,
        isOtherConfirmed: false,
      });
      expect((await confirm(links[first].token)).body).to.deep.equal({ isMade: false });
      expect((await confirm(links[first].token)).body).to.deep.equal({ isMade: false });
      expect(await waiting()).to.include({
        newEmail: next,
        isFormerConfirmed: first === 'former',
        isNewConfirmed: first === 'new',
      });
      expect(codeIn(await signIn(next))).to.equal('session/invalid-credentials');
      expect((await confirm(links[last].token)).body).to.deep.equal({ isMade: true });
      expect((await world.get('/api/session.get', { headers: { cookie } })).body).to.equal(null);
      expect(codeIn(await signIn(next))).to.equal('done');
      expect(codeIn(await signIn(former))).to.equal('session/invalid-credentials');
      expect(await contactOf()).to.deep.equal({ email: next });
      for (const { token } of Object.values(links)) {
        expect(codeIn(await open(token))).to.equal('session/link-over');
        expect(codeIn(await confirm(token))).to.equal('session/link-over');
      }
    });
  }

  it('pauses withdrawals, is on the trail of access, and leaves the person’s data found by both e-mails', async () => {
    const links = await linksOf();
    await confirm(links.former.token);
    expect(await world.services.sessions.findWithdrawalPause('seller-1')).to.equal(undefined);
    await confirm(links.new.token);
    expect(await world.services.sessions.findWithdrawalPause('seller-1')).not.to.equal(undefined);
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    const ended = log.filter(({ type }) => type === 'SignedOut');
    expect(ended.map(({ data }) => JSON.parse(data).cause)).to.deep.equal(['NEW_EMAIL']);
    const { vault } = world.services.core;
    const [before, after] = await Promise.all(
      [former, next].map((email) => vault.find({ platformId: 'demo', email })),
    );
    expect(after).to.include.members([...(before ?? [])]);
  });

  it('is confirmed by mails to both addresses, each with its own link, which is in no event and no log line', async () => {
    const links = await linksOf();
    expect(links.former.token).not.to.equal(links.new.token);
    const subjects = (await world.letters()).map(({ to, subject }) => [to, subject]);
    expect(subjects).to.have.deep.members([
      [former, 'Trocar o e-mail da sua conta?'],
      [next, 'Confirme este e-mail'],
    ]);
    await confirm(links.former.token);
    await confirm(links.new.token);
    const log = JSON.stringify(await Array.fromAsync(world.store.readAll({})), (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of [links.former.token, links.new.token, next, former])
      expect(log + world.logged.join('')).not.to.include(secret);
  });

  it('answers alike whether or not another user has the e-mail, who keeps it', async () => {
    const taken = emailOf('bia');
    const free = await request();
    expect(codeIn(free)).to.equal('done');
    await world.linkTo(former);
    const ofTaken = await request(taken.toUpperCase());
    expect([ofTaken.status, ofTaken.body]).to.deep.equal([free.status, free.body]);
    await confirm((await world.linkTo(taken)).token);
    const laterLink = await eventually(async () => {
      const links = await world.linksTo(former);
      return links.length > 1 ? links[0] : undefined;
    }, 'the later mail to the former address');
    expect(codeIn(await confirm(laterLink.token))).to.equal('email-change/taken');
    expect(codeIn(await signIn(taken))).to.equal('done');
    expect(codeIn(await signIn(former))).to.equal('done');
    expect(await contactOf()).to.deep.equal({ email: former });
  });

  it('ends by a later request, when its person cancels it, and after a day', async () => {
    const first = await linksOf();
    expect(codeIn(await request('outra@example.com'))).to.equal('done');
    expect(codeIn(await confirm(first.new.token))).to.equal('session/link-over');
    const other = await world.linkTo('outra@example.com');
    await world.post('/api/person.cancelEmailChange', {}, { as: 'ana' });
    expect(codeIn(await confirm(other.token))).to.equal('session/link-over');
    expect(await waiting()).to.equal(null);
    expect(codeIn(await request('terceira@example.com'))).to.equal('done');
    const third = await world.linkTo('terceira@example.com');
    await query(`UPDATE auth.email_change SET requested_at = now() - interval '24 hours'`);
    expect(codeIn(await confirm(third.token))).to.equal('session/link-over');
    expect(await waiting()).to.equal(null);
  });

  it('can be requested five times a day at most, not to the same e-mail, and not to an invalid one', async () => {
    expect(codeIn(await request(former.toUpperCase()))).to.equal('email-change/same');
    const answers: string[] = [];
    for (let nth = 0; nth < 6; nth += 1)
      answers.push(codeIn(await request(`nova.${nth}@example.com`)));
    expect(answers).to.deep.equal([...Array(5).fill('done'), 'email-change/too-many']);
    for (const email of ['', 'sem-arroba', `${'x'.repeat(250)}@example.com`])
      expect(codeIn(await request(email))).to.equal('request/invalid-input');
  });

  it('is made once, however often both links are used at the same moment', async () => {
    const links = await linksOf();
    const tokens = [links.former.token, links.new.token, links.former.token, links.new.token];
    const answers = await Promise.all(tokens.map(confirm));
    // Repeats the uses that were refused because another link was in use.
    for (const token of tokens) answers.push(await confirm(token));
    expect(answers.filter(({ body }) => Object(body).isMade === true)).to.have.length(1);
    expect(codeIn(await signIn(next))).to.equal('done');
  });

  it('is ended by the link of the mail to the former address, with sessions and password', async () => {
    const links = await linksOf();
    const [letter] = (await world.letters()).filter(({ to }) => to === former);
    const token = /block-access#(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
    const opened = await world.post('/api/session.openBlock', { token });
    expect(opened.body).to.include({ email: former, template: 'confirm-former-email' });
    expect(codeIn(await world.post('/api/session.blockAccess', { token }))).to.equal('done');
    for (const link of Object.values(links))
      expect(codeIn(await confirm(link.token))).to.equal('session/link-over');
    expect(codeIn(await signIn(former))).to.equal('session/invalid-credentials');
  });

  it('lets mails go to the new address, though they were suspended at the former one', async () => {
    const links = await linksOf();
    await confirm(links.former.token);
    await suppressMailbox();
    await confirm(links.new.token);
    expect(await isSuppressed()).to.equal(false);
  });

  it('lets mails go when the link is used again, after the process died between the record and the mailbox', async () => {
    const links = await linksOf();
    await confirm(links.former.token);
    await suppressMailbox();
    const { core } = world.services;
    const handle: CommandHandler['handle'] = (decider, stream, command, context) =>
      decider.category === 'mailbox'
        ? Promise.reject(new Error('the process died'))
        : core.handler.handle(decider, stream, command, context);
    const dying = { ...world.services, core: { ...core, handler: { ...core.handler, handle } } };
    const died = await confirmEmailChange(dying, links.new.token, '127.0.0.1').catch(String);
    expect(died).to.equal('Error: the process died');
    expect([await contactOf(), await isSuppressed()]).to.deep.equal([{ email: next }, true]);
    expect((await confirm(links.new.token)).body).to.deep.equal({ isMade: true });
    expect(await isSuppressed()).to.equal(false);
  });

  it('cannot be made while the person is blocked, but afterwards', async () => {
    const links = await linksOf();
    await confirm(links.former.token);
    const block = { sellerId: 'seller-1', basedOn: 0 };
    await world.post('/api/admin.blockSeller', block, { as: 'admin' });
    expect(codeIn(await confirm(links.new.token))).to.equal('session/link-over');
    await world.post('/api/admin.restoreSeller', { ...block, basedOn: 1 }, { as: 'admin' });
    expect((await confirm(links.new.token)).body).to.deep.equal({ isMade: true });
    expect(await contactOf()).to.deep.equal({ email: next });
  });

  for (const as of ['master', 'clerk', 'manager'] as const) {
    it(`is written into the record of the person, in each role: a ${as}`, async () => {
      const email = `${as}.nova@example.com`;
      expect(codeIn(await request(email, as))).to.equal('done');
      await confirm((await world.linkTo(email)).token);
      const { token } = await world.linkTo(emailOf(as));
      expect((await confirm(token)).body).to.deep.equal({ isMade: true });
      const { kind, personId } = membershipOf(as);
      const state = await loadPersonRecord(world.services.core, { kind, personId });
      const contact = state.status === 'ACTIVE' ? state.details.contact : undefined;
      const { vault } = world.services.core;
      expect(contact && (await vault.decrypt<Contact>(contact))).to.deep.equal({ email });
      expect(codeIn(await signIn(email))).to.equal('done');
    });
  }

  for (const [as, invite, code] of [
    ['clerk', 'admin.inviteFunctionary', 'staff/already-known'],
    ['deputy', 'master.inviteAdministrator', 'staff/already-known'],
    ['manager', 'admin.inviteManager', 'manager/already-known'],
  ] as const) {
    it(`leaves the person one ${as}: their new address cannot be invited as a second one`, async () => {
      const email = `${as}.nova@example.com`;
      await request(email, as);
      await confirm((await world.linkTo(email)).token);
      const { token } = await world.linkTo(emailOf(as));
      expect((await confirm(token)).body).to.deep.equal({ isMade: true });
      const { platformId } = membershipOf(as);
      const otherInput = {
        'admin.inviteFunctionary': { permissions: [] },
        'master.inviteAdministrator': { platformId },
        'admin.inviteManager': {},
      }[invite];
      const inviter = invite === 'master.inviteAdministrator' ? 'master' : 'admin';
      const invited = await world.post(`/api/${invite}`, { email, ...otherInput }, { as: inviter });
      expect(codeIn(invited)).to.equal(code);
    });
  }

  it('is not found by a token that belongs to no link', async () => {
    for (const token of ['', '.', 'x'.repeat(43), 'x'.repeat(5_000)]) {
      expect(codeIn(await open(token))).to.equal('session/link-over');
      expect(codeIn(await confirm(token))).to.equal('session/link-over');
    }
  });
});
