import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { payment } from '#/domain/payment/decider.ts';
import { agreed, given, underpaid } from '#/domain/testing/payment-resolutions.ts';
import { paymentAfter } from '#/domain/testing/ports.ts';
import { receiptOf } from './receipts.ts';

describe('Money that staff let pay a sale', () => {
  it('moves the sale to the account into which it came, also at the same acquirer', () => {
    const sale = paymentAfter(...underpaid);
    const receipt = receiptOf(sale, 'tx-1');
    if (!receipt) return expect.fail();
    const there = { provider: sale.provider, merchantAccount: 'shop-2' };
    const mismatches = { 'tx-1': { ...receipt, there } };
    const { facts } = given(...underpaid)
      .when(...agreed('receipt tx-1', 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    const paid = replay(payment, facts, { ...sale, merchantAccount: 'shop-1', mismatches });
    expect(paid).to.deep.include({ ...there, transactionId: 'tx-1' });
  });
});
