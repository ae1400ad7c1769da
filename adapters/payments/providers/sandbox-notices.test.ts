import { createHmac } from 'node:crypto';

import { expect } from 'chai';

import { sandboxKeys, startSandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import type { SandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import { startWebhookReceiver } from '#/adapters/payments/testing/webhook-receiver.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { NoticeRequest } from '#/domain/ports/notice.ts';

describe('Sandbox notices', () => {
  let world: SandboxWorld;

  before(async () => {
    world = await startSandboxWorld();
  });
  after(() => world.close());

  const signed = (body: string, unixMs: number, secret: string = sandboxKeys.webhookSecret) => {
    const seconds = Math.floor(unixMs / 1000);
    const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return { headers: { 'x-sandbox-signature': `t=${seconds},v1=${digest}` }, body };
  };
  const data = { id: 'tr_1', status: 'paid' };
  const body = JSON.stringify({ id: 'nt_1', type: 'transaction.updated', data });

  const refusal = async (request: NoticeRequest): Promise<string> =>
    world.provider.readNotices(request).then(
      () => 'accepted',
      (error: unknown) => (error instanceof ProviderFailure ? error.kind : 'another error'),
    );

  it('accepts a notice that the sandbox signed within the last five minutes', async () => {
    expect(await world.provider.readNotices(signed(body, Date.now() - 290_000))).to.deep.equal([
      { type: 'TRANSACTION', noticeId: 'nt_1', transactionId: 'tr_1', status: 'APPROVED' },
    ]);
  });

  it('rejects a notice with a wrong, missing, old or future signature, or a changed body', async () => {
    const now = Date.now();
    const good = signed(body, now);
    const bad: readonly NoticeRequest[] = [
      signed(body, now, 'another secret'),
      { headers: {}, body },
      { headers: { 'x-sandbox-signature': 't=1,v1=zz' }, body },
      { ...good, body: body.replace('tr_1', 'tr_2') },
      signed(body, now - 301_000),
      signed(body, now + 302_000),
    ];
    for (const request of bad) expect(await refusal(request)).to.equal('unauthorized');
  });

  it('reports a signed notice that is not JSON as unreadable', async () => {
    for (const text of ['', 'no json', '{"id":']) {
      expect(await refusal(signed(text, Date.now())), text).to.equal('unreadable');
    }
  });

  it('ignores a signed notice without the expected fields', async () => {
    for (const text of ['[]', 'null', '{"id":"n","type":"transaction.updated"}', '{"data":{}}']) {
      const received = await world.provider.readNotices(signed(text, Date.now()));
      expect(received, text).to.deep.equal([]);
    }
  });

  it('ignores a signed notice of another type', async () => {
    const other = JSON.stringify({ id: 'nt_2', type: 'dispute.opened', data: {} });
    expect(await world.provider.readNotices(signed(other, Date.now()))).to.deep.equal([]);
  });

  it('sends a notice again under the same id until the platform accepts it', async () => {
    const failing = await startWebhookReceiver();
    failing.answerWith(500, 302);
    const { transactionId } = await world.create({ webhookUrl: failing.url });
    await world.pay(transactionId);
    const deliveries = await failing.received(transactionId, 3);
    await failing.close();
    const notices = await Promise.all(deliveries.map(world.firstNoticeOf));
    const ids = notices.map((notice) => notice?.noticeId);
    expect(new Set(ids).size).to.equal(1);
  });

  it('sends a notice twice under the same id for a transaction id ending in 7', async () => {
    let transactionId = '';
    while (!transactionId.endsWith('7')) ({ transactionId } = await world.create());
    await world.pay(transactionId);
    const deliveries = await world.webhookReceiver.received(transactionId, 2);
    const notices = await Promise.all(deliveries.map(world.firstNoticeOf));
    const ids = notices.map((notice) => notice?.noticeId);
    expect(new Set(ids).size).to.equal(1);
  });
});
