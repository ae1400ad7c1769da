import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { said, submitted } from '#/domain/testing/payment-commands.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { adoptTransaction } from './adopt-transaction.ts';
import { readBackPayment } from './read-back.ts';
import { beginCharge as begin, FIRST, SECOND } from '#/domain/testing/two-calls.ts';

const { given, facts } = specify(payment);

const request: PaymentCommand = { type: 'RequestPayment', payment: samplePayment() };
const calledOnce = facts(request, begin(FIRST, null, 0), {
  type: 'RecordUnanswered',
  provider: 'sandbox',
  attemptId: FIRST,
  failure: 'unavailable',
  now,
});

/** The commands of a look-up two minutes after the purchase. */
const lookUp = async (
  history: readonly PaymentEvent[],
  provider: Partial<PaymentProvider>,
): Promise<readonly PaymentCommand[]> =>
  readBackPayment(
    'p-1',
    paymentAfter(...history),
    'read-back',
    portsTo(provider, addSeconds(now, 121)),
  );

const pixCharge = { paymentMethod: 'PIX', transactionId: 'tx-1', amount: cents(9_700) } as const;

/** The claim of a notice about the charge. */
const noticeOfCharge = {
  provider: 'sandbox',
  claimed: { transactionId: 'tx-1', isAuthentic: true },
  noticeId: 'n-1',
} as const;

describe('An acquirer’s answer about a charge, if another call was made while it was asked', () => {
  it('calls off no PIX whose code the buyer has from that call', async () => {
    const late = await lookUp(calledOnce, { findTransaction: async () => undefined });
    given(...calledOnce)
      .when(...late)
      .yields('PaymentCanceled');
    given(...calledOnce)
      .when(begin(SECOND, FIRST, 119), ...late)
      .yields('ChargeAttempted');
  });

  it('calls off no PIX either when no call was on record when it was asked', async () => {
    const uncalled = facts(request);
    const late = await lookUp(uncalled, { findTransaction: async () => undefined });
    given(...uncalled)
      .when(...late)
      .yields('PaymentCanceled');
    given(...uncalled)
      .when(begin(FIRST, null, 119), ...late)
      .yields('ChargeAttempted');
  });

  for (const status of ['PENDING', 'REJECTED', 'CANCELED'] as const) {
    it(`neither shows an older code nor ends the payment by ${status}`, async () => {
      const late = await lookUp(calledOnce, {
        findTransaction: async () => ({ ...pixCharge, status }),
      });
      given(...calledOnce)
        .when(begin(SECOND, FIRST, 119), ...late)
        .yields('ChargeAttempted');
    });
  }

  it('counts all the same when it states that the charge was paid', async () => {
    const late = await lookUp(calledOnce, {
      findTransaction: async () => ({ ...pixCharge, status: 'APPROVED' }),
    });
    given(...calledOnce)
      .when(begin(SECOND, FIRST, 119), ...late)
      .yields('ChargeAttempted', 'PaymentSubmitted', 'PaymentApproved');
  });

  it('gives the payment no older transaction because of a notice', async () => {
    const late = await adoptTransaction(
      'p-1',
      paymentAfter(...calledOnce),
      noticeOfCharge,
      portsTo({ getTransaction: async () => ({ ...pixCharge, status: 'PENDING' }) }, now),
    );
    if (typeof late === 'string') return expect.fail(late);
    given(...calledOnce)
      .when(begin(SECOND, FIRST, 119), ...late)
      .yields('ChargeAttempted');
    return undefined;
  });
});

describe('An acquirer’s answer about a charge, if the charge of the same call came on record while it was asked', () => {
  const charged = { ...pixCharge, status: 'PENDING', pixCode: '000201' } as const;
  const absent = { findTransaction: async () => undefined };

  it('calls off no PIX whose code a notice has shown', async () => {
    const late = await lookUp(calledOnce, absent);
    const adopted = await adoptTransaction(
      'p-1',
      paymentAfter(...calledOnce),
      noticeOfCharge,
      portsTo({ getTransaction: async () => charged }, now),
    );
    if (typeof adopted === 'string') return expect.fail(adopted);
    given(...calledOnce)
      .when(...adopted, ...late)
      .yields('PaymentSubmitted');
    return undefined;
  });

  it('calls off no PIX whose code the answer to its call brought, and contradicts no payment', async () => {
    const uncertain = facts(request, begin(FIRST, null, 0));
    const late = await lookUp(uncertain, absent);
    given(...uncertain)
      .when(submitted(), ...late)
      .yields('PaymentSubmitted');
    given(...uncertain)
      .when(submitted(), said('APPROVED'), ...late)
      .yields('PaymentSubmitted', 'PaymentApproved');
  });

  it('calls off no payment as expired that was paid or rejected while the acquirer was asked', async () => {
    const due = samplePayment({ expiresAt: addSeconds(now, 60) });
    const unpaid = facts({ type: 'RequestPayment', payment: due }, submitted());
    const late = await readBackPayment(
      'p-1',
      paymentAfter(...unpaid),
      'read-back',
      portsTo({ getTransaction: async () => charged }, addSeconds(now, 86_400 * 2)),
    );
    given(...unpaid)
      .when(...late)
      .yields('PaymentCanceled');
    given(...unpaid)
      .when(said('APPROVED'), ...late)
      .yields('PaymentApproved');
    given(...unpaid)
      .when(said('REJECTED'), ...late)
      .yields('PaymentRejected');
  });
});
