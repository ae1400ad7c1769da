import { expect } from 'chai';
import { cents } from '#/domain/money.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { paymentAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { PaymentCommand } from './commands.ts';
import { payment } from './decider.ts';
import { besideRefund } from './refunds.ts';

const { facts } = specify(payment);

const refund = (refundId: string, amount: number): PaymentCommand => ({
  type: 'RequestRefund',
  refundId,
  amount: cents(amount),
  note: 'pedido do comprador',
  now,
});

describe('A payment with several refunds', () => {
  const beside = (refundId: string, ...commands: readonly PaymentCommand[]) => {
    const made: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
    const asked = [refund('r-1', 500), made, refund('r-2', 500), refund('r-3', 700)];
    const history = facts(request, submitted(), said('APPROVED'), ...asked, ...commands);
    return besideRefund(paymentAfter(...history), refundId);
  };

  it('knows what has gone back, or may have, besides an open one', () => {
    expect(beside('r-2')).to.deep.equal({ gone: 500, underWay: 700, isAllGone: false });
    const failed: PaymentCommand = { type: 'FailRefund', refundId: 'r-3', cause: 'refused', now };
    expect(beside('r-2', failed)).to.deep.equal({ gone: 500, underWay: 0, isAllGone: false });
  });

  it('knows that a chargeback has taken all that was left', () => {
    expect(beside('r-2', said('CHARGEBACK'))).to.include({ gone: 9_700, isAllGone: true });
  });
});
