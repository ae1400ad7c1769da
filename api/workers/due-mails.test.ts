import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openSmtp } from '#/adapters/mail/smtp.ts';
import { startMailServer, type MailServer } from '#/adapters/mail/testing/mail-server.ts';
import { createMemoryOutbox, outboxTransport } from '#/api/mail/outbox.ts';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { withShortPauses } from '#/api/testing/short-pauses.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import type { MailRecipient } from '#/domain/mail/events.ts';
import type { MailAnswer, MailTransport } from '#/domain/ports/mail.ts';
import { seller } from '#/domain/seller/seller.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { listMails, mailsDueIn, type MailRow } from '#/projections/mails.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { startMails } from './due-mails.ts';

const eraseSeller = async (world: ApiWorld, sellerId: string): Promise<void> => {
  const { services } = world;
  const { handler, now } = services.core;
  const by = { commandId: randomUUID(), platform: 'demo', actor: 'system', correlation: sellerId };
  const archive = { type: 'Archive', now: now() } as const;
  const { state } = await handler.handle(seller, streamOf('seller', sellerId), archive, by);
  if (state.status === 'ABSENT') throw new Error('the seller is there');
  await world.waitUntilShown();
  const { subject } = state.details.identity;
  const context = { commandId: randomUUID(), actor: 'system', reason: 'Pedido do titular' };
  await requestErasure(services, { subject, platformId: 'demo' }, context);
};

const SELLER: MailRecipient = { kind: 'seller', personId: 'seller-1' };

