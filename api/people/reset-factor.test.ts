import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { switchOnFactor } from '#/api/auth/testing/authenticator.ts';
import type { FactorReset } from '#/api/contract/factor-resets.ts';
import { problem } from '#/api/contract/procedure.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { mailingWorld, type MailingWorld } from '#/api/testing/mailing-world.ts';
import { emailOf, membershipOf, PASSWORD, type Person } from '#/api/testing/people.ts';
import { queryText } from '#/api/testing/valid-inputs.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';

const seller = { kind: 'seller', personId: 'seller-1' } as const;
const reason = 'Perdeu o celular';

const codeIn = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Reset of a second factor by staff', () => {
  let world: MailingWorld;

  beforeEach(async () => {
    world = await mailingWorld();
    await switchOnFactor(world, 'ana');
  });
  afterEach(() => world.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await world.services.database.query(text, [...values])).rows;

  const ask = (as: Person, who: object = seller, why = reason): Promise<ApiAnswer> =>
    world.post('/api/admin.askFactorReset', { ...who, reason: why }, { as });

  const state = async (as: Person, who: object = seller) =>
    (await world.get(`/api/admin.getSecondFactor?${queryText(who)}`, { as })).body as {
      readonly isOn: boolean;
      readonly waiting: FactorReset | null;
    };

  const list = async (as: Person): Promise<readonly FactorReset[]> =>
    Object((await world.get('/api/admin.listFactorResets', { as })).body).resets;

  const waitingId = async (): Promise<string> => (await state('admin')).waiting?.resetId ?? '';

  const decide = (verb: 'confirm' | 'refuse', as: Person, resetId: string): Promise<ApiAnswer> =>
    world.post(`/api/admin.${verb}FactorReset`, { resetId }, { as });

  const signIn = (who: Person): Promise<ApiAnswer> =>
    world.post('/api/auth/sign-in/email', { email: emailOf(who), password: PASSWORD });

  const recorded = async () => {
    const log = (await Array.fromAsync(world.store.readAll({}))).flat();
    return log
      .filter(({ type, data }) => type === 'SecondFactorChanged' && data.includes('RESET'))
      .map(({ data, meta }) => {
        const { change, personId, address } = JSON.parse(data);
        const { actor, reason: why } = JSON.parse(meta);
        return [change, personId, address, actor, why];
      });
  };

  it('is requested by one member of staff and confirmed by another; then the password alone suffices to sign in', async () => {
    const cookie = await world.cookieOf('ana');
    expect(await state('admin')).to.deep.equal({ isOn: true, waiting: null });
    expect(codeIn(await ask('attendant'))).to.equal('done');
    expect(codeIn(await signIn('ana'))).to.equal('session/code-required');
    const { waiting } = await state('admin');
    expect(waiting).to.include({
      ...seller,
      name: 'Loja ana',
      askedBy: emailOf('attendant'),
      isOwn: false,
      reason,
    });
    expect(await list('admin')).to.deep.equal([waiting]);
    expect(Date.parse(waiting?.until ?? '') - Date.parse(waiting?.askedAt ?? '')).to.equal(
      24 * 3_600_000,
    );
    expect(codeIn(await decide('confirm', 'admin', await waitingId()))).to.equal('done');
    expect(await state('admin')).to.deep.equal({ isOn: false, waiting: null });
    expect((await world.get('/api/session.get', { headers: { cookie } })).body).to.equal(null);
    expect(codeIn(await signIn('ana'))).to.equal('done');
    const until = await world.services.sessions.findWithdrawalPause('seller-1');
    expect(until).not.to.equal(undefined);
    expect(await recorded()).to.deep.equal([
      ['RESET_ASKED', 'seller-1', null, 'admin:attendant-1', reason],
      ['RESET', 'seller-1', null, 'admin:admin-1', reason],
    ]);
  });

  it('is requested with no reason that names the person: it stays on record', async () => {
    for (const named of ['Ligou de ana@example.com', 'A ANA perdeu o celular'])
      expect(codeIn(await ask('attendant', seller, named))).to.equal('subject/named-in-reason');
    expect(await recorded()).to.deep.equal([]);
  });

  it('is possible for managers as for sellers', async () => {
    await switchOnFactor(world, 'manager');
    const who = { kind: 'manager', personId: 'manager-1' };
    expect(codeIn(await ask('attendant', who))).to.equal('done');
    const { waiting } = await state('admin', who);
    expect(waiting).to.include({ ...who, name: emailOf('manager'), isOwn: false });
    expect(codeIn(await decide('confirm', 'admin', waiting?.resetId ?? ''))).to.equal('done');
    expect(codeIn(await signIn('manager'))).to.equal('done');
    const foreign = { kind: 'manager', personId: 'manager-9' };
    expect(codeIn(await ask('attendant', foreign))).to.equal('resource/not-found');
  });

  it('cannot be confirmed by the requester, nor by the same person under another staff record', async () => {
    await ask('attendant');
    const resetId = await waitingId();
    expect((await state('attendant')).waiting).to.include({ isOwn: true });
    expect(codeIn(await decide('confirm', 'attendant', resetId))).to.equal(
      'factor-reset/second-person',
    );
    await query(
      `UPDATE auth.membership SET user_id = (SELECT id FROM auth."user" WHERE email = $1) WHERE person_id = 'deputy-1'`,
      [emailOf('attendant')],
    );
    await query('DELETE FROM auth.session WHERE "personId" = $1', ['attendant-1']);
    const cookie = (await signIn('attendant')).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const { kind, personId } = membershipOf('deputy');
    const chosen = await world.post(
      '/api/person.chooseMembership',
      { kind, personId },
      { headers: { cookie } },
    );
    expect(codeIn(chosen)).to.equal('done');
    const bySamePerson = await world.post(
      '/api/admin.confirmFactorReset',
      { resetId },
      { headers: { cookie } },
    );
    expect(codeIn(bySamePerson)).to.equal('factor-reset/second-person');
    expect((await state('admin')).isOn).to.equal(true);
  });

  it('is carried out once, however many confirm it at the same moment', async () => {
    await ask('attendant');
    const resetId = await waitingId();
    const answers = await Promise.all(
      (['admin', 'deputy', 'admin', 'deputy'] as const).map((as) => decide('confirm', as, resetId)),
    );
    expect(answers.map(codeIn).toSorted()).to.deep.equal([
      'done',
      ...Array.from({ length: 3 }, () => 'resource/not-found'),
    ]);
    expect((await recorded()).map(([change]) => change)).to.deep.equal(['RESET_ASKED', 'RESET']);
  });

  it('can be refused, also by the requester, and requested again', async () => {
    for (const as of ['attendant', 'admin'] as const) {
      expect(codeIn(await ask('attendant'))).to.equal('done');
      expect(codeIn(await ask('admin'))).to.equal('factor-reset/waits');
      const resetId = await waitingId();
      expect(codeIn(await decide('refuse', as, resetId))).to.equal('done');
      expect(codeIn(await decide('confirm', 'deputy', resetId))).to.equal('resource/not-found');
      expect(codeIn(await decide('refuse', as, resetId))).to.equal('resource/not-found');
    }
    expect(codeIn(await signIn('ana'))).to.equal('session/code-required');
  });

  it('stays open for a day, and only for the factor for which it was requested', async () => {
    await ask('attendant');
    const expiredId = await waitingId();
    await query(`UPDATE auth.factor_reset SET asked_at = now() - interval '24 hours'`);
    expect(codeIn(await decide('confirm', 'admin', expiredId))).to.equal('resource/not-found');
    expect(await list('admin')).to.deep.equal([]);
    expect(codeIn(await ask('attendant'))).to.equal('done');
    const earlierId = await waitingId();
    // A code counts once, so without this the code of this half minute would be refused.
    await query('UPDATE auth.second_factor SET last_period = 0');
    await switchOnFactor(world, 'ana');
    expect(codeIn(await decide('confirm', 'admin', earlierId))).to.equal('resource/not-found');
    expect(await state('admin')).to.deep.equal({ isOn: true, waiting: null });
  });

  it('is void once the requester may no longer request it', async () => {
    await ask('attendant');
    const resetId = await waitingId();
    const input = { staffId: 'attendant-1', permissions: ['isSalesAvailable'], basedOn: 0 };
    await world.post('/api/admin.reviseFunctionary', input, { as: 'admin' });
    expect(codeIn(await decide('confirm', 'admin', resetId))).to.equal('resource/not-found');
    expect(await state('admin')).to.deep.equal({ isOn: true, waiting: null });
  });

  it('is void also when its requester was blocked and then unblocked', async () => {
    await ask('attendant');
    const resetId = await waitingId();
    const change = async (verb: 'block' | 'restore', basedOn: number): Promise<string> => {
      const input = { staffId: 'attendant-1', basedOn };
      return codeIn(await world.post(`/api/admin.${verb}Functionary`, input, { as: 'admin' }));
    };
    expect(await change('block', 0)).to.equal('done');
    expect(await change('restore', 1)).to.equal('done');
    expect(codeIn(await decide('confirm', 'admin', resetId))).to.equal('resource/not-found');
    expect(await state('admin')).to.deep.equal({ isOn: true, waiting: null });
  });

  it('does not prevent another request once its requester may no longer request it', async () => {
    await ask('attendant');
    const input = { staffId: 'attendant-1', basedOn: 0 };
    await world.post('/api/admin.blockFunctionary', input, { as: 'admin' });
    expect(codeIn(await ask('deputy'))).to.equal('done');
  });

  it('ends when the person sets a new password by a link', async () => {
    await ask('attendant');
    const resetId = await waitingId();
    const email = emailOf('ana');
    await world.post('/api/session.requestRecovery', { email });
    const { token } = await world.linkTo(email);
    const input = { token, email, password: 'cavalo bateria grampo' };
    expect(codeIn(await world.post('/api/session.acceptInvitation', input))).to.equal('done');
    expect(codeIn(await decide('confirm', 'admin', resetId))).to.equal('resource/not-found');
  });

  it('is refused for administrators, oneself, people of other platforms, and staff with more rights', async () => {
    await switchOnFactor(world, 'deputy');
    await switchOnFactor(world, 'attendant');
    await switchOnFactor(world, 'accountant');
    await switchOnFactor(world, 'examiner');
    await switchOnFactor(world, 'otherSeller');
    const as = (person: Person) => {
      const { kind, personId } = membershipOf(person);
      return { kind, personId };
    };
    expect(codeIn(await ask('attendant', as('deputy')))).to.equal('factor-reset/not-by-staff');
    expect(codeIn(await ask('attendant', as('attendant')))).to.equal('factor-reset/own');
    expect(codeIn(await ask('attendant', as('examiner')))).to.equal('staff/flag-not-held');
    expect(codeIn(await ask('attendant', as('otherSeller')))).to.equal('resource/not-found');
    expect(codeIn(await ask('attendant', as('clerk')))).to.equal('session/second-factor-off');
    expect(codeIn(await ask('attendant', as('accountant')))).to.equal('done');
    await query(
      `INSERT INTO auth.membership (kind, person_id, platform_id, user_id)
       SELECT 'seller', 'seller-8', 'other', id FROM auth."user" WHERE email = $1`,
      [emailOf('ana')],
    );
    expect(codeIn(await ask('attendant'))).to.equal('factor-reset/not-by-staff');
  });

  it('is refused for a blocked administrator, who may be unblocked', async () => {
    await switchOnFactor(world, 'deputy');
    const deputy = { kind: 'staff', personId: 'deputy-1' };
    const block = { staffId: 'deputy-1', basedOn: 0 };
    const blocked = await world.post('/api/master.blockAdministrator', block, { as: 'master' });
    expect(codeIn(blocked)).to.equal('done');
    expect(codeIn(await ask('attendant', deputy))).to.equal('factor-reset/not-by-staff');
  });

  it('of a blocked seller is recorded like any other', async () => {
    const block = { sellerId: 'seller-1', basedOn: 0 };
    const blocked = await world.post('/api/admin.blockSeller', block, { as: 'admin' });
    expect(codeIn(blocked)).to.equal('done');
    expect(codeIn(await ask('attendant'))).to.equal('done');
    expect(codeIn(await decide('confirm', 'admin', await waitingId()))).to.equal('done');
    expect((await recorded()).map(([change, personId]) => [change, personId])).to.deep.equal([
      ['RESET_ASKED', 'seller-1'],
      ['RESET', 'seller-1'],
    ]);
  });

  it('of another platform is neither seen nor decided', async () => {
    await ask('attendant');
    const resetId = await waitingId();
    expect(await list('otherAdmin')).to.deep.equal([]);
    expect(await state('otherAdmin')).to.include({ code: 'resource/not-found' });
    for (const verb of ['confirm', 'refuse'] as const)
      expect(codeIn(await decide(verb, 'otherAdmin', resetId))).to.equal('resource/not-found');
  });

  it('ends when the person blocks access by the link in the mail about it', async () => {
    await ask('attendant');
    const { handler, now } = world.services.core;
    const mailId = randomUUID();
    const content = { template: 'second-factor', change: 'RESET_ASKED', address: null } as const;
    const requested = {
      platformId: 'demo',
      to: seller,
      language: 'pt-BR',
      content: { ...content, changedAt: now() },
      at: now(),
    } as const;
    const context = { commandId: mailId, platform: 'demo', actor: 'system', correlation: mailId };
    const command = { type: 'RequestMail', mail: requested } as const;
    await handler.handle(mail, streamOf('mail', mailId), command, context);
    const { token } = await world.linkTo(emailOf('ana'));
    expect(codeIn(await world.post('/api/session.blockAccess', { token }))).to.equal('done');
    expect(await state('admin')).to.deep.equal({ isOn: true, waiting: null });
  });

  it('is shown on the access log with the member of staff', async () => {
    await ask('attendant');
    const search = { kind: 'SECOND_FACTOR', personId: 'seller-1', after: await world.store.head() };
    const { body } = await world.get(`/api/admin.listAccess?${queryText(search)}`, { as: 'admin' });
    expect(Object(body).items[0]).to.include({ change: 'RESET_ASKED', by: emailOf('attendant') });
    expect(Object(body).items[1]).to.include({ change: 'ON', by: null });
  });
});
