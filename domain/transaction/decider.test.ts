import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { ReserveTransaction } from './commands.ts';
import { transaction } from './decider.ts';

const reservationFor = (paymentId: string): ReserveTransaction => ({
  type: 'ReserveTransaction',
  provider: 'sandbox',
  transactionId: 'tx-1',
  paymentId,
  now,
});

describe('Transaction of an acquirer', () => {
  it('stays with the first payment that it is reserved for', () => {
    const { state } = specify(transaction)
      .given()
      .when(reservationFor('p-1'), reservationFor('p-2'), reservationFor('p-1'))
      .yields('TransactionReserved');
    expect(state.paymentId).to.equal('p-1');
  });
});
