import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Payment } from '#/domain/payment/state.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure, type ProviderFailureKind } from '#/domain/ports/provider-failure.ts';
import type { RefundRight } from '#/domain/ports/refund.ts';
import { refund } from '#/domain/refund/decider.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import {
  sampleCall,
  sampleNow as now,
  samplePayment,
  sampleWithdrawal,
} from '#/domain/testing/samples.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { askForRefund } from './refund-at-provider.ts';
import { translateTransaction } from './charge-answer.ts';
import { submitPayment } from './submit-payment.ts';

/** Requested in this epoch of the log, and not sent yet. */
const NEW = { attempt: null, origin: { at: now, epoch: 1 } };

const declining =
  (text: string | undefined, kind: ProviderFailureKind = 'invalid', mayHaveHappened = false) =>
  async (): Promise<never> => {
    throw new ProviderFailure(kind, 'scrubbed', { mayHaveHappened, text });
  };

const open = sampleWithdrawal;

const request = {
  platformId: 'demo',
  sellerId: 'seller-1',
  paymentId: 'p-1',
  provider: 'sandbox',
  transactionId: 'tx-1',
  currency: 'BRL' as const,
  amount: cents(9_700),
  at: now,
};

/** The text on record after a payout, a refund and a charge at the provider. */
const textsOnRecord = async (provider: Partial<PaymentProvider>) => {
  const ports = {
    ...portsTo(provider),
    open: async <Value>() =>
      ({ pixKey: 'ana@example.com', name: 'Ana Braga', document: '52998224725' }) as Value,
  };
  const paid = await sendWithdrawal('w-1', open, NEW, ports);
  const opened = withdrawal.decide(
    { type: 'RequestWithdrawal', withdrawal: open },
    withdrawal.initial,
  );
  const asked = await askForRefund('r-1', request, NEW, ports);
  const begun = refund.decide({ type: 'RequestProviderRefund', refund: request }, refund.initial);
  const state = paymentAfter({ type: 'PaymentRequested', data: samplePayment() });
  const buyer = {
    identity: { name: 'Bruno Caldas', document: '11144477735' },
    contact: { email: 'bruno@example.com' },
  };
  const charged = await submitPayment(
    'p-1',
    state,
    { buyer, isFirstOnRecord: true, attempt: sampleCall },
    ports,
  );
  const textIn = (events: readonly { readonly data: object }[]) =>
    events.map(({ data }) => ('text' in data ? data.text : undefined))[0];
  return {
    withdrawal: textIn(paid.flatMap((each) => withdrawal.decide(each, replay(withdrawal, opened)))),
    refund: textIn(asked.flatMap((each) => refund.decide(each, replay(refund, begun)))),
    charge: textIn(charged.flatMap((each) => payment.decide(each, state))),
  };
};

const textsWhenAllCallsFail = (call: () => Promise<never>) =>
  textsOnRecord({ withdraw: call, refund: call, createTransaction: call });

describe('Recorded text of a declined payout, refund or charge', () => {
  it('is the acquirer’s own text', async () => {
    const text = 'Houve um erro ao tentar realizar o saque: {"message":"Saldo insuficiente"}';
    const all = { withdrawal: text, refund: text, charge: text };
    expect(await textsWhenAllCallsFail(declining(text))).to.deep.equal(all);
  });

  it('omits documents, e-mails, the seller’s name in payouts and the buyer’s name in charges', async () => {
    const reported = await textsWhenAllCallsFail(
      declining(
        'chave ana@example.com de Ana Braga (529.982.247-25), pagador Bruno CALDAS 11144477735',
      ),
    );
    for (const text of [reported.withdrawal, reported.charge])
      expect(String(text)).to.not.match(/ana@|52998224725|529\.982|11144477735/);
    expect(reported.withdrawal).to.not.match(/Ana|Braga/);
    expect(reported.charge).to.not.match(/Bruno|CALDAS/);
  });

  it('is the specification’s text when the acquirer gives none (acquirers.120)', async () => {
    expect(await textsWhenAllCallsFail(declining(undefined))).to.deep.equal({
      withdrawal: 'Error on withdraw',
      refund: 'Erro ao aprovar o reembolso.',
      charge: 'Erro ao criar transação',
    });
  });

  it('says “not implemented” when the acquirer lacks the operation', async () => {
    expect(await textsOnRecord({})).to.deep.equal({
      withdrawal: 'Not implemented yet.',
      refund: 'Not implemented yet.',
      charge: 'Method not implemented.',
    });
  });

  it('is absent while a payout or charge may have happened; a refund keeps the acquirer’s text', async () => {
    const broken = declining('Internal server error', 'unavailable', true);
    expect(await textsWhenAllCallsFail(broken)).to.deep.equal({
      withdrawal: undefined,
      refund: 'Internal server error',
      charge: undefined,
    });
  });

  it('is the specification’s text when the acquirer’s answer declines a payout or refund', async () => {
    const answered = await textsOnRecord({
      withdraw: async ({ amount }) => ({ withdrawId: 'po-1', status: 'REJECTED', amount }),
      refund: async ({ refundId }) => ({ refundId, status: false }),
    });
    expect(answered.withdrawal).to.equal('Error on withdraw');
    expect(answered.refund).to.equal('Erro ao aprovar o reembolso.');
  });
});

