import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionRequest, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter as stateOf, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { sampleCall, sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import type { Ports } from './reaction.ts';
import { translateTransaction } from './charge-answer.ts';
import { submitPayment } from './submit-payment.ts';

const answer = (status: TransactionResult['status']): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  status,
  amount: cents(9_700),
});

const requested: PaymentEvent = { type: 'PaymentRequested', data: samplePayment() };
describe('submitPayment', () => {
  const buyer = {
    identity: { name: 'Ana', document: '52998224725' },
    contact: { email: 'ana@example.com' },
  };
  const charge = async (createTransaction: NonNullable<PaymentProvider['createTransaction']>) => {
    const state = stateOf(requested);
    const ports = portsTo({ createTransaction });
    return statusAfter(
      state,
      await submitPayment(
        'p-1',
        state,
        { buyer, isFirstOnRecord: true, attempt: sampleCall },
        ports,
      ),
    );
  };

  it('rejects a payment that the provider declines, and keeps it pending while the provider is unavailable', async () => {
    const failing = (kind: 'refused' | 'unavailable', mayHaveHappened: boolean) => async () => {
      throw new ProviderFailure(kind, kind, { mayHaveHappened });
    };
    expect(await charge(failing('refused', false))).to.equal('REJECTED');
    expect(await charge(failing('unavailable', true))).to.equal('PENDING');
    expect(await charge(failing('unavailable', false))).to.equal('PENDING');
    expect(await charge(async () => answer('APPROVED'))).to.equal('APPROVED');
  });

  it('dates a charge by when it was asked for, not by a clock that was set while the provider answered', async () => {
    let at: string = now;
    const createTransaction = async () => {
      at = '2026-09-20T15:00:00.000Z';
      return answer('APPROVED');
    };
    const ports = { ...portsTo({ createTransaction }), now: () => at };
    const submission = { buyer, isFirstOnRecord: true, attempt: sampleCall };
    const commands = await submitPayment('p-1', stateOf(requested), submission, ports);
    expect(commands.map((command) => 'now' in command && command.now)).to.deep.equal([now, now]);
  });
});

describe('Charge sent to the acquirer', () => {
  const sold = samplePayment({
    lines: [
      { kind: 'OFFER', id: 'offer-1', title: 'Caneca', amount: cents(9_700) },
      { kind: 'SHIPPING', id: 'frete', title: 'Grátis', amount: cents(0) },
    ],
  });
  const buyer = {
    identity: { name: 'Ana', document: '52998224725' },
    contact: { email: 'ana@example.com' },
    visit: { ip: '203.0.113.9', referer: 'https://loja.example/caneca' },
    fingerPrints: [{ provider: 'pagarme', value: 'session-1' }],
  };
  const sentCharge = async (acquirer: Partial<PaymentProvider>, part: object = buyer) => {
    let charge: TransactionRequest | undefined;
    const ports = portsTo({
      ...acquirer,
      createTransaction: async (request) => {
        charge = request;
        return answer('PENDING');
      },
    });
    const state = stateOf({ type: 'PaymentRequested', data: sold });
    const submission = { buyer: { ...buyer, ...part }, isFirstOnRecord: true, attempt: sampleCall };
    await submitPayment('p-1', state, submission, {
      ...ports,
      checkoutUrl: (offerId) => `https://razao.example/checkout/${offerId}`,
      seller: {
        documentOf: async (sellerId) => `document of ${sellerId}`,
        receiverTokenOf: async (sellerId, provider) => `token of ${sellerId} at ${provider}`,
      },
    });
    return charge;
  };

  it('names the seller, the checkout address, the buyer’s referrer and IP address and the device', async () => {
    expect(await sentCharge({})).to.deep.include({
      userId: sold.sellerId,
      userDocument: `document of ${sold.sellerId}`,
      checkoutUrl: `https://razao.example/checkout/${sold.offerId}`,
      referrerUrl: 'https://loja.example/caneca',
      customerIp: '203.0.113.9',
      fingerPrints: [{ provider: 'pagarme', value: 'session-1' }],
    });
  });

  it('contains the key of the seller’s own account only if the acquirer keeps such accounts', async () => {
    expect(await sentCharge({})).to.not.have.property('receiverToken');
    const createReceiver = async () => ({ providerReceiverId: '1', status: 'ACTIVE' as const });
    expect(await sentCharge({ createReceiver })).to.include({
      receiverToken: `token of ${sold.sellerId} at ${sold.provider}`,
    });
  });

  it('omits unknown fields, and a referrer that is not a web address', async () => {
    const charge = await sentCharge(
      {},
      { visit: { referer: 'javascript:alert(1)' }, fingerPrints: [] },
    );
    const unreported = ['referrerUrl', 'customerIp', 'fingerPrints', 'address'];
    for (const name of unreported) expect(charge, name).to.not.have.property(name);
  });

  it('omits free lines, such as free shipping', async () => {
    expect((await sentCharge({}))?.items.map(({ id }) => id)).to.deep.equal(['offer-1']);
  });
});

