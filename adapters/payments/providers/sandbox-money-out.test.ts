import { attempt } from '#/adapters/payments/evidence/samples.ts';
import { expect } from 'chai';

import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { startSandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import type { SandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';
import { cents } from '#/domain/values/money.ts';
import type { PixWithdrawRequest } from '#/domain/ports/payout.ts';

describe('Sandbox refunds and payouts', () => {
  let world: SandboxWorld;

  before(async () => {
    world = await startSandboxWorld();
  });
  after(() => world.close());

  describe('Refunds', () => {
    const paid = async (): Promise<string> => {
      const { transactionId } = await world.create();
      await world.pay(transactionId);
      return transactionId;
    };

    it('refunds a charge in parts up to the amount paid, and each part once', async () => {
      const transactionId = await paid();
      const part = { transactionId, refundId: `${transactionId}-1`, amount: cents(5_000), attempt };
      const rest = { transactionId, refundId: `${transactionId}-2`, amount: cents(4_700), attempt };
      const done = { refundId: part.refundId, status: true };
      expect(await world.provider.refund(part)).to.deep.equal(done);
      expect(await world.provider.refund(part)).to.deep.equal(done);
      expect(await world.provider.getRefund(part)).to.deep.equal(done);
      expect(await world.provider.getTransaction({ transactionId })).to.include({
        status: 'APPROVED',
      });
      await world.provider.refund(rest);
      expect(await world.provider.getTransaction({ transactionId })).to.include({
        status: 'REFUNDED',
      });
      const oneCentMore = {
        transactionId,
        refundId: `${transactionId}-3`,
        amount: cents(1),
        attempt,
      };
      const failure = await failureOf(world.provider.refund(oneCentMore));
      expect(failure).to.include({ kind: 'refused', mayHaveHappened: false });
    });

    it('refuses a refund above the amount paid, and a refund of an unpaid charge', async () => {
      const transactionId = await paid();
      const tooMuch = {
        transactionId,
        refundId: `${transactionId}-x`,
        amount: cents(9_701),
        attempt,
      };
      expect((await failureOf(world.provider.refund(tooMuch))).kind).to.equal('refused');
      const { transactionId: unpaid } = await world.create();
      const early = { transactionId: unpaid, refundId: 'early', amount: cents(1), attempt };
      expect((await failureOf(world.provider.refund(early))).kind).to.equal('refused');
    });
  });

  describe('Payouts', () => {
    let withdrawals = 0;

    const withdrawal = (overrides: Partial<PixWithdrawRequest>): PixWithdrawRequest => ({
      withdrawReference: `withdrawal-${(withdrawals += 1)}`,
      attempt,
      paymentMethod: 'PIX',
      amount: cents(12_345),
      pixKey: '529.982.247-25',
      pixType: 'CPF',
      document: '52998224725',
      name: 'Fulano de Tal',
      description: 'Saque',
      webhookUrl: world.webhookReceiver.url,
      ...overrides,
    });

    const settlementNoticeOf = async (request: PixWithdrawRequest) => {
      const [delivery] = await world.webhookReceiver.received(request.withdrawReference, 1);
      return world.firstNoticeOf(delivery);
    };

    it('accepts a payout, then pays it, sends a notice and shows its end-to-end id under the same id', async () => {
      const request = withdrawal({});
      const { withdrawReference } = request;
      const accepted = await world.provider.withdraw(request);
      expect(accepted).to.include({ status: 'PENDING', amount: 12_345 });
      expect(await settlementNoticeOf(request)).to.include({
        type: 'WITHDRAW',
        withdrawReference,
        status: 'APPROVED',
      });
      const settled = await world.provider.findWithdraw({ withdrawReference });
      expect(settled).to.include({ status: 'APPROVED' });
      // A second id would count as a second payout.
      expect(settled?.withdrawId).to.equal(accepted.withdrawId);
      expect(settled?.endToEndId).to.match(/^E99999999\d{12}[0-9a-f]{11}$/);
      expect(settled?.approvedAt).to.be.a('string');
    });

    it('reports a payout to a key that cannot be paid as rejected', async () => {
      const request = withdrawal({ pixType: 'EMAIL', pixKey: 'refused@example.com' });
      await world.provider.withdraw(request);
      expect(await settlementNoticeOf(request)).to.include({ status: 'REJECTED' });
    });

    it('pays out to a key that begins with "timeout" without replying', async () => {
      const request = withdrawal({ pixType: 'EMAIL', pixKey: 'timeout@example.com' });
      const failure = await failureOf(world.provider.withdraw(request));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: true });
      expect(await settlementNoticeOf(request)).to.include({ status: 'APPROVED' });
    });

    it('rejects a PIX key that does not match its type', async () => {
      const request = withdrawal({ pixType: 'PHONE' });
      expect((await failureOf(world.provider.withdraw(request))).kind).to.equal('invalid');
    });
  });
});
