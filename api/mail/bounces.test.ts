import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openSmtp } from '#/adapters/mail/smtp.ts';
import { deliveryReport, type ReportFields } from '#/adapters/mail/testing/delivery-reports.ts';
import { startMailServer, type MailServer } from '#/adapters/mail/testing/mail-server.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { messageIdsOf } from '#/api/mail/message-id.ts';
import { reportAddress } from '#/api/mail/report-routes.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { withShortPauses } from '#/api/testing/short-pauses.ts';
import { startMails } from '#/api/workers/due-mails.ts';
import { suppressMailbox } from '#/domain/policies/suppress-mailbox.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { startPolicyRunner } from '#/ledger/policies/runner.ts';
import { mailsDueIn } from '#/projections/mails.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

type MailLine = OutputOf<'admin.listMails'>['items'][number];

describe('A mail that comes back', () => {
  let world: ApiWorld;
  let server: MailServer;
  let close: () => Promise<void>;

  before(async () => {
    world = await apiWorld();
    server = await startMailServer();
    const { core, database } = world.services;
    const transport = openSmtp(
      { url: server.url, from: 'contas@razao.example' },
      { now: core.now },
    );
    const onFailure = (error: unknown) => {
      throw error;
    };
    const worker = startMails({
      core: withShortPauses(core),
      transport,
      due: mailsDueIn(database),
      linkOf: async () => undefined,
      blockUrlOf: (id) => `https://razao.example/block-access#${id}`,
      mailPreferencesOf: world.services.sessions.preferences.mailPreferencesOf,
      onFailure,
    });
    const policy = startPolicyRunner({
      store: core.store,
      dispatch: core.dispatch,
      checkpoints: createMemoryCheckpoints(''),
      ports: core.ports,
      policies: [suppressMailbox],
      reactions: [],
      onFailure: ({ error }) => onFailure(error),
    });
    close = async () => {
      await Promise.all([worker.finish(), policy.stop()]);
      await transport.close();
      await server.close();
      await world.close();
    };
  });
  after(() => close());
  beforeEach(() => server.behave({}));

  const list = async (as: Person = 'admin'): Promise<readonly MailLine[]> => {
    const { status, text, body } = await world.get('/api/admin.listMails', { as });
    expect(status, text).to.equal(200);
    return Object(body).items;
  };

  /** Sends a test mail to the administrator. @returns its line in the list */
  const sendTest = async (): Promise<MailLine> => {
    const headers = { 'idempotency-key': randomUUID() };
    const idsBefore = new Set((await list()).map(({ mailId }) => mailId));
    const { status, text } = await world.post(
      '/api/admin.sendTestMail',
      {},
      { as: 'admin', headers },
    );
    expect(status, text).to.equal(200);
    const findSent = async () =>
      (await list()).find(
        ({ mailId, status: stage }) => !idsBefore.has(mailId) && stage !== 'WAITING',
      );
    return eventually(findSent, 'the mail leaves');
  };

  const report = (text: string, path = reportAddress('', world.services.core.ports)) =>
    world.send('POST', path, text, { headers: { 'content-type': 'message/rfc822' } });
  /** The id in the mail's envelope, which begins with the mail's id. */
  const messageIdOf = (mailId: string): string =>
    server.envelopes.find(({ dsn }) => dsn.envid.startsWith(mailId))?.dsn.envid ?? mailId;
  type Bounced = Omit<ReportFields, 'messageId'> & { readonly mailId: string };
  const bounce = async ({
    mailId,
    messageId = messageIdOf(mailId),
    ...reported
  }: Bounced & Partial<ReportFields>): Promise<string> => {
    const { status, text, body } = await report(
      deliveryReport({ messageId, to: 'admin@example.com', ...reported }),
    );
    expect(status, text).to.equal(200);
    return Object(body).received;
  };
  const waitForStatus = (mailId: string, status: MailLine['status']): Promise<MailLine> =>
    eventually(
      async () => (await list()).find((each) => each.mailId === mailId && each.status === status),
      `the mail is ${status}`,
    );
  const waitForMailbox = (mailId: string, isMailboxSuppressed: boolean): Promise<MailLine> =>
    eventually(
      async () =>
        (await list()).find(
          (each) => each.mailId === mailId && each.isMailboxSuppressed === isMailboxSuppressed,
        ),
      `the mailbox is ${isMailboxSuppressed ? 'suppressed' : 'in use'}`,
    );
  const release = (mailId: string, as: Person = 'admin') => {
    const headers = { 'idempotency-key': randomUUID() };
    return world.post('/api/admin.releaseMailbox', { mailId }, { as, headers });
  };

  it('asks mail servers for reports of failures, with its own id', async () => {
    const { mailId } = await sendTest();
    const [envelope] = server.envelopes.slice(-1);
    expect(envelope?.dsn.envid).to.match(new RegExp(`^${mailId}\\.[0-9a-f]{32}$`));
    expect(envelope).to.deep.equal({
      dsn: { envid: messageIdOf(mailId), ret: 'HDRS' },
      rcptTo: [{ dsn: { notify: ['FAILURE'], orcpt: 'rfc822;admin@example.com' } }],
    });
  });

  it('is shown with what the report says, without the address, and suppresses the mailbox that is gone until staff release it', async () => {
    const earlier = await sendTest();
    const { mailId } = await sendTest();
    const recipient = 'ADMIN@example.com';
    expect(await bounce({ mailId, recipient })).to.equal('recorded');
    const line = await waitForStatus(mailId, 'BOUNCED');
    expect(line.cause).to.equal('status-5.1.1');
    expect(line.explanation).to.include('User unknown').and.not.include('@');
    await waitForMailbox(mailId, true);
    const withheld = await sendTest();
    expect(withheld).to.include({ status: 'WITHHELD', cause: 'mailbox-gone', attempts: 0 });

    expect((await release(mailId, 'otherAdmin')).status).to.equal(404);
    for (const _ of ['once', 'twice']) expect((await release(mailId)).status).to.equal(200);
    await waitForMailbox(mailId, false);
    expect(await sendTest()).to.include({ status: 'ACCEPTED' });
    // Reports of mails from before the release do not undo it.
    for (const each of [mailId, earlier.mailId])
      expect(await bounce({ mailId: each, recipient })).to.equal('recorded');
    await waitForStatus(earlier.mailId, 'BOUNCED');
    for (const _ of ['once', 'twice']) expect(await sendTest()).to.include({ status: 'ACCEPTED' });
  });

  it('has its mailbox released only by a clock that is right, because reports are compared with the time of the release', async () => {
    const { mailId } = await sendTest();
    expect(await bounce({ mailId })).to.equal('recorded');
    await waitForMailbox(mailId, true);
    const { ports } = world.services.core;
    const { isClockTrue } = ports;
    Object.assign(ports, { isClockTrue: () => false });
    const refused = await release(mailId);
    Object.assign(ports, { isClockTrue });
    expect(refused.status, refused.text).to.equal(503);
    expect((await release(mailId)).status).to.equal(200);
    await waitForMailbox(mailId, false);
  });

  it('leaves nothing of the address in the list, not even the part before the @', async () => {
    const { mailId } = await sendTest();
    await bounce({ mailId, status: '5.2.2', diagnostic: 'unknown user: "admin"' });
    const { explanation } = await waitForStatus(mailId, 'BOUNCED');
    expect(explanation).to.equal('unknown user: "…"');
  });

  it('is found by our id among other ids in the report, and by its recipient among other recipients', async () => {
    const { mailId } = await sendTest();
    const messageId = messageIdOf(mailId);
    const other = messageId.replace(mailId, randomUUID());
    const text = deliveryReport({ messageId, to: 'admin@example.com' })
      .replace('Arrival-Date', `Original-Envelope-Id: ${other}\r\nArrival-Date`)
      .replace(
        'Final-Recipient',
        'Final-Recipient: rfc822; copy@elsewhere.example\r\nAction: failed\r\nStatus: 5.2.2\r\n\r\nFinal-Recipient',
      );
    expect(Object((await report(text)).body).received).to.equal('recorded');
    expect((await waitForStatus(mailId, 'BOUNCED')).cause).to.equal('status-5.1.1');
    await waitForMailbox(mailId, true);
    expect((await release(mailId)).status).to.equal(200);
    await waitForMailbox(mailId, false);
  });

  it('suppresses the mailbox also when the mail server says at once that it does not exist', async () => {
    server.behave({ refuses: { code: 550, text: '5.1.1 <admin@example.com>: unknown' } });
    const { mailId, status } = await sendTest();
    expect(status).to.equal('FAILED');
    await waitForMailbox(mailId, true);
    expect((await release(mailId)).status).to.equal(200);
    await waitForMailbox(mailId, false);
  });

  it('leaves the mailbox in use when it is full, or when the report is about another one, to which the person forwards', async () => {
    const full = await sendTest();
    await bounce({ mailId: full.mailId, status: '5.2.2' });
    await waitForStatus(full.mailId, 'BOUNCED');
    const forwarded = await sendTest();
    await bounce({ mailId: forwarded.mailId, recipient: 'ana@elsewhere.example' });
    await waitForStatus(forwarded.mailId, 'BOUNCED');
    expect(await sendTest()).to.include({ status: 'ACCEPTED', isMailboxSuppressed: false });
    expect((await release(full.mailId)).status).to.equal(200);
  });

  it('is not believed when its report has only what the list of mails shows, or the secret of another mail', async () => {
    const { mailId: other } = await sendTest();
    const { mailId } = await sendTest();
    // The deputy knows the mail's id from the list, and can write to the sender's address.
    const to = (await list('deputy')).find((each) => each.mailId === mailId)?.person.name ?? '';
    expect(to).to.equal('admin@example.com');
    const [, tag = ''] = messageIdOf(other).split('.');
    for (const messageId of [mailId, `${mailId}.${'0'.repeat(32)}`, `${mailId}.${tag}`])
      expect(await bounce({ mailId, messageId, to }), messageId).to.equal('ignored');
    expect(await sendTest()).to.include({ status: 'ACCEPTED', isMailboxSuppressed: false });
  });

  it('is believed only at the secret address, only of mails that were sent, and whatever else comes there is ignored', async () => {
    const { mailId } = await sendTest();
    const text = deliveryReport({ messageId: messageIdOf(mailId), to: 'admin@example.com' });
    for (const path of ['/api/mail-reports/guess', '/api/mail-reports/', '/api/mail-reports'])
      expect((await report(text, path)).status, path).to.equal(404);
    expect((await report('x'.repeat(130_000))).status).to.equal(413);
    const idOfUnsent = messageIdsOf(world.services.core.ports)(randomUUID());
    expect(await bounce({ mailId, messageId: idOfUnsent })).to.equal('ignored');
    for (const other of ['', 'Estou de férias.']) {
      const { status, body } = await report(other);
      expect([status, Object(body).received]).to.deep.equal([200, 'ignored']);
    }
    expect((await list()).find((each) => each.mailId === mailId)?.status).to.equal('ACCEPTED');
  });
});