describe('Recorded reason of a charge that the acquirer’s answer declines', () => {
  const reasonFor = async (refusal: string) => {
    const charge = {
      paymentId: 'p-1',
      payment: paymentAfter({ type: 'PaymentRequested', data: samplePayment() }),
      noticeId: 'n-1',
      now,
    };
    const answer = { transactionId: 'tx-1', amount: samplePayment().amount, refusal } as const;
    const declined = { ...answer, paymentMethod: 'PIX', status: 'REJECTED' } as const;
    const commands = await translateTransaction(declined, charge, portsTo({}, now));
    return commands.flatMap((each) => (each.type === 'RecordProviderStatus' ? each.cause : []));
  };

  it('is the acquirer’s code', async () => {
    for (const code of ['51', 'insufficient_funds', 'LR-05'])
      expect(await reasonFor(code)).to.deep.equal([code]);
  });

  it('is not given where the acquirer gives a phrase or a number that may name the buyer', async () => {
    for (const phrase of ['Cartão de BRUNO CALDAS recusado', '11144477735', 'bruno@example.com'])
      expect(await reasonFor(phrase)).to.deep.equal([null]);
  });
});

describe('Refund accepted by the acquirer but not done', () => {
  it('is recorded once as accepted with its outcome still unknown, neither settled nor failed', async () => {
    const ports = portsTo({
      refund: async ({ refundId }) => ({ refundId, status: false, isAccepted: true }),
    });
    const [command] = await askForRefund('r-1', request, NEW, ports);
    expect(command).to.include({ type: 'RecordUnanswered', failure: 'taken-in' });
    const begun = refund.decide({ type: 'RequestProviderRefund', refund: request }, refund.initial);
    const timeout = { type: 'RecordUnanswered', failure: 'timeout', now } as const;
    const state = replay(refund, begun);
    const afterTimeout = replay(refund, refund.decide(timeout, state), state);
    if (!command || afterTimeout.status === 'NONE') throw new Error('no refund');
    const recorded = refund.decide(command, afterTimeout);
    expect(recorded.map(({ type }) => type)).to.deep.equal(['RefundUnanswered']);
    const afterAcceptance = replay(refund, recorded, afterTimeout);
    expect(afterAcceptance).to.include({ status: 'UNANSWERED', isAccepted: true });
    expect(refund.decide(command, afterAcceptance)).to.deep.equal([]);
  });
});

describe('Refund rights of a payment', () => {
  const requested = paymentAfter({ type: 'PaymentRequested', data: samplePayment() });
  const approval = {
    paymentMethod: 'PIX',
    transactionId: 'tx-1',
    status: 'APPROVED',
    amount: samplePayment().amount,
  } as const;
  let approved: Payment = requested;

  before(async () => {
    const charge = { paymentId: 'p-1', payment: requested, noticeId: 'n-1', now };
    const commands = await translateTransaction(approval, charge, portsTo({}, now));
    approved = commands.reduce<Payment>(
      (state, command) => replay(payment, payment.decide(command, state), state),
      requested,
    );
  });

  const ask = (amount: number, right: RefundRight = 'ONLY_WHOLE') =>
    payment.decide(
      {
        type: 'RequestRefund',
        refundId: 'r-1',
        amount: cents(amount),
        right,
        note: 'Comprador desistiu',
        now,
      },
      approved,
    );

  it('rejects a partial refund where only the whole amount can be refunded', () => {
    const { amount } = samplePayment();
    expect(() => ask(amount - 1)).to.throw('refund/partial-not-offered');
    expect(() => ask(1)).to.throw('refund/partial-not-offered');
    expect(ask(amount)).to.have.length(1);
  });

  it('rejects every refund where the acquirer offers none', () => {
    const { amount } = samplePayment();
    expect(() => ask(amount, 'NEVER')).to.throw('refund/not-offered');
    expect(() => ask(1, 'NEVER')).to.throw('refund/not-offered');
    expect(ask(1, 'ANY_AMOUNT')).to.have.length(1);
  });
});
