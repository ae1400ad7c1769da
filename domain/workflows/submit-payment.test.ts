import { expect } from 'chai';
import { replay } from '#/domain/decider.ts';
import { cents } from '#/domain/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionRequest, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter as stateOf, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import type { Ports } from './reaction.ts';
import { commandsForTransaction, submitPayment } from './submit-payment.ts';

const answer = (status: TransactionResult['status']): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  status,
  amount: cents(9_700),
});

const requested: PaymentEvent = { type: 'PaymentRequested', data: samplePayment() };
describe('charging at the provider', () => {
  const buyer = {
    identity: { name: 'Ana', document: '52998224725' },
    contact: { email: 'ana@example.com' },
  };
  const charge = async (createTransaction: NonNullable<PaymentProvider['createTransaction']>) => {
    const state = stateOf(requested);
    const ports = portsTo({ createTransaction });
    return statusAfter(
      state,
      await submitPayment('p-1', state, { buyer, isFirstTry: true }, ports),
    );
  };

  it('is rejected by what certainly did not happen, and pending after what may have', async () => {
    const failing = (kind: 'refused' | 'unavailable', mayHaveHappened: boolean) => async () => {
      throw new ProviderFailure(kind, kind, { mayHaveHappened });
    };
    expect(await charge(failing('refused', false))).to.equal('REJECTED');
    expect(await charge(failing('unavailable', true))).to.equal('PENDING');
    expect(await charge(failing('unavailable', false))).to.equal('PENDING');
    expect(await charge(async () => answer('APPROVED'))).to.equal('APPROVED');
  });
});

describe('what an acquirer is told of a sale', () => {
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
  const reported = async (acquirer: Partial<PaymentProvider>, part: object = buyer) => {
    let charge: TransactionRequest | undefined;
    const ports = portsTo({
      ...acquirer,
      createTransaction: async (request) => {
        charge = request;
        return answer('PENDING');
      },
    });
    const state = stateOf({ type: 'PaymentRequested', data: sold });
    const submission = { buyer: { ...buyer, ...part }, isFirstTry: true };
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

  it('is who sells, where it was bought, and from where the buyer came', async () => {
    expect(await reported({})).to.deep.include({
      userId: sold.sellerId,
      userDocument: `document of ${sold.sellerId}`,
      checkoutUrl: `https://razao.example/checkout/${sold.offerId}`,
      referrerUrl: 'https://loja.example/caneca',
      customerIp: '203.0.113.9',
      fingerPrints: [{ provider: 'pagarme', value: 'session-1' }],
    });
  });

  it('is the key of the seller’s own account only where there are such accounts', async () => {
    expect(await reported({})).to.not.have.property('receiverToken');
    const createReceiver = async () => ({ providerReceiverId: '1', status: 'ACTIVE' as const });
    expect(await reported({ createReceiver })).to.include({
      receiverToken: `token of ${sold.sellerId} at ${sold.provider}`,
    });
  });

  it('is nothing of what is not known, or is no address', async () => {
    const charge = await reported(
      {},
      { visit: { referer: 'javascript:alert(1)' }, fingerPrints: [] },
    );
    const unreported = ['referrerUrl', 'customerIp', 'fingerPrints', 'address'];
    for (const name of unreported) expect(charge, name).to.not.have.property(name);
  });

  it('is no line that costs nothing, such as free shipping', async () => {
    expect((await reported({}))?.items.map(({ id }) => id)).to.deep.equal(['offer-1']);
  });
});

describe('a word of an acquirer that nobody knows', () => {
  it('is why the payment was rejected, on record', () => {
    const result = { ...answer('REJECTED'), unknownStatus: 'under_review' };
    const context = { provider: 'sandbox', noticeId: 'n-1', now: '2026-11-20T15:10:00.000Z' };
    const [, word] = commandsForTransaction(result, context);
    expect(word).to.include({ cause: 'Palavra desconhecida do adquirente: under_review' });
    const [, reason] = commandsForTransaction({ ...result, refusal: '51' }, context);
    expect(reason).to.include({ cause: '51' });
  });
});

describe('charging where another acquirer may be asked', () => {
  const buyer = {
    identity: { name: 'Ana', document: '52998224725' },
    contact: { email: 'ana@example.com' },
  };
  const stop = (provider: string, standing: 'FIT' | 'ASIDE' | 'NOT_OFFERED') => ({
    provider,
    share: provider === 'onz' ? 100 : 0,
    standing,
  });
  const routed = (method: 'PIX' | 'CREDIT_CARD', ...others: readonly ReturnType<typeof stop>[]) => {
    const choice = { reason: 'SHARE' as const, considered: [stop('onz', 'FIT'), ...others] };
    const data = samplePayment({ method, provider: 'onz', choice });
    return stateOf({ type: 'PaymentRequested', data });
  };
  const declining = (kind: ProviderFailure['kind'], mayHaveHappened = false) =>
    portsTo({
      createTransaction: async () => {
        throw new ProviderFailure(kind, kind, { mayHaveHappened });
      },
    });
  const outcome = async (state: RequestedPayment, ports: Ports, isFirstTry = true) => {
    const commands = await submitPayment('p-1', state, { buyer, isFirstTry }, ports);
    return commands.map((it) => (it.type === 'Reroute' ? `to ${it.to}` : it.type));
  };
  const venit = stop('venit', 'FIT');

  it('goes on to the next of its route after whatever proves that nothing was taken', async () => {
    const state = routed('PIX', stop('bmb', 'NOT_OFFERED'), venit);
    for (const kind of ['refused', 'invalid', 'unauthorized', 'unavailable'] as const)
      expect(await outcome(state, declining(kind)), kind).to.deep.equal(['to venit']);
    const onlyTired = routed('PIX', stop('venit', 'ASIDE'));
    expect(await outcome(onlyTired, declining('invalid'))).to.deep.equal(['to venit']);
  });

  it('never while the charge may have been made', async () => {
    const state = routed('PIX', venit);
    const lost = await outcome(state, declining('unavailable', true));
    expect(lost).to.deep.equal(['RecordUnanswered']);
    expect(await outcome(state, declining('unreadable', true))).to.deep.equal(['RecordUnanswered']);
  });

  it('ends where all have declined, and tries none twice', async () => {
    const [first] = await submitPayment(
      'p-1',
      routed('PIX', venit),
      { buyer, isFirstTry: true },
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

  it('sends a card on only while it was never sent, and never after its issuer refused it', async () => {
    const state = routed('CREDIT_CARD', venit);
    expect(await outcome(state, declining('unauthorized'))).to.deep.equal(['to venit']);
    const again = await outcome(state, declining('unauthorized'), false);
    expect(again).to.deep.equal(['RecordProviderStatus']);
    expect(await outcome(state, declining('refused'))).to.deep.equal(['RecordProviderStatus']);
  });
});
