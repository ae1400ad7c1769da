import { createHmac } from 'node:crypto';

import { expect } from 'chai';
import fc from 'fast-check';

import { startSandbox } from '#/adapters/payments/sandbox/server.ts';
import type { Sandbox } from '#/adapters/payments/sandbox/server.ts';
import { startWebhookReceiver } from '#/adapters/payments/testing/webhook-receiver.ts';
import type { WebhookReceiver } from '#/adapters/payments/testing/webhook-receiver.ts';
import { parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import { addBusinessDays } from '#/domain/brazil/calendar.ts';
import { cents } from '#/domain/money.ts';
import { ProviderFailure } from '#/domain/ports/payment-provider.ts';
import type {
  NoticeRequest,
  TransactionRequest,
  WithdrawRequest,
} from '#/domain/ports/payment-provider.ts';
import { dayOf } from '#/domain/time.ts';

import { sandbox as sandboxProvider } from './sandbox.ts';

const keys = {
  secretKey: 'sk_sandbox_for_tests',
  publicKey: 'pk_sandbox_for_tests',
  webhookSecret: 'whsec_for_tests',
} as const;

const failureOf = async (call: Promise<unknown> | undefined): Promise<ProviderFailure> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProviderFailure) return error;
    throw error;
  }
  throw new Error('the call should have failed');
};

const today = (): string => dayOf(new Date().toISOString());

