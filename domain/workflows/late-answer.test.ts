import { expect } from 'chai';
import type { LastAttempt } from '#/domain/acquiring/call-attempt.ts';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { paymentAfter, portsTo, recordedBy, statusAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { REGISTRATION, registrationWorld } from '#/domain/testing/registrations.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Payment, RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { readBackPayment } from './read-back.ts';
import { submitPayment } from './submit-payment.ts';
import { attempted, begun, FIRST, SECOND } from '#/domain/testing/two-calls.ts';

const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

const paymentOf = (state: Payment): RequestedPayment => {
  if (state.status === 'NONE') throw new Error('nothing was requested');
  return state;
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
    const NEW = { attempt: null, origin: { at: now, epoch: 1 } };
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
    const attempt = { ...begun(FIRST, null, 0), deadline: first.deadline };
    const late = await submitPayment(
      'p-1',
      paymentAfter(...calledOnce),
      { buyer, isFirstOnRecord: true, attempt },
      portsTo(rejecting, now),
    );
    expect(statusAfter(paymentAfter(...calledOnce), late)).to.equal('REJECTED');
    const calledTwice = paymentAfter(...calledOnce, { type: 'ChargeAttempted', data: second });
    expect(statusAfter(calledTwice, late)).to.equal('PENDING');
  });
});

describe('A call that is answered with the acquirer’s id after another call was made', () => {
  for (const status of ['REJECTED', 'CANCELED', 'PENDING'] as const) {
    it(`leaves a payment with the charge whose code its buyer sees, if the charge of the other call is ${status}`, async () => {
      const first = attempted(null, begun(FIRST, null, 0));
      const second = attempted(first, begun(SECOND, FIRST, 60));
      const transaction = (transactionId: string, transactionStatus: PaymentStatus) =>
        ({
          paymentMethod: 'PIX',
          transactionId,
          status: transactionStatus,
          amount: cents(9_700),
        }) as const;
      let state = paymentAfter(
        { type: 'PaymentRequested', data: samplePayment() },
        { type: 'ChargeAttempted', data: first },
      );
      const answered = (attempt: LastAttempt, result: ReturnType<typeof transaction>) =>
        submitPayment(
          'p-1',
          state,
          { buyer, isFirstOnRecord: attempt === first, attempt },
          portsTo({ createTransaction: async () => result }, now),
        );
      const tell = (commands: readonly PaymentCommand[]): void => {
        for (const command of commands)
          state = paymentOf(replay(payment, payment.decide(command, state), state));
      };
      const late = await answered(first, transaction('tx-1', status));
      state = paymentOf(replay(payment, [{ type: 'ChargeAttempted', data: second }], state));
      tell(late);
      tell(await answered(second, transaction('tx-2', 'PENDING')));
      const getTransaction = async ({ transactionId }: { readonly transactionId: string }) =>
        transaction(transactionId, transactionId === 'tx-1' ? status : 'APPROVED');
      const ports = portsTo({ getTransaction }, addSeconds(now, 70));
      tell(await readBackPayment('p-1', state, 'read-back', ports));
      expect([state.transactionId, state.status]).to.deep.equal(['tx-2', 'APPROVED']);
    });
  }

  it('registers the receiver of the call that was made last', async () => {
    const about = { platformId: 'demo', sellerId: 'seller-1', provider: 'iugu' } as const;
    const registration = { ...about, registrationId: REGISTRATION, now } as const;
    const world = registrationWorld({
      createReceiver: async ({ attempt: first }) => {
        const next = begun(SECOND, first?.attemptId ?? null, 7_200);
        world.tell({ ...registration, type: 'BeginRegistration', ...next });
        return { providerReceiverId: 're-1', status: 'REJECTED' };
      },
    });
    expect(await world.react()).to.deep.equal([]);
    const answer = { ...registration, attemptId: SECOND, status: 'ACTIVE' } as const;
    world.tell({ ...answer, type: 'RecordRegistered', providerReceiverId: 're-2' });
    expect(world.registration()).to.include({ status: 'ACTIVE', providerReceiverId: 're-2' });
  });
});
