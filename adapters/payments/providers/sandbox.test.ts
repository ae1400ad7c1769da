import { expect } from 'chai';
import fc from 'fast-check';

import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { sandboxKeys, startSandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import type { SandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import { parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import { addBusinessDays } from '#/domain/brazil/calendar.ts';
import { cents } from '#/domain/values/money.ts';
import { dayOf } from '#/domain/values/time.ts';

import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { sandbox } from './sandbox.ts';

const today = (): string => dayOf(new Date().toISOString());

describe('Sandbox charges', () => {
  let world: SandboxWorld;

  before(async () => {
    world = await startSandboxWorld();
  });
  after(() => world.close());

  describe('PIX', () => {
    it('returns a BR Code of the amount and the requested expiry', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const result = await world.create({ expiresAt });
      expect(result).to.include({ paymentMethod: 'PIX', status: 'PENDING', amount: 9_700 });
      expect(result.expiresAt).to.equal(expiresAt);
      const parsed = parseBrCode(result.pixCode ?? '');
      expect(parsed.ok && parsed.fields).to.include({ amount: 9_700, reusable: false });
    });

    it('returns a valid BR Code for any amount', async () => {
      const amounts = fc.integer({ min: 1, max: 9_999_999_999 }).map(cents);
      await fc.assert(
        fc.asyncProperty(amounts, async (amount) => {
          const { pixCode = '' } = await world.create({ amount });
          const parsed = parseBrCode(pixCode);
          expect(parsed.ok && parsed.fields.amount).to.equal(amount);
        }),
        { numRuns: 50 },
      );
    });

    it('sends a notice when the charge is paid, and then shows its end-to-end id', async () => {
      const { transactionId } = await world.create();
      expect(await world.pay(transactionId)).to.equal(200);
      expect(await world.pay(transactionId)).to.equal(200);
      const [delivery] = await world.webhookReceiver.received(transactionId, 1);
      const notice = await world.firstNoticeOf(delivery);
      expect(notice).to.include({ type: 'TRANSACTION', transactionId, status: 'APPROVED' });
      const paid = await world.provider.getTransaction({ transactionId });
      expect(paid).to.include({ status: 'APPROVED' });
      expect(paid?.endToEndId).to.match(/^E99999999\d{12}[0-9a-f]{11}$/);
    });

    it('cancels an expired charge, sends a notice, and refuses its payment', async () => {
      const expiresAt = new Date(Date.now() + 50).toISOString();
      const { transactionId } = await world.create({ expiresAt });
      const [delivery] = await world.webhookReceiver.received(transactionId, 1);
      expect(await world.firstNoticeOf(delivery)).to.include({ status: 'CANCELED' });
      expect(await world.pay(transactionId)).to.equal(409);
    });

    it('cancels a charge at once on a request to expire it', async () => {
      const { transactionId } = await world.create();
      await world.expire(transactionId);
      expect(await world.provider.getTransaction({ transactionId })).to.include({
        status: 'CANCELED',
      });
    });
  });

  describe('Boleto', () => {
    it('returns a valid boleto line of the amount, due in three business days, and a page', async () => {
      const result = await world.create({ paymentMethod: 'BILLET' });
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

    it('returns a valid boleto line for any amount', async () => {
      const amounts = fc.integer({ min: 1, max: 9_999_999_999 }).map(cents);
      await fc.assert(
        fc.asyncProperty(amounts, async (amount) => {
          const { billetCode = '' } = await world.create({ paymentMethod: 'BILLET', amount });
          const parsed = parseBoletoLine(billetCode, today());
          expect(parsed.ok && parsed.fields.amount).to.equal(amount);
        }),
        { numRuns: 50 },
      );
    });

    it('escapes HTML in the buyer’s name on the boleto page', async () => {
      const customer = { ...world.sampleRequest().customer, name: '<script>alert(1)</script>' };
      const { billetUrl = '' } = await world.create({ paymentMethod: 'BILLET', customer });
      expect(await (await fetch(billetUrl)).text()).not.to.include('<script>');
    });
  });

  describe('Card', () => {
    const byCard = async (number: string) =>
      world.create({
        paymentMethod: 'CREDIT_CARD',
        cardToken: await world.cardToken(number),
        installments: 3,
      });

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

    it('approves a card ending in 0010 without replying, and shows the charge when looked up', async () => {
      const cardToken = await world.cardToken('4000000000000010');
      const request = world.sampleRequest({ paymentMethod: 'CREDIT_CARD', cardToken });
      const failure = await failureOf(world.provider.createTransaction(request));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: true });
      const transaction = await world.provider.findTransaction({ orderId: request.orderId });
      expect(transaction).to.include({ status: 'APPROVED', cardLastDigits: '0010' });
      const repeated = await world.provider.createTransaction(request);
      expect(repeated.transactionId).to.equal(transaction?.transactionId);
    });

    it('rejects the second use of a card token', async () => {
      const cardToken = await world.cardToken('4111111111111111');
      await world.create({ paymentMethod: 'CREDIT_CARD', cardToken });
      const second = world.create({ paymentMethod: 'CREDIT_CARD', cardToken });
      expect(await failureOf(second)).to.include({ kind: 'invalid', mayHaveHappened: false });
    });

    it('rejects a card charge without a token', async () => {
      const failure = await failureOf(world.create({ paymentMethod: 'CREDIT_CARD' }));
      expect(failure).to.include({ kind: 'invalid' });
      expect(failure.message).to.include('card_token_required');
    });
  });

  describe('Idempotency', () => {
    it('repeats the first reply for a repeated order', async () => {
      const request = world.sampleRequest();
      const first = await world.provider.createTransaction(request);
      await world.pay(first.transactionId);
      const second = await world.provider.createTransaction(request);
      expect(second).to.deep.equal(first);
    });

    it('creates one transaction for twenty concurrent requests of the same order', async () => {
      const request = world.sampleRequest();
      const results = await Promise.all(
        Array.from({ length: 20 }, () => world.provider.createTransaction(request)),
      );
      expect(new Set(results.map((result) => result.transactionId)).size).to.equal(1);
    });

    it('rejects the same order with another amount', async () => {
      const request = world.sampleRequest();
      await world.provider.createTransaction(request);
      const other = world.provider.createTransaction({ ...request, amount: cents(1) });
      expect((await failureOf(other)).message).to.include('idempotency_key_reused');
    });
  });

  it('returns undefined for unknown transactions, refunds and payouts', async () => {
    const none = { transactionId: 'none', refundId: 'none', amount: cents(1) };
    expect(await world.provider.getTransaction({ transactionId: 'none' })).to.equal(undefined);
    expect(await world.provider.findTransaction({ orderId: 'none' })).to.equal(undefined);
    expect(await world.provider.getRefund(none)).to.equal(undefined);
    expect(await world.provider.findWithdraw({ withdrawReference: 'none' })).to.equal(undefined);
  });

  it('rejects a wrong secret key', async () => {
    const account = { ...sandboxKeys, baseUrl: world.url, secretKey: 'sk_wrong' };
    const withWrongKey = openHere(sandbox, account);
    const failure = await failureOf(withWrongKey.createTransaction?.(world.sampleRequest()));
    expect(failure).to.include({ kind: 'unauthorized', mayHaveHappened: false });
  });
});
