import { expect } from 'chai';
import { nextAttempt, type BeginAttempt, type LastAttempt } from '#/domain/call-attempt.ts';
import { replay } from '#/domain/decider.ts';
import { cents } from '#/domain/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { paymentAfter, portsTo, recordedBy, statusAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { addSeconds } from '#/domain/time.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { submitPayment } from './submit-payment.ts';

const FIRST = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
const SECOND = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22';

const begun = (attemptId: string, after: string | null, seconds: number): BeginAttempt => ({
  attemptId,
  after,
  epoch: 1,
  now: addSeconds(now, seconds),
});

const attempted = (last: LastAttempt | null, next: BeginAttempt): LastAttempt => {
  const attempt = nextAttempt(last, next, 'sandbox');
  if (!attempt) throw new Error('it is too early for a second call');
  return attempt;
};

const rejecting: Partial<PaymentProvider> = {
  withdraw: async ({ amount }) => ({ withdrawId: 'po-1', status: 'REJECTED', amount }),
  createTransaction: async () => ({
    paymentMethod: 'PIX',
    transactionId: 'tx-1',
    status: 'REJECTED',
    amount: cents(9_700),
  }),
};

describe('A call that is answered "rejected" after another call was made', () => {
  it('fails no payout, so that its seller does not get back what the other call may have paid', async () => {
    const NEW = { attempt: null, requested: { at: now, epoch: 1 } };
    let late: Awaited<ReturnType<typeof sendWithdrawal>> = [];
    const first = await recordedBy(
      async (ports) => {
        late = await sendWithdrawal('w-1', sampleWithdrawal, NEW, ports);
      },
      portsTo(rejecting, now),
    );
    const second = attempted(first, begun(SECOND, first.attemptId, 600));
    const calledTwice = replay(withdrawal, [
      { type: 'WithdrawalRequested', data: sampleWithdrawal },
      { type: 'WithdrawalAttempted', data: first },
      { type: 'WithdrawalAttempted', data: second },
    ]);
    expect(late.map(({ type }) => type)).to.deep.equal(['RecordFailed']);
    expect(late.flatMap((command) => withdrawal.decide(command, calledTwice))).to.deep.equal([]);
  });

  it('rejects no payment, so that its buyer may still pay by what the other call made', async () => {
    const first = attempted(null, begun(FIRST, null, 0));
    const second = attempted(first, begun(SECOND, FIRST, 600));
    const calledOnce = [
      { type: 'PaymentRequested', data: samplePayment() },
      { type: 'ChargeAttempted', data: first },
    ] as const;
    const buyer = {
      identity: { name: 'Ana', document: '52998224725' },
      contact: { email: 'ana@example.com' },
    };
    const attempt = { ...begun(FIRST, null, 0), deadline: first.deadline };
    const late = await submitPayment(
      'p-1',
      paymentAfter(...calledOnce),
      { buyer, isFirstTry: true, attempt },
      portsTo(rejecting, now),
    );
    expect(statusAfter(paymentAfter(...calledOnce), late)).to.equal('REJECTED');
    const calledTwice = paymentAfter(...calledOnce, { type: 'ChargeAttempted', data: second });
    expect(statusAfter(calledTwice, late)).to.equal('PENDING');
  });
});
