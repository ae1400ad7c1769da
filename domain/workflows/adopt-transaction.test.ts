import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { charge, choice, expiresAt, acquirerWith, lostPix } from '#/domain/testing/lost-pix.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment, sampleMeans } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { adoptTransaction } from './adopt-transaction.ts';
import type { Ports } from './reaction.ts';

const requested: PaymentEvent = {
  type: 'PaymentRequested',
  data: samplePayment({ method: 'CREDIT_CARD', expiresAt: null }),
};
const unanswered: PaymentEvent = {
  type: 'PaymentSubmissionUnanswered',
  data: { failure: 'unavailable', at: now },
};
const submittedAs = (transactionId: string): PaymentEvent => ({
  type: 'PaymentSubmitted',
  data: {
    transactionId,
    ...sampleMeans,
    at: now,
  },
});

const stateOf = (...events: readonly PaymentEvent[]): RequestedPayment => {
  const state = replay(payment, events);
  if (state.status === 'NONE') throw new Error('no payment');
  return state;
};

const unansweredPayment = stateOf(requested, unanswered);

const paid: TransactionResult = {
  paymentMethod: 'CREDIT_CARD',
  transactionId: 'tx-9',
  orderId: 'p-1',
  status: 'APPROVED',
  amount: cents(9_700),
};

const portsOf = (getTransaction: PaymentProvider['getTransaction']): Ports => ({
  providers: async () => ({
    id: 'sandbox',
    label: 'Sandbox',
    paymentMethods: ['CREDIT_CARD'],
    withdrawMethods: [],
    ...(getTransaction && { getTransaction }),
  }),
  open: async () => undefined,
  files: memoryFiles().storage,
  ...withoutReceivers,
  secretName: (text) => text,
  digest: (text) => text,
  webhookUrl: () => 'http://127.0.0.1:9',
  now: () => now,
});

/** The provider does not repeat our reference. */
const { orderId: _, ...paidWithoutOrderId } = paid;

/** The outcome of a notice that names p-1 and tx-9, for which the provider answers `result`. */
const adopt = (
  result: TransactionResult | undefined,
  { isAuthentic = false, state = unansweredPayment } = {},
) =>
  adoptTransaction(
    'p-1',
    state,
    { provider: 'sandbox', claimed: { transactionId: 'tx-9', isAuthentic }, noticeId: 'n-1' },
    portsOf(async () => result),
  );

const stateAfter = (
  state: RequestedPayment,
  commands: Awaited<ReturnType<typeof adoptTransaction>>,
): RequestedPayment => {
  if (typeof commands === 'string') throw new Error(commands);
  const end = commands.reduce<ReturnType<typeof payment.evolve>>(
    (before, command) => replay(payment, payment.decide(command, before), before),
    state,
  );
  if (end.status === 'NONE') throw new Error('no payment');
  return end;
};

