import { expect } from 'chai';
import { sendJson } from '#/adapters/payments/evidence/case-server.ts';
import type { Notice, NoticeDetail, NoticePreview } from '#/api/contract/notices.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { timestamp } from '#/domain/values/time.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { KEPT_DAYS } from '#/api/webhooks/store/limits.ts';
import { openPostgresNotices } from '#/api/webhooks/store/postgres.ts';

/** The first does not authenticate its notices; the second does. */
const UNSIGNED = 'hunterpay';
const PROVING = 'simpay';

describe('Log of webhook notices', () => {
  let world: ApiWorld;
  let acquirers: Awaited<ReturnType<typeof startAcquirers>>;
  // Starts now, because unpaid charges of the past would be cancelled.
  const history = new History(timestamp(Temporal.Now.instant()));

  before(async () => {
    acquirers = await startAcquirers([UNSIGNED, PROVING]);
    world = await apiWorld({ providers: acquirers.providers });
  });

  after(async () => {
    await world.close();
    await acquirers.host.close();
  });

  const purchase = async (): Promise<string> => {
    const paymentId = history.purchase({ provider: UNSIGNED });
    history.submit(paymentId);
    await world.happen(history);
    return paymentId;
  };

  const acquirerShows = (status: string): void =>
    acquirers.host.answerWith(({ path }, response) =>
      sendJson(response, 200, {
        id: path.split('/').at(-1),
        amount: samplePayment().amount,
        status,
        paymentMethod: 'pix',
      }),
    );

  const deliver = (id: string, body: unknown, provider = UNSIGNED) =>
    world.post(`/api/webhooks/${provider}/demo`, body, {
      headers: { 'user-agent': 'Hunter/1.0 (x)' },
    });

  const noticeOf = (transactionId: string, status = 'paid') => ({
    type: 'transaction',
    data: { id: transactionId, status, customer: { name: 'Zuleica', document: '11144477735' } },
  });

  const listNotices = async (as: Person = 'admin'): Promise<readonly Notice[]> =>
    Object((await world.get('/api/admin.listNotices', { as })).body).items;

  const concluded = (isWanted: (notice: Notice) => boolean) =>
    eventually(
      async () =>
        (await listNotices()).find((notice) => notice.outcome !== 'RECEIVED' && isWanted(notice)),
      'the notice is worked on',
    );

  const detail = async (noticeId: string): Promise<NoticeDetail> => {
    const path = `/api/admin.getNotice?noticeId=${encodeURIComponent(noticeId)}`;
    return Object((await world.get(path, { as: 'admin' })).body);
  };

  const preview = async (noticeId: string): Promise<NoticePreview> =>
    Object((await world.post('/api/admin.previewNotice', { noticeId }, { as: 'admin' })).body);

  const redeliver = async (noticeId: string): Promise<Notice> =>
    Object((await world.post('/api/admin.redeliverNotice', { noticeId }, { as: 'admin' })).body);

  it('shows a notice without personal data, its interpretation and every attempt', async () => {
    const paymentId = await purchase();
    acquirerShows('waiting_payment');
    await deliver(UNSIGNED, noticeOf(`tx-${paymentId}`, 'waiting_payment'));
    const { noticeId } = await concluded((notice) => notice.paymentId === paymentId);
    await redeliver(noticeId);
    const { notice, normalized, delivery, attempts } = await detail(noticeId);
    expect(notice).to.include({ outcome: 'NO_EFFECT', attempts: 2, paymentId });
    expect(normalized).to.deep.equal({
      type: 'TRANSACTION',
      reference: `tx-${paymentId}`,
      orderId: null,
      status: 'PENDING',
      isAuthentic: false,
    });
    expect(delivery).to.deep.include({
      format: 'json',
      contentType: 'application/json',
      userAgent: 'Hunter/1.0',
      isCut: false,
    });
    expect(delivery?.body).to.have.nested.property('data.customer.document', '[digits 11]');
    expect(delivery?.body).to.have.nested.property('data.status', 'waiting_payment');
    expect(attempts.map(({ outcome }) => outcome)).to.deep.equal(['NO_EFFECT', 'NO_EFFECT']);
  });

  it('hides a notice from other platforms, for reading, preview and redelivery', async () => {
    const [notice] = await listNotices();
    const other = { as: 'otherAdmin' } as const;
    const request = { noticeId: notice?.noticeId };
    const path = `/api/admin.getNotice?noticeId=${encodeURIComponent(notice?.noticeId ?? '')}`;
    expect((await world.get(path, other)).status).to.equal(404);
    expect((await world.post('/api/admin.previewNotice', request, other)).status).to.equal(404);
    expect((await world.post('/api/admin.redeliverNotice', request, other)).status).to.equal(404);
    expect(await listNotices('otherAdmin')).to.deep.equal([]);
  });

  it('lists unauthenticated and unreadable notices with the reason, without personal data', async () => {
    expect((await deliver(PROVING, { type: 'x', cpf: '11144477735' }, PROVING)).status).to.equal(
      401,
    );
    const broken = await world.send(
      'POST',
      `/api/webhooks/${UNSIGNED}/demo`,
      '{"cpf":11144477735',
      { headers: { 'content-type': 'application/json' } },
    );
    expect(broken.status).to.equal(400);
    const [unreadable, unauthorized] = await listNotices();
    const shown = async (notice: Notice | undefined) => {
      const { delivery } = await detail(notice?.noticeId ?? '');
      return { outcome: notice?.outcome, failure: notice?.failure, body: delivery?.body };
    };
    expect(await shown(unauthorized)).to.deep.equal({
      outcome: 'UNAUTHORIZED',
      failure: 'notice: it does not prove whose it is',
      body: { type: 'x', cpf: '[digits 11]' },
    });
    expect(await shown(unreadable)).to.deep.equal({
      outcome: 'UNREADABLE',
      failure: 'notice: no JSON',
      body: '[text 18]',
    });
  });

  it('answers 200 to a notice about no charge, and lists it as ignored, even after redelivery', async () => {
    const { status, body } = await deliver(UNSIGNED, { data: { id: 7, status: 'paid' } });
    expect([status, body]).to.deep.equal([200, { received: 'ignored' }]);
    const [ignored] = await listNotices();
    expect(ignored).to.include({ outcome: 'IGNORED', failure: null, attempts: 0 });
    const { delivery } = await detail(ignored?.noticeId ?? '');
    expect(delivery?.body).to.have.nested.property('data.status', 'paid');
    expect((await redeliver(ignored?.noticeId ?? '')).outcome).to.equal('IGNORED');
  });

  it('previews the events of a redelivery without recording them, and redelivery records the same events', async () => {
    const paymentId = await purchase();
    acquirerShows('waiting_payment');
    await deliver(UNSIGNED, noticeOf(`tx-${paymentId}`, 'waiting_payment'));
    const { noticeId } = await concluded((notice) => notice.paymentId === paymentId);
    expect((await preview(noticeId)).events).to.deep.equal([]);
    acquirerShows('paid');
    const head = await world.lastFact();
    const { outcome, events, differences } = await preview(noticeId);
    expect(outcome).to.equal('APPLIED');
    expect(events.map(({ type }) => type)).to.deep.equal(['PaymentApproved']);
    expect(differences).to.deep.include({ path: 'status', before: 'PENDING', after: 'APPROVED' });
    expect(await world.lastFact()).to.equal(head);
    expect((await detail(noticeId)).attempts).to.have.length(1);
    expect((await redeliver(noticeId)).outcome).to.equal('APPLIED');
    const recorded = await Array.fromAsync(world.store.readAll(head ? { after: head } : {}));
    expect(recorded.flat().map(({ type }) => type)).to.deep.equal([
      'TransactionReserved',
      'PaymentApproved',
    ]);
    expect((await preview(noticeId)).events).to.deep.equal([]);
  });

  it('retries a notice that had no effect when a duplicate arrives', async () => {
    const paymentId = await purchase();
    acquirerShows('waiting_payment');
    const send = () => deliver(UNSIGNED, noticeOf(`tx-${paymentId}`));
    await send();
    const { noticeId } = await concluded((notice) => notice.paymentId === paymentId);
    acquirerShows('paid');
    expect((await send()).body).to.deep.equal({ received: 'duplicate' });
    await concluded((notice) => notice.noticeId === noticeId && notice.outcome === 'APPLIED');
  });

  it('redelivers all notices of one outcome, page by page', async () => {
    const unknown = ['unknown-1', 'unknown-2', 'unknown-3'];
    for (const transactionId of unknown) await deliver(UNSIGNED, noticeOf(transactionId));
    for (const transactionId of unknown)
      await concluded((notice) => notice.reference === transactionId);
    const processedPerPage: number[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const request = { outcome: 'UNKNOWN_TRANSACTION', limit: 2, ...(cursor && { cursor }) };
      const { body } = await world.post('/api/admin.redeliverNotices', request, { as: 'admin' });
      const { processed, nextCursor } = Object(body);
      processedPerPage.push(processed);
      cursor = nextCursor;
    }
    expect(processedPerPage).to.deep.equal([2, 1]);
  });

  it('deletes notices and deliveries after their retention period', async () => {
    const { database } = world.services;
    const expired = await listNotices();
    const store = await openPostgresNotices(database);
    expect(await store.forgetOld()).to.equal(0);
    const moveBack = (column: string) => `${column} = ${column} - make_interval(days => $1)`;
    for (const change of [
      `webhooks.subject SET due_at = NULL, ${moveBack('asked_at')}, ${moveBack('wanted_at')}`,
      `webhooks.notice SET ${moveBack('received_at')}, ${moveBack('repeated_at')}, ${moveBack('attempted_at')}`,
      `webhooks.delivery SET ${moveBack('received_at')}`,
    ])
      await database.query(`UPDATE ${change}`, [KEPT_DAYS + 1]);
    await deliver(UNSIGNED, noticeOf('of-today'));
    expect(await store.forgetOld()).to.be.at.least(expired.length);
    expect((await listNotices()).map(({ reference }) => reference)).to.deep.equal(['of-today']);
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM webhooks.delivery',
    );
    expect(rows[0]?.count).to.equal(1);
  });
});
