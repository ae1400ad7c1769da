import { createHmac } from 'node:crypto';

import { expect } from 'chai';

import { sandboxKeys, startSandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import type { SandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import { startWebhookReceiver } from '#/adapters/payments/testing/webhook-receiver.ts';
import { ProviderFailure } from '#/domain/ports/payment-provider.ts';
import type { NoticeRequest } from '#/domain/ports/payment-provider.ts';

describe('sandbox notices', () => {
  let world: SandboxWorld;

  before(async () => {
    world = await startSandboxWorld();
  });
  after(() => world.close());

  const signed = (body: string, at: number, secret: string = sandboxKeys.webhookSecret) => {
    const seconds = Math.floor(at / 1000);
    const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return { headers: { 'x-sandbox-signature': `t=${seconds},v1=${digest}` }, body };
  };
  const data = { id: 'tr_1', status: 'paid' };
  const body = JSON.stringify({ id: 'nt_1', type: 'transaction.updated', data });

  const refusal = (request: NoticeRequest): string => {
    try {
      world.provider.readNotice(request);
      return 'accepted';
    } catch (error) {
      return error instanceof ProviderFailure ? error.kind : 'another error';
    }
  };

  it('are read when signed by the sandbox within five minutes', () => {
    expect(world.provider.readNotice(signed(body, Date.now() - 290_000))).to.deep.equal({
      type: 'TRANSACTION',
      noticeId: 'nt_1',
      transactionId: 'tr_1',
      status: 'APPROVED',
    });
  });

  it('are refused with a bad, missing, old or early signature, or a changed body', () => {
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
    for (const request of bad) expect(refusal(request)).to.equal('unauthorized');
  });

  it('are unreadable when authentic and not understood', () => {
    for (const text of ['', 'no json', '[]', '{"id":"n","type":"transaction.updated"}']) {
      expect(refusal(signed(text, Date.now())), text).to.equal('unreadable');
    }
  });

  it('are ignored when they are about something else', () => {
    const other = JSON.stringify({ id: 'nt_2', type: 'dispute.opened', data: {} });
    expect(world.provider.readNotice(signed(other, Date.now()))).to.equal(undefined);
  });

  it('come again under the same id until they are accepted', async () => {
    const troubled = await startWebhookReceiver();
    troubled.answerWith(500, 302);
    const { transactionId } = await world.create({ webhookUrl: troubled.url });
    await world.pay(transactionId);
    const deliveries = await troubled.received(transactionId, 3);
    await troubled.close();
    const ids = deliveries.map((delivery) => world.provider.readNotice(delivery)?.noticeId);
    expect(new Set(ids).size).to.equal(1);
  });

  it('come twice under the same id for transactions ending in 7', async () => {
    let transactionId = '';
    while (!transactionId.endsWith('7')) ({ transactionId } = await world.create());
    await world.pay(transactionId);
    const deliveries = await world.platform.received(transactionId, 2);
    const ids = deliveries.map((delivery) => world.provider.readNotice(delivery)?.noticeId);
    expect(new Set(ids).size).to.equal(1);
  });
});