describe('Adopting a transaction after a lost answer', () => {
  it('adopts the transaction of a notice when the provider confirms that it belongs to the payment', async () => {
    const { status, transactionId } = stateAfter(unansweredPayment, await adopt(paid));
    expect({ status, transactionId }).to.deep.equal({ status: 'APPROVED', transactionId: 'tx-9' });
  });

  it('adopts a transaction without our reference only if the notice is authentic', async () => {
    expect(await adopt(paidWithoutOrderId)).to.equal('foreign');
    const { status } = stateAfter(
      unansweredPayment,
      await adopt(paidWithoutOrderId, { isAuthentic: true }),
    );
    expect(status).to.equal('APPROVED');
  });

  it('adopts one by the secret of a former account only if the payment was charged there, or the acquirer confirms it there', async () => {
    const attempt = {
      attemptId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
      ordinal: 1,
      provider: 'sandbox',
      epoch: 1,
      merchantAccount: 'second',
      deadline: now,
      at: now,
    };
    const routed = samplePayment({ method: 'CREDIT_CARD', expiresAt: null, choice });
    const charged = stateOf(
      { type: 'PaymentRequested', data: routed },
      { type: 'ChargeAttempted', data: attempt },
      unanswered,
    );
    const asked: unknown[] = [];
    const adoptBy = (formerAccount: string, result: TransactionResult) => {
      const claimed = { transactionId: 'tx-9', isAuthentic: false, formerAccount };
      const ports = portsOf(async () => result);
      const claim = { provider: 'sandbox', claimed, noticeId: 'n-1' };
      return adoptTransaction('p-1', charged, claim, {
        ...ports,
        providers: async (id, platformId, use) => {
          const merchantAccount = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
          asked.push(merchantAccount);
          return { ...(await ports.providers(id, platformId)), merchantAccount };
        },
      });
    };
    const own = stateAfter(charged, await adoptBy('second', paidWithoutOrderId));
    expect(own).to.include({ status: 'APPROVED', transactionId: 'tx-9' });
    expect(await adoptBy('first', paidWithoutOrderId)).to.equal('foreign');
    const confirmed = stateAfter(charged, await adoptBy('first', paid));
    expect(confirmed).to.include({ status: 'APPROVED', merchantAccount: 'first' });
    expect(asked).to.deep.equal(['second', 'first', 'first']);
  });

  it('rejects a transaction of another method, id or payment, even from an authentic notice', async () => {
    for (const isAuthentic of [false, true]) {
      for (const difference of [
        { amount: null },
        { paymentMethod: 'PIX' },
        { transactionId: 'tx-8' },
        { orderId: 'p-2' },
      ] as const) {
        expect(
          await adopt({ ...paid, ...difference }, { isAuthentic }),
          JSON.stringify(difference),
        ).to.equal('foreign');
      }
    }
  });

  it('leaves a notice unanswered about a transaction that the acquirer does not show yet, so that it is asked again', async () => {
    expect(await adopt(undefined, { isAuthentic: true })).to.equal('unanswered');
    expect(await adopt(undefined)).to.equal('unanswered');
  });

  it('rejects a transaction of another amount that does not repeat our reference', async () => {
    const other = { ...paidWithoutOrderId, amount: cents(9_500) };
    expect(await adopt(other, { isAuthentic: true })).to.equal('foreign');
  });

  it('leaves to staff the money that came in for this order in another amount', async () => {
    const after = stateAfter(unansweredPayment, await adopt({ ...paid, amount: cents(9_500) }));
    expect(after).to.include({ status: 'PENDING', transactionId: null });
    expect(after.mismatches['tx-9']).to.deep.include({ differs: ['AMOUNT'], unapplied: 9_500 });
  });

  it('leaves a second transaction of this order to staff, by whatever method, once it is paid', async () => {
    const submitted = stateOf(requested, submittedAs('tx-1'));
    expect(await adopt(paidWithoutOrderId, { isAuthentic: true, state: submitted })).to.equal(
      'foreign',
    );
    expect(await adopt({ ...paid, status: 'PENDING' }, { state: submitted })).to.equal('unpaid');
    for (const paymentMethod of ['CREDIT_CARD', 'PIX'] as const) {
      const after = stateAfter(
        submitted,
        await adopt({ ...paid, paymentMethod }, { state: submitted }),
      );
      expect(after).to.include({ status: 'PENDING', transactionId: 'tx-1' });
      expect(after.mismatches['tx-9']).to.deep.include({
        differs: ['TRANSACTION'],
        unapplied: 9_700,
      });
    }
  });

  it('leaves the transaction to staff when the charge’s own answer has meanwhile named another', async () => {
    const commands = await adopt(paid);
    const { status, transactionId, mismatches } = stateAfter(
      stateOf(requested, submittedAs('tx-1')),
      commands,
    );
    expect({ status, transactionId }).to.deep.equal({ status: 'PENDING', transactionId: 'tx-1' });
    expect(mismatches['tx-9']).to.deep.include({ differs: ['TRANSACTION'], unapplied: 9_700 });
  });

  it('leaves a notice unanswered, and does not ask the acquirer, while the clock is wrong', async () => {
    const claimed = { transactionId: 'tx-9', isAuthentic: true };
    const asked: string[] = [];
    const getTransaction: PaymentProvider['getTransaction'] = async ({ transactionId }) => {
      asked.push(transactionId);
      return paid;
    };
    const ports = { ...portsOf(getTransaction), isClockTrue: () => false };
    expect(
      await adoptTransaction(
        'p-1',
        unansweredPayment,
        { provider: 'sandbox', claimed, noticeId: 'n-1' },
        ports,
      ),
    ).to.equal('unanswered');
    expect(asked).to.deep.equal([]);
  });

  it('dates an approval by when it asked, not by a clock that was set while the provider answered', async () => {
    const claimed = { transactionId: 'tx-9', isAuthentic: true };
    let at: string = now;
    const getTransaction = async () => {
      at = '2026-09-20T15:00:00.000Z';
      return paid;
    };
    const ports = { ...portsOf(getTransaction), now: () => at };
    const commands = await adoptTransaction(
      'p-1',
      unansweredPayment,
      { provider: 'sandbox', claimed, noticeId: 'n-1' },
      ports,
    );
    expect(stateAfter(unansweredPayment, commands).approved?.at).to.equal(now);
  });

  it('stays unanswered while the provider times out or cannot be queried', async () => {
    const claimed = { transactionId: 'tx-9', isAuthentic: true };
    const notice = { provider: 'sandbox', claimed, noticeId: 'n-1' };
    const timedOut = portsOf(async () => {
      throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: false });
    });
    expect(await adoptTransaction('p-1', unansweredPayment, notice, timedOut)).to.equal(
      'unanswered',
    );
    expect(await adoptTransaction('p-1', unansweredPayment, notice, portsOf(undefined))).to.equal(
      'unanswered',
    );
  });
});

describe('A lost PIX that has moved to the acquirer that has its code', () => {
  it('is not ended by an unknown status word when a notice leads to the look-up', async () => {
    const payable = charge({ status: 'PENDING', expiresAt: addSeconds(expiresAt, 86_400) });
    const lost = lostPix({ pagarme: acquirerWith(payable) });
    lost.record(await lost.ask());
    expect(lost.state()).to.include({
      status: 'PENDING',
      provider: 'pagarme',
      transactionId: null,
    });
    // The buyer pays the charge. Most adapters translate an unknown word as REJECTED.
    lost.all['pagarme'] = acquirerWith(charge({ status: 'REJECTED', unknownStatus: 'LIQUIDADA' }));
    const claimed = { transactionId: 'tx-1', isAuthentic: true };
    const notice = { provider: 'pagarme', claimed, noticeId: 'n-1' };
    const commands = await adoptTransaction('p-1', lost.state(), notice, lost.ports);
    lost.record(typeof commands === 'string' ? expect.fail(commands) : commands);
    expect(lost.state()).to.include({ status: 'PENDING', transactionId: 'tx-1' });
    lost.all['pagarme'] = acquirerWith(charge());
    await lost.readBack();
    expect(lost.state().status).to.equal('APPROVED');
  });
});
