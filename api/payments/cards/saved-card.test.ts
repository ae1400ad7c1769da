import { expect } from 'chai';
import { sendJson } from '#/adapters/payments/evidence/case-server.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { validInputs } from '#/api/testing/valid-inputs.ts';

/** Acquirers that can charge a saved card; whether we offer cards there (acquirers.148). */
const SAVED_CARD_ACQUIRERS = [
  ['pagarme', true],
  ['iugu', false],
  ['fairpay', false],
  ['venitip', false],
] as const;

const messages = {
  pt: 'Cartões salvos ainda não são aceitos. Envie o token do cartão.',
  en: 'Saved cards are not accepted yet. Send the token of the card.',
};

describe('Purchase with a saved card', () => {
  let acquirers: Awaited<ReturnType<typeof startAcquirers>>;
  let acquirer: string = SAVED_CARD_ACQUIRERS[0][0];
  let world: ApiWorld;

  before(async () => {
    acquirers = await startAcquirers(SAVED_CARD_ACQUIRERS.map(([id]) => id));
    acquirers.host.answerWith((_seen, response) => sendJson(response, 400, {}));
    world = await apiWorld({
      providers: (_id, platform) => acquirers.providers(acquirer, platform),
    });
  });
  after(async () => {
    await world.close();
    await acquirers.host.close();
  });

  const buy = (creditCard: object, language = 'pt') =>
    world.post(
      '/api/checkout.purchase',
      {
        offerId: 'demo-ebook',
        name: 'Marina Duarte',
        email: 'marina@example.com',
        phone: '11987654321',
        cpf: '52998224725',
        paymentMethod: 'CREDIT_CARD',
        creditCard,
      },
      { headers: { 'accept-language': language } },
    );

  const cardToken = async (): Promise<string> => {
    const card = { ...validInputs['checkout.createCardToken'], checkoutId: 'demo-ebook' };
    return Object((await world.post('/api/checkout.createCardToken', card)).body).token;
  };

  for (const [id, isOffered] of SAVED_CARD_ACQUIRERS) {
    it(`rejects a saved card before any call to ${id}, with a card token or without one`, async () => {
      acquirer = id;
      const calls = acquirers.host.seen.length;
      const head = await world.lastFact();
      for (const creditCardId of ['card_of_somebody_else', '', null, {}]) {
        for (const card of [{ creditCardId }, { creditCardId, token: 'tok_1' }]) {
          const { status, body } = await buy(card);
          expect(status).to.equal(400);
          expect(body).to.deep.include({
            code: 'request/invalid-input',
            errors: [{ path: 'creditCard.creditCardId', message: messages.pt }],
          });
        }
      }
      expect(acquirers.host.seen.length).to.equal(calls);
      expect(await world.lastFact()).to.equal(head);
      await buy({ token: await cardToken() });
      expect(
        acquirers.host.seen.length > calls,
        'a card token alone reaches the acquirer, where cards are offered',
      ).to.equal(isOffered);
    });
  }

  it('rejects a saved card with a message in the buyer’s language', async () => {
    const { body } = await buy({ creditCardId: 'card_1' }, 'en');
    const refusal = { path: 'creditCard.creditCardId', message: messages.en };
    expect(body).to.have.deep.property('errors', [refusal]);
  });
});
