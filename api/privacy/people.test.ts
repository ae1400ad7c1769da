import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { invite, inviteMaster } from '#/api/auth/links/invitations.ts';
import type { SubjectExport } from '#/api/contract/privacy.ts';
import { NO_MAIL } from '#/api/composition/open-mail.ts';
import { createMemoryOutbox } from '#/api/mail/outbox.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { PASSWORD, type NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { master } from '#/domain/master/master.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { reapplyErasures } from '#/ledger/vault/reapply-erasures.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { requestErasure } from './erase-subject.ts';
import { exportSubject } from './export-subject.ts';
import { allRecordsOf } from './holds.ts';

const letter = {
  subject: 'Aviso',
  html: '<p>Aviso</p>',
  text: 'Aviso',
  language: 'pt-BR',
} as const;

/** A master, a seller and a manager, with one e-mail and password. */
describe('Personal data of a person with accounts of several kinds', () => {
  let world: ApiWorld;
  let mara: NewPerson;
  let asSeller: NewPerson;
  let asManager: NewPerson;
  const outbox = createMemoryOutbox();

  before(async () => {
    world = await apiWorld({ mail: { ...NO_MAIL, outbox } });
    mara = await world.newMaster();
    asSeller = await world.newSeller();
    asManager = await world.newManager([], 'other');
    const { sessions } = world.services;
    await sessions.removeMemberships({
      ...NO_ACCOUNTS,
      seller: [asSeller.personId],
      manager: [asManager.personId],
    });
    for (const other of [asSeller, asManager])
      await sessions.memberships.join({ email: mara.email, name: 'Mara' }, other);
    await requestMailTo(mara);
    await world.services.database.query(
      `INSERT INTO auth.email_change (change_id, user_id, former_email, new_email, former_hash, new_hash)
       SELECT $2, id, email, 'mara.nova@example.com', 'a', 'b' FROM auth."user" WHERE email = $1`,
      [mara.email, randomUUID()],
    );
  });
  after(() => world.close());

  const person = async () => {
    const { state } = await world.services.core.handler.load(
      master,
      streamOf('master', mara.personId),
    );
    if (state.status === 'ABSENT') throw new Error('she is a master');
    return { subject: state.details.contact.subject, platformId: INSTALLATION_ID };
  };

  const exportMara = async (): Promise<SubjectExport> => {
    const maraAsMaster = await person();
    const records = await allRecordsOf(world.services, maraAsMaster.subject);
    const by = { actor: 'system', reason: 'Pedido do titular' };
    return exportSubject(world.services, maraAsMaster, records, by);
  };

  const signIn = (area: string) =>
    world.post('/api/auth/sign-in/email', { email: mara.email, password: PASSWORD, area });

  /** Requests a mail, and puts its letter into the demo's outbox. */
  const requestMailTo = async ({ kind, platformId, personId, email }: NewPerson): Promise<void> => {
    const { handler, now } = world.services.core;
    const id = randomUUID();
    await outbox.keep({ ...letter, mailId: id, to: email, keptAt: now() });
    const requested = {
      platformId,
      to: { kind, personId },
      language: 'pt-BR',
      content: { template: 'test' },
      at: now(),
    } as const;
    const context = { platform: platformId, actor: 'system', correlation: id };
    await handler.handle(
      mail,
      streamOf('mail', id),
      { type: 'RequestMail', mail: requested },
      {
        ...context,
        commandId: id,
      },
    );
  };

  const listAddressees = async () => (await outbox.list()).map(({ to }) => to);

  /** Rows with links of the master or the master's address. */
  const countLinks = async (): Promise<number> => {
    const { rows } = await world.services.database.query(
      `SELECT FROM auth.master_invitation WHERE master_id = $1
       UNION ALL SELECT FROM auth.email_change WHERE former_email = $2`,
      [mara.personId, mara.email],
    );
    return rows.length;
  };

  it('of a master is exported with membership, preferences, sessions, accesses, mails, and the new address of an open e-mail change', async () => {
    await world.cookieOf(mara);
    const chosen = { language: 'en', theme: 'dark', switchedOff: ['WITHDRAWALS'] } as const;
    await world.services.sessions.preferences.set(mara.email, {
      ...chosen,
      switchedOff: [...chosen.switchedOff],
    });
    const exported = await eventually(async () => {
      const all = await exportMara();
      return all.accesses.length > 0 ? all : undefined;
    }, 'the sign-in is on record');
    expect(exported.records.map(({ kind, id }) => [kind, id])).to.deep.equal([
      ['master', mara.personId],
    ]);
    const [signedIn, ...others] = exported.signIns;
    expect(others).to.deep.equal([]);
    const { email, personId } = mara;
    const newEmail = 'mara.nova@example.com';
    expect(signedIn).to.include({ kind: 'master', personId, email, newEmail });
    expect(signedIn?.preferences).to.deep.equal(chosen);
    expect(signedIn?.sessions).to.have.length(1);
    expect(exported.accesses[0]).to.include({ kind: 'SIGNED_IN', address: '127.0.0.1' });
    expect(exported.mails.map(({ template }) => template)).to.deep.equal(['test']);
  });

  it('is held while the master is not blocked, and then erased with session, invitation and the demo’s letters; the other accounts stay', async () => {
    const requestErasureOfMara = async (core = world.services.core) =>
      requestErasure({ ...world.services, core }, await person(), {
        commandId: randomUUID(),
        actor: 'system',
        reason: 'Pedido do titular',
      });
    const early = await requestErasureOfMara();
    expect(early.state.holds.contact?.causes).to.deep.equal(['active-account']);
    const change = { masterId: mara.personId, basedOn: 0 };
    const blocked = await world.post('/api/master.blockMaster', change, { as: 'master' });
    expect(blocked.status, blocked.text).to.equal(200);
    await inviteMaster(world.services.database, mara.email);
    await world.services.database.query(
      'UPDATE auth.master_invitation SET master_id = $1 WHERE email = $2',
      [mara.personId, mara.email],
    );
    expect(await countLinks()).to.equal(2);
    await requestMailTo(asSeller);
    expect(await listAddressees()).to.have.members([mara.email, asSeller.email]);
    const { core } = world.services;
    const destroy = async (keys: Parameters<Vault['destroy']>[0]): Promise<void> => {
      // A mail to her is due at this moment.
      await requestMailTo(mara);
      await world.waitUntilShown();
      await core.vault.destroy(keys);
    };
    const erasure = await requestErasureOfMara({ ...core, vault: { ...core.vault, destroy } });
    expect(await listAddressees()).to.deep.equal([asSeller.email]);
    expect(erasure.state.erased).to.include('contact');
    expect((await signIn('master')).body).to.not.include({ role: 'MASTER' });
    expect((await signIn('seller')).body).to.include({ sellerId: asSeller.personId });
    expect((await signIn('manager')).body).to.include({ role: 'MANAGER' });
    // The user stays for the other accounts, and so does the change of e-mail.
    expect(await countLinks()).to.equal(1);
    const { accounts } = await reapplyErasures(world.services.core);
    expect(accounts).to.deep.equal({ ...NO_ACCOUNTS, master: [mara.personId] });
  });

  it('leaves no e-mail of an administrator whom the operator invited, once the last account is erased', async () => {
    const { database, sessions } = world.services;
    const admin = await world.newAdmin();
    await invite(database, admin.email, 'demo');
    await database.query('UPDATE auth.invitation SET staff_id = $1 WHERE email = $2', [
      admin.personId,
      admin.email,
    ]);
    await sessions.erase({ ...NO_ACCOUNTS, staff: [admin.personId] });
    const { rows } = await database.query(
      `SELECT FROM auth.invitation WHERE email = $1 UNION ALL SELECT FROM auth."user" WHERE email = $1`,
      [admin.email],
    );
    expect(rows).to.have.length(0);
  });
});
