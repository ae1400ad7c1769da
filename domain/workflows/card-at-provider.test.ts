import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { sampleCall, sampleNow, samplePayment } from '#/domain/testing/samples.ts';
import { prepareCard, takesCards } from './card-at-provider.ts';
import { submitPayment } from './submit-payment.ts';

const data = {
  cardNumber: '4111111111111111',
  holderName: 'MARINA DUARTE',
  holderDocument: '52998224725',
  expMonth: '12',
  expYear: '30',
  cvv: '123',
};

const provider = (members: Partial<PaymentProvider>): PaymentProvider => ({
  id: 'probe',
  label: 'Probe',
  paymentMethods: ['CREDIT_CARD'],
  withdrawMethods: [],
  ...members,
});

const failing = (...failure: ConstructorParameters<typeof ProviderFailure>) =>
  provider({ createCardToken: async () => Promise.reject(new ProviderFailure(...failure)) });

const prepareAt = async (at: PaymentProvider) => {
  const reported: string[] = [];
  const card = { data, onRejected: (text: string) => void reported.push(text) };
  const outcome = await prepareCard(at, { card }).catch((error: unknown) => error);
  return { outcome, reported };
};

describe('prepareCard', () => {
  it('sends the acquirer’s token where it issues tokens, even if it also accepts card data', async () => {
    const makesTokens = provider({ createCardToken: async () => 'tok_1', takesCardData: true });
    expect((await prepareAt(makesTokens)).outcome).to.deep.equal({ cardToken: 'tok_1' });
    expect(takesCards(makesTokens)).to.equal(true);
  });

  it('sends card data only to an acquirer that accepts it in charges', async () => {
    expect((await prepareAt(provider({ takesCardData: true }))).outcome).to.deep.equal({
      card: data,
    });
    const { outcome } = await prepareAt(provider({}));
    expect(outcome).to.be.instanceOf(ProviderFailure);
    expect(outcome).to.include({ kind: 'invalid', mayHaveHappened: false });
    expect(takesCards(provider({}))).to.equal(false);
  });

  it('reports the acquirer’s own text to the buyer when it rejects the card', async () => {
    const { outcome, reported } = await prepareAt(
      failing('invalid', 'probe POST /tokens: 422', {
        mayHaveHappened: false,
        text: 'Cartão vencido',
      }),
    );
    expect(outcome).to.include({ kind: 'refused', mayHaveHappened: false });
    expect(reported).to.deep.equal(['Cartão vencido']);
  });

  it('reports a card as certainly not charged when the tokeniser’s answer is lost', async () => {
    const { outcome, reported } = await prepareAt(
      failing('unavailable', 'timeout', { mayHaveHappened: true }),
    );
    expect(outcome).to.include({ kind: 'invalid', mayHaveHappened: false });
    expect(reported).to.deep.equal(['Erro salvando cartão']);
  });

  it('uses the browser’s card token when there is one', async () => {
    expect(await prepareCard(provider({}), { cardToken: 'tok_2' })).to.deep.equal({
      cardToken: 'tok_2',
    });
  });
});

describe('Charging a card that the browser did not tokenise', () => {
  const buyer = {
    identity: { name: 'Marina', document: '52998224725' },
    contact: { email: 'marina@example.com' },
    card: { data, onRejected: () => undefined },
  };
  const approved = {
    paymentMethod: 'CREDIT_CARD',
    transactionId: 'tx-1',
    status: 'APPROVED',
    amount: cents(9_700),
  } as const;
  const timedOut = async (): Promise<never> => {
    throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
  };
  const charge = async (members: Partial<PaymentProvider>): Promise<string> => {
    const requested = samplePayment({ method: 'CREDIT_CARD' });
    const state = replay(payment, [{ type: 'PaymentRequested', data: requested }]);
    if (state.status === 'NONE') throw new Error('no payment');
    const commands = await submitPayment(
      'p-1',
      state,
      { buyer, isFirstOnRecord: true, attempt: sampleCall },
      {
        providers: async () => provider(members),
        open: async () => undefined,
        files: memoryFiles().storage,
        ...withoutReceivers,
        secretName: (text) => text,
        digest: (text) => text,
        webhookUrl: () => 'http://127.0.0.1:9',
        now: () => sampleNow,
      },
    );
    const end = commands.reduce<ReturnType<typeof payment.evolve>>(
      (before, command) => replay(payment, payment.decide(command, before), before),
      state,
    );
    return end.status;
  };
  const createCardToken = async () => 'tok_1';

  it('sends the acquirer’s token without card data, and stays pending when the charge times out', async () => {
    const sent: (string | undefined)[] = [];
    const createTransaction: PaymentProvider['createTransaction'] = async ({ cardToken, card }) => {
      sent.push(cardToken, card?.cvv);
      return approved;
    };
    expect(await charge({ createCardToken, createTransaction })).to.equal('APPROVED');
    expect(sent).to.deep.equal(['tok_1', undefined]);
    expect(await charge({ createCardToken, createTransaction: timedOut })).to.equal('PENDING');
  });

  it('rejects the payment without a charge when tokenising fails', async () => {
    let charges = 0;
    const createTransaction = async () => {
      charges += 1;
      return approved;
    };
    expect(await charge({ createCardToken: timedOut, createTransaction })).to.equal('REJECTED');
    expect(charges).to.equal(0);
  });
});
