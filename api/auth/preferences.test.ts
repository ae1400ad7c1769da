import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { InputOf } from '#/api/contract/contract.ts';
import { mailingWorld, type MailingWorld } from '#/api/testing/mailing-world.ts';
import type { AnyPerson, NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { mail } from '#/domain/mail/decider.ts';
import type { MailContent } from '#/domain/mail/events.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

describe('What a person has chosen for themselves', () => {
  let world: MailingWorld;
  let ana: NewPerson;

  before(async () => {
    world = await mailingWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    ana = await world.newSeller();
  });

  const choose = async (chosen: InputOf<'person.setPreferences'>, as: AnyPerson = ana) => {
    const { status, text } = await world.post('/api/person.setPreferences', chosen, { as });
    expect(status, text).to.equal(200);
  };

  const read = async (as: AnyPerson = ana) =>
    (await world.get('/api/person.getPreferences', { as })).body;

  const sessionOf = async (as: AnyPerson = ana) =>
    Object((await world.get('/api/session.get', { as })).body).preferences;

  /** Requests a mail, and waits until it was sent or withheld. */
  const outcomeOf = async (content: MailContent) => {
    const { handler, now } = world.services.core;
    const mailId = randomUUID();
    const to = { kind: 'seller', personId: ana.personId } as const;
    const requested = { platformId: 'demo', to, language: 'pt-BR', content, at: now() } as const;
    const command = { type: 'RequestMail', mail: requested } as const;
    const context = { commandId: mailId, platform: 'demo', actor: 'system', correlation: mailId };
    await handler.handle(mail, streamOf('mail', mailId), command, context);
    return eventually(async () => {
      const { state } = await handler.load(mail, streamOf('mail', mailId));
      return state.status === 'NONE' || state.status === 'WAITING' ? undefined : state.status;
    }, 'the mail ends');
  };

  const at = '2026-11-29T12:00:00.000Z';
  const amount = cents(98_01);
  const paid: MailContent = {
    template: 'withdrawal',
    outcome: 'PAID',
    amount,
    currency: 'BRL',
    happenedAt: at,
  };
  const rejected: MailContent = {
    template: 'document-rejected',
    document: 'photoDocument',
    reason: 'A foto está cortada',
    rejectedAt: at,
  };

  it('is nothing at first, and then what the person chose; what a change leaves out stays', async () => {
    expect(await read()).to.deep.equal({ language: null, theme: null, switchedOff: [] });
    await choose({ language: 'en' });
    await choose({ theme: 'dark' });
    await choose({ switchedOff: ['WITHDRAWALS'] });
    const all = { language: 'en', theme: 'dark', switchedOff: ['WITHDRAWALS'] };
    expect(await read()).to.deep.equal(all);
    expect(await sessionOf()).to.deep.equal({ language: 'en', theme: 'dark' });
    await choose({ switchedOff: [] });
    expect(await read()).to.deep.equal({ ...all, switchedOff: [] });
    expect(await read('bia')).to.deep.equal({ language: null, theme: null, switchedOff: [] });
  });

  it('decides about optional mails, and never about mails on the security of the account', async () => {
    await choose({ switchedOff: ['WITHDRAWALS'] });
    expect(await outcomeOf(paid)).to.equal('WITHHELD');
    expect(await outcomeOf(rejected)).to.equal('ACCEPTED');
    const device = { template: 'new-device', signedInAt: at, address: null } as const;
    await choose({ switchedOff: ['WITHDRAWALS', 'DOCUMENTS'] });
    expect(await outcomeOf(rejected)).to.equal('WITHHELD');
    expect(await outcomeOf(device)).to.equal('ACCEPTED');
    const input = { switchedOff: ['SECURITY'] };
    const refused = await world.post('/api/person.setPreferences', input, { as: ana });
    expect(refused.status).to.equal(400);
  });

  it('is the language of the person’s mails', async () => {
    await outcomeOf(paid);
    await choose({ language: 'en' });
    await outcomeOf(paid);
    const letters = (await world.letters()).filter(({ to }) => to === ana.email);
    expect(letters.map(({ subject }) => subject)).to.deep.equal(['Withdrawal paid', 'Saque pago']);
    expect(letters[0]?.text).to.include('R$98.01');
  });

  it('is deleted with the user', async () => {
    await choose({ theme: 'dark' });
    const { database, sessions } = world.services;
    await sessions.removeMemberships({ ...NO_ACCOUNTS, seller: [ana.personId] });
    const { rows } = await database.query(
      `SELECT FROM auth.preference WHERE NOT EXISTS (SELECT FROM auth."user" WHERE id = user_id)`,
    );
    expect(rows).to.deep.equal([]);
    expect(await sessions.preferences.of(ana.email)).to.include({ theme: null });
  });
});