describe('Mails that are due', () => {
  let world: ApiWorld;
  let server: MailServer;

  before(async () => {
    world = await apiWorld();
    server = await startMailServer();
  });
  after(async () => {
    await server.close();
    await world.close();
  });
  beforeEach(() => server.behave({}));

  const request = async (to = SELLER, at = world.services.core.now()): Promise<string> => {
    const { handler } = world.services.core;
    const mailId = randomUUID();
    const content = { template: 'new-device', signedInAt: at, address: null } as const;
    const requested = { platformId: 'demo', to, language: 'pt-BR', content, at } as const;
    const command = { type: 'RequestMail', mail: requested } as const;
    const context = { commandId: mailId, platform: 'demo', actor: 'system', correlation: mailId };
    await handler.handle(mail, streamOf('mail', mailId), command, context);
    return mailId;
  };

  const openTransport = () => {
    const { core } = world.services;
    return openSmtp({ url: server.url, from: 'contas@razao.example' }, { now: core.now });
  };

  /** Runs the mail workers of two processes until the mail has its outcome. */
  const runUntilEnded = async (
    mailId: string,
    transport: MailTransport | undefined,
  ): Promise<MailRow> => {
    const { core, database } = world.services;
    const failures: unknown[] = [];
    const start = () =>
      startMails({
        core: withShortPauses(core),
        transport,
        due: mailsDueIn(database),
        linkOf: async () => undefined,
        blockUrlOf: (id) => `https://razao.example/block-access#${id}`,
        mailPreferencesOf: world.services.sessions.preferences.mailPreferencesOf,
        onFailure: (error) => failures.push(error),
      });
    const workers = [start(), start()];
    const shown = async () => {
      const { items } = await listMails(database, { platformId: 'demo' }, { limit: 50 });
      return items.find((row) => row.mailId === mailId && row.status !== 'WAITING');
    };
    const row = await eventually(shown, 'the mail ends');
    await Promise.all(workers.map((each) => each.finish()));
    await transport?.close();
    expect(failures).to.deep.equal([]);
    return row;
  };

  const receivedFor = (mailId: string) =>
    server.mails.filter(({ messageId }) => messageId?.includes(mailId));

  it('go to the person once, though two processes send, and are listed as accepted by the mail server', async () => {
    const mailId = await request();
    expect(await runUntilEnded(mailId, openTransport())).to.include({
      status: 'ACCEPTED',
      attempts: 1,
    });
    const [received, ...others] = receivedFor(mailId);
    expect([received?.subject, others.length]).to.deep.equal(['Novo acesso à sua conta', 0]);
    expect([received?.to].flat()[0]?.text).to.equal('ana@example.com');
  });

  it('are listed with the refusal of the mail server, without the address', async () => {
    server.behave({ refuses: { code: 550, text: '5.1.1 <ana@example.com>: unknown' } });
    const mailId = await request();
    const row = await runUntilEnded(mailId, openTransport());
    expect(row).to.include({ status: 'FAILED', cause: 'smtp-550' });
    expect(row.explanation).to.include('unknown').and.not.include('ana@');
    expect(receivedFor(mailId)).to.deep.equal([]);
  });

  it('are withheld where there is no mail server, and from a person who is gone', async () => {
    const row = await runUntilEnded(await request(), undefined);
    expect(row).to.include({ status: 'WITHHELD', cause: 'no-mail-server', attempts: 0 });
    const ofUnknown = await runUntilEnded(
      await request({ kind: 'staff', personId: 'gone' }),
      openTransport(),
    );
    expect(ofUnknown).to.include({ status: 'WITHHELD', cause: 'recipient-gone' });
  });

  it('are not kept by a demo for a person who is erased while they are sent', async () => {
    const { personId, email } = await world.newSeller();
    const outbox = createMemoryOutbox();
    const { core } = world.services;
    const kept = outboxTransport(outbox, core.now);
    const sent: string[] = [];
    const transport: MailTransport = {
      ...kept,
      send: async (letter) => {
        await eraseSeller(world, personId);
        sent.push(letter.to);
        return kept.send(letter);
      },
    };
    await runUntilEnded(await request({ kind: 'seller', personId }), transport);
    expect(sent).to.deep.equal([email]);
    expect(await outbox.list()).to.deep.equal([]);
  });

  it('are not begun while the clock is wrong, because their next attempt could then be a month away', async () => {
    const mailId = await request();
    const { core } = world.services;
    let checks = 0;
    /** From the third check on. */
    const isClockTrue = (): boolean => {
      checks += 1;
      return checks > 2;
    };
    const begunAtCheck: number[] = [];
    const transport: MailTransport = {
      send: async () => {
        begunAtCheck.push(checks);
        return { kind: 'accepted' };
      },
      close: async () => undefined,
    };
    const failures: unknown[] = [];
    const worker = startMails({
      core: withShortPauses({ ...core, ports: { ...core.ports, isClockTrue } }),
      transport,
      due: async () => [mailId],
      linkOf: async () => undefined,
      blockUrlOf: (id) => `https://razao.example/block-access#${id}`,
      mailPreferencesOf: world.services.sessions.preferences.mailPreferencesOf,
      onFailure: (error) => failures.push(error),
    });
    await eventually(() => begunAtCheck.length > 0 || undefined, 'the mail is sent');
    await worker.finish();
    expect([begunAtCheck, failures]).to.deep.equal([[3], []]);
  });

  it('delay no other work when the lease ends while the mail server is silent: mails not begun are left to the next holder', async () => {
    const mailIds = await Promise.all(Array.from({ length: 5 }, () => request()));
    const silence = Promise.withResolvers<MailAnswer>();
    const begun: string[] = [];
    const transport: MailTransport = {
      send: ({ mailId }) => {
        begun.push(mailId);
        return silence.promise;
      },
      close: async () => undefined,
    };
    const { core } = world.services;
    const failures: unknown[] = [];
    const worker = startMails({
      core,
      transport,
      due: async () => mailIds,
      linkOf: async () => undefined,
      blockUrlOf: (id) => `https://razao.example/block-access#${id}`,
      mailPreferencesOf: world.services.sessions.preferences.mailPreferencesOf,
      onFailure: (error) => failures.push(error),
    });
    await eventually(() => begun.length === 3 || undefined, 'three are with the mail server');
    await worker.stop();
    silence.resolve({ kind: 'deferred', cause: 'unanswered', text: null });
    await worker.finish();
    const isDeferred = async (mailId: string): Promise<boolean> => {
      const { state } = await core.handler.load(mail, streamOf('mail', mailId));
      return state.status === 'WAITING' && state.isDeferred;
    };
    const deferred = await Promise.all(mailIds.map(isDeferred));
    expect(deferred.filter(Boolean), 'what became of them is on record').to.have.length(3);
    expect([begun.length, failures]).to.deep.equal([3, []]);
  });

  it('are withheld when they come days late, as after a long stop', async () => {
    const mailId = await request(SELLER, addSeconds(world.services.core.now(), -3 * 24 * 3_600));
    const row = await runUntilEnded(mailId, openTransport());
    expect(row).to.include({ status: 'WITHHELD', cause: 'too-old', attempts: 0 });
    expect(receivedFor(mailId)).to.deep.equal([]);
  });
});