describe('Unknown status word of an acquirer', () => {
  it('is recorded as the cause of the rejection unless the acquirer gives its own', async () => {
    const result = { ...answer('REJECTED'), unknownStatus: 'under_review' };
    const rejected = stateOf({ type: 'PaymentRequested', data: samplePayment() });
    const charge = { paymentId: 'p-1', payment: rejected, noticeId: 'n-1', now };
    const [, withoutRefusal] = await translateTransaction(result, charge, portsTo({}));
    expect(withoutRefusal).to.include({
      cause: 'Palavra desconhecida do adquirente: under_review',
    });
    const refused = { ...result, refusal: '51' };
    const [, withRefusal] = await translateTransaction(refused, charge, portsTo({}));
    expect(withRefusal).to.include({ cause: '51' });
  });
});

describe('submitPayment with another acquirer in the route', () => {
  const buyer = {
    identity: { name: 'Ana', document: '52998224725' },
    contact: { email: 'ana@example.com' },
  };
  const candidate = (provider: string, standing: 'FIT' | 'ASIDE' | 'NOT_OFFERED') => ({
    provider,
    share: provider === 'onz' ? 100 : 0,
    standing,
  });
  const routed = (
    method: 'PIX' | 'CREDIT_CARD',
    ...others: readonly ReturnType<typeof candidate>[]
  ) => {
    const choice = { reason: 'SHARE' as const, considered: [candidate('onz', 'FIT'), ...others] };
    const data = samplePayment({ method, provider: 'onz', choice });
    return stateOf({ type: 'PaymentRequested', data });
  };
  const declining = (kind: ProviderFailure['kind'], mayHaveHappened = false) =>
    portsTo({
      createTransaction: async () => {
        throw new ProviderFailure(kind, kind, { mayHaveHappened });
      },
    });
  const outcome = async (state: RequestedPayment, ports: Ports, isFirstOnRecord = true) => {
    const commands = await submitPayment(
      'p-1',
      state,
      { buyer, isFirstOnRecord, attempt: sampleCall },
      ports,
    );
    return commands.map((command) =>
      command.type === 'Reroute' ? `to ${command.to}` : command.type,
    );
  };
  const venit = candidate('venit', 'FIT');

  it('reroutes to the next acquirer after any failure that certainly took no money', async () => {
    const state = routed('PIX', candidate('bmb', 'NOT_OFFERED'), venit);
    for (const kind of ['refused', 'invalid', 'unauthorized', 'unavailable'] as const)
      expect(await outcome(state, declining(kind)), kind).to.deep.equal(['to venit']);
    const onlySuspended = routed('PIX', candidate('venit', 'ASIDE'));
    expect(await outcome(onlySuspended, declining('invalid'))).to.deep.equal(['to venit']);
  });

  it('does not reroute while the charge may have been made', async () => {
    const state = routed('PIX', venit);
    const lost = await outcome(state, declining('unavailable', true));
    expect(lost).to.deep.equal(['RecordUnanswered']);
    expect(await outcome(state, declining('unreadable', true))).to.deep.equal(['RecordUnanswered']);
  });

  it('rejects the payment when all acquirers have declined', async () => {
    const [first] = await submitPayment(
      'p-1',
      routed('PIX', venit),
      { buyer, isFirstOnRecord: true, attempt: sampleCall },
      declining('invalid'),
    );
    if (first?.type !== 'Reroute') throw new Error('not rerouted');
    const rerouted = replay(
      payment,
      payment.decide(first, routed('PIX', venit)),
      routed('PIX', venit),
    );
    if (rerouted.status === 'NONE') throw new Error('no payment');
    expect([rerouted.provider, rerouted.choice?.reason]).to.deep.equal(['venit', 'FALLBACK']);
    expect(await outcome(rerouted, declining('invalid'))).to.deep.equal(['RecordProviderStatus']);
  });

  it('believes a refusal only of the first call, and reroutes no card that its issuer declined', async () => {
    const state = routed('CREDIT_CARD', venit);
    expect(await outcome(state, declining('unauthorized'))).to.deep.equal(['to venit']);
    const laterCall = await outcome(state, declining('unauthorized'), false);
    expect(laterCall).to.deep.equal(['RecordUnanswered']);
    const pix = routed('PIX', venit);
    expect(await outcome(pix, declining('refused'), false)).to.deep.equal(['RecordUnanswered']);
    expect(await outcome(state, declining('refused'))).to.deep.equal(['RecordProviderStatus']);
  });
});