describe('sandbox provider', () => {
  let sandbox: Sandbox;
  let platform: WebhookReceiver;
  let provider: ReturnType<typeof sandboxProvider>;
  let orders = 0;

  before(async () => {
    platform = await startWebhookReceiver();
    sandbox = await startSandbox({
      port: 0,
      databaseFile: ':memory:',
      lostReplyCutAfterMs: 0,
      payoutSettlesAfterMs: 0,
      ...keys,
    });
    provider = sandboxProvider({ baseUrl: sandbox.url, ...keys });
  });

  after(async () => {
    await sandbox.close();
    await platform.close();
  });

  const order = (overrides: Partial<TransactionRequest>): TransactionRequest => ({
    orderId: `order-${(orders += 1)}`,
    paymentMethod: 'PIX',
    amount: cents(9_700),
    currency: 'BRL',
    description: 'Um e-book',
    items: [],
    customer: {
      name: 'Fulano de Tal',
      email: 'fulano@example.com',
      document: '52998224725',
      phone: '11912345678',
    },
    installments: 1,
    webhookUrl: platform.url,
    ...overrides,
  });

  const create = async (overrides: Partial<TransactionRequest> = {}) => {
    const result = await provider.createTransaction?.(order(overrides));
    if (!result) throw new Error('no result');
    return result;
  };

  const post = (path: string, body: unknown = {}, key: string = keys.publicKey) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });

  const tokenOf = async (number: string): Promise<string> => {
    const reply = await post('/v1/card-tokens', {
      number,
      holder: 'FULANO DE TAL',
      exp_month: '12',
      exp_year: '99',
      cvv: '123',
    });
    const body: unknown = await reply.json();
    if (!(body instanceof Object) || !('token' in body)) throw new Error(JSON.stringify(body));
    return String(body.token);
  };

  const pay = (transactionId: string) => post(`/sandbox/payments/${transactionId}/pay`);

  describe('PIX', () => {
    it('charges by a BR Code of that amount, with a QR image, until it expires', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const result = await create({ expiresAt });
      expect(result).to.include({ paymentMethod: 'PIX', status: 'PENDING', amount: 9_700 });
      expect(result.expiresAt).to.equal(expiresAt);
      expect(result.pixQrCode).to.match(/^data:image\/svg\+xml;base64,/);
      const parsed = parseBrCode(result.pixCode ?? '');
      expect(parsed.ok && parsed.fields).to.include({ amount: 9_700, reusable: false });
    });

    it('writes a readable BR Code for any amount', async () => {
      const amounts = fc.integer({ min: 1, max: 9_999_999_999 }).map(cents);
      await fc.assert(
        fc.asyncProperty(amounts, async (amount) => {
          const { pixCode = '' } = await create({ amount });
          const parsed = parseBrCode(pixCode);
          expect(parsed.ok && parsed.fields.amount).to.equal(amount);
        }),
        { numRuns: 50 },
      );
    });

    it('is paid by the bank once, told by webhook, and then has an end-to-end id', async () => {
      const { transactionId } = await create();
      expect((await pay(transactionId)).status).to.equal(200);
      expect((await pay(transactionId)).status).to.equal(200);
      const [delivery] = await platform.received(transactionId, 1);
      const notice = delivery && provider.readNotice?.(delivery);
      expect(notice).to.include({ type: 'TRANSACTION', transactionId, status: 'APPROVED' });
      const after = await provider.getTransaction?.({ transactionId });
      expect(after).to.include({ status: 'APPROVED' });
      expect(after?.endToEndId).to.match(/^E99999999\d{12}[0-9a-f]{11}$/);
    });

    it('expires by itself, says so, and can no longer be paid', async () => {
      const expiresAt = new Date(Date.now() + 50).toISOString();
      const { transactionId } = await create({ expiresAt });
      const [delivery] = await platform.received(transactionId, 1);
      expect(delivery && provider.readNotice?.(delivery)).to.include({ status: 'CANCELED' });
      expect((await pay(transactionId)).status).to.equal(409);
    });

    it('can be made to expire at once', async () => {
      const { transactionId } = await create();
      await post(`/sandbox/payments/${transactionId}/expire`);
      expect(await provider.getTransaction?.({ transactionId })).to.include({
        status: 'CANCELED',
      });
    });
  });

  describe('boleto', () => {
    it('has a valid line of that amount, due in three business days, and a page', async () => {
      const result = await create({ paymentMethod: 'BILLET' });
      expect(result).to.include({ paymentMethod: 'BILLET', status: 'PENDING' });
      const parsed = parseBoletoLine(result.billetCode ?? '', today());
      expect(parsed.ok && parsed.fields).to.include({
        amount: 9_700,
        dueDate: addBusinessDays(today(), 3),
      });
      const page = await fetch(result.billetUrl ?? '');
      expect(page.headers.get('content-type')).to.match(/^text\/html/);
      expect(await page.text())
        .to.include('Fulano de Tal')
        .and.to.include('<svg');
    });

    it('writes a readable line for any amount', async () => {
      const amounts = fc.integer({ min: 1, max: 9_999_999_999 }).map(cents);
      await fc.assert(
        fc.asyncProperty(amounts, async (amount) => {
          const { billetCode = '' } = await create({ paymentMethod: 'BILLET', amount });
          const parsed = parseBoletoLine(billetCode, today());
          expect(parsed.ok && parsed.fields.amount).to.equal(amount);
        }),
        { numRuns: 50 },
      );
    });

    it('escapes what the buyer calls himself', async () => {
      const customer = { ...order({}).customer, name: '<script>alert(1)</script>' };
      const { billetUrl = '' } = await create({ paymentMethod: 'BILLET', customer });
      expect(await (await fetch(billetUrl)).text()).not.to.include('<script>');
    });
  });

  describe('card', () => {
    const byCard = async (number: string) =>
      create({ paymentMethod: 'CREDIT_CARD', cardToken: await tokenOf(number), installments: 3 });

    it('approves an ordinary card and names its brand and last digits', async () => {
      expect(await byCard('4111 1111 1111 1111')).to.include({
        status: 'APPROVED',
        cardBrand: 'visa',
        cardLastDigits: '1111',
      });
    });

    it('declines a card ending in 0002', async () => {
      expect(await byCard('4000000000000002')).to.include({
        status: 'REJECTED',
        refusal: 'insufficient_funds',
      });
    });

    it('approves a card ending in 0010 without a reply; reading back tells', async () => {
      const cardToken = await tokenOf('4000000000000010');
      const request = order({ paymentMethod: 'CREDIT_CARD', cardToken });
      const failure = await failureOf(provider.createTransaction?.(request));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: true });
      const found = await provider.getTransaction?.({ orderId: request.orderId });
      expect(found).to.include({ status: 'APPROVED', cardLastDigits: '0010' });
      const again = await provider.createTransaction?.(request);
      expect(again?.transactionId).to.equal(found?.transactionId);
    });

    it('takes each token once', async () => {
      const cardToken = await tokenOf('4111111111111111');
      await create({ paymentMethod: 'CREDIT_CARD', cardToken });
      const second = create({ paymentMethod: 'CREDIT_CARD', cardToken });
      expect(await failureOf(second)).to.include({ kind: 'invalid', mayHaveHappened: false });
    });

    it('needs a token', async () => {
      const failure = await failureOf(create({ paymentMethod: 'CREDIT_CARD' }));
      expect(failure).to.include({ kind: 'invalid' });
      expect(failure.message).to.include('card_token_required');
    });
  });

  describe('idempotency', () => {
    it('gives the first answer again, and charges once', async () => {
      const request = order({});
      const first = await provider.createTransaction?.(request);
      await pay(first?.transactionId ?? '');
      const second = await provider.createTransaction?.(request);
      expect(second).to.deep.equal(first);
    });

    it('gives many who ask at once the same answer', async () => {
      const request = order({});
      const results = await Promise.all(
        Array.from({ length: 20 }, () => provider.createTransaction?.(request)),
      );
      expect(new Set(results.map((result) => result?.transactionId)).size).to.equal(1);
    });

    it('refuses the same order with another amount', async () => {
      const request = order({});
      await provider.createTransaction?.(request);
      const other = provider.createTransaction?.({ ...request, amount: cents(1) });
      expect((await failureOf(other)).message).to.include('idempotency_key_reused');
    });
  });

  it('knows nothing of transactions, refunds and payouts that never were', async () => {
    const none = { transactionId: 'none', refundId: 'none', amount: cents(1) };
    expect(await provider.getTransaction?.({ transactionId: 'none' })).to.equal(undefined);
    expect(await provider.getTransaction?.({ orderId: 'none' })).to.equal(undefined);
    expect(await provider.getRefund?.(none)).to.equal(undefined);
    expect(await provider.getWithdraw?.({ withdrawReference: 'none' })).to.equal(undefined);
  });

  it('lets nobody in with a wrong key', async () => {
    const stranger = sandboxProvider({ baseUrl: sandbox.url, ...keys, secretKey: 'sk_wrong_key' });
    const failure = await failureOf(stranger.createTransaction?.(order({})));
    expect(failure).to.include({ kind: 'unauthorized', mayHaveHappened: false });
  });

  describe('refund', () => {
    const paid = async (): Promise<string> => {
      const { transactionId } = await create();
      await pay(transactionId);
      return transactionId;
    };

    it('gives back in parts up to what was paid, each part once', async () => {
      const transactionId = await paid();
      const part = { transactionId, refundId: `${transactionId}-1`, amount: cents(5_000) };
      const rest = { transactionId, refundId: `${transactionId}-2`, amount: cents(4_700) };
      const done = { refundId: part.refundId, status: true };
      expect(await provider.refund?.(part)).to.deep.equal(done);
      expect(await provider.refund?.(part)).to.deep.equal(done);
      expect(await provider.getRefund?.(part)).to.deep.equal(done);
      expect(await provider.getTransaction?.({ transactionId })).to.include({
        status: 'APPROVED',
      });
      await provider.refund?.(rest);
      expect(await provider.getTransaction?.({ transactionId })).to.include({
        status: 'REFUNDED',
      });
      const more = { transactionId, refundId: `${transactionId}-3`, amount: cents(1) };
      const failure = await failureOf(provider.refund?.(more));
      expect(failure).to.include({ kind: 'refused', mayHaveHappened: false });
    });

    it('refuses to give back more than was paid, or what was not paid', async () => {
      const transactionId = await paid();
      const tooMuch = { transactionId, refundId: `${transactionId}-x`, amount: cents(9_701) };
      expect((await failureOf(provider.refund?.(tooMuch))).kind).to.equal('refused');
      const { transactionId: unpaid } = await create();
      const early = { transactionId: unpaid, refundId: 'early', amount: cents(1) };
      expect((await failureOf(provider.refund?.(early))).kind).to.equal('refused');
    });
  });

  describe('payout', () => {
    const withdrawal = (overrides: Partial<WithdrawRequest>): WithdrawRequest => ({
      withdrawReference: `withdrawal-${(orders += 1)}`,
      paymentMethod: 'PIX',
      amount: cents(12_345),
      pixKey: '529.982.247-25',
      pixType: 'CPF',
      document: '52998224725',
      name: 'Fulano de Tal',
      description: 'Saque',
      webhookUrl: platform.url,
      ...overrides,
    });

    const settledBy = async (request: WithdrawRequest) => {
      const [delivery] = await platform.received(request.withdrawReference, 1);
      return delivery && provider.readNotice?.(delivery);
    };

    it('is accepted, then paid, told by webhook, with an end-to-end id', async () => {
      const request = withdrawal({});
      const { withdrawReference } = request;
      expect(await provider.withdraw?.(request)).to.include({ status: 'PENDING', amount: 12_345 });
      expect(await settledBy(request)).to.include({
        type: 'WITHDRAW',
        withdrawReference,
        status: 'APPROVED',
      });
      const after = await provider.getWithdraw?.({ withdrawReference });
      expect(after).to.include({ status: 'APPROVED' });
      expect(after?.withdrawId).to.equal(after?.endToEndId);
      expect(after?.approvedAt).to.be.a('string');
    });

    it('fails when the key cannot be paid', async () => {
      const request = withdrawal({ pixType: 'EMAIL', pixKey: 'refused@example.com' });
      await provider.withdraw?.(request);
      expect(await settledBy(request)).to.include({ status: 'REJECTED' });
    });

    it('pays a key that begins with timeout without a reply, and once', async () => {
      const request = withdrawal({ pixType: 'EMAIL', pixKey: 'timeout@example.com' });
      const failure = await failureOf(provider.withdraw?.(request));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: true });
      expect(await settledBy(request)).to.include({ status: 'APPROVED' });
    });

    it('refuses a key that is not of its type', async () => {
      const request = withdrawal({ pixType: 'PHONE' });
      expect((await failureOf(provider.withdraw?.(request))).kind).to.equal('invalid');
    });
  });

  describe('notices', () => {
    const signed = (body: string, at: number, secret: string = keys.webhookSecret) => {
      const seconds = Math.floor(at / 1000);
      const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      return { headers: { 'x-sandbox-signature': `t=${seconds},v1=${digest}` }, body };
    };
    const data = { id: 'tr_1', status: 'paid' };
    const body = JSON.stringify({ id: 'nt_1', type: 'transaction.updated', data });

    const refusal = (request: NoticeRequest): string => {
      try {
        provider.readNotice?.(request);
        return 'accepted';
      } catch (error) {
        return error instanceof ProviderFailure ? error.kind : 'another error';
      }
    };

    it('are read when signed by the sandbox within five minutes', () => {
      expect(provider.readNotice?.(signed(body, Date.now() - 290_000))).to.deep.equal({
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
      expect(provider.readNotice?.(signed(other, Date.now()))).to.equal(undefined);
    });

    it('come again under the same id until they are accepted', async () => {
      const troubled = await startWebhookReceiver();
      troubled.answerWith(500, 302);
      const { transactionId } = await create({ webhookUrl: troubled.url });
      await pay(transactionId);
      const deliveries = await troubled.received(transactionId, 3);
      await troubled.close();
      const ids = deliveries.map((delivery) => provider.readNotice?.(delivery)?.noticeId);
      expect(new Set(ids).size).to.equal(1);
    });

    it('come twice under the same id for transactions ending in 7', async () => {
      let transactionId = '';
      while (!transactionId.endsWith('7')) ({ transactionId } = await create());
      await pay(transactionId);
      const deliveries = await platform.received(transactionId, 2);
      const ids = deliveries.map((delivery) => provider.readNotice?.(delivery)?.noticeId);
      expect(new Set(ids).size).to.equal(1);
    });
  });
});
