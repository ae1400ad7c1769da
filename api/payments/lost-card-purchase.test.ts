import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import type { EncryptedCards } from '#/api/payments/cards/encrypted-card.ts';
import { validInputs } from '#/api/testing/valid-inputs.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';

const HOUR = 3_600;

const paid = (orderId: string): TransactionResult => ({
  transactionId: `tx-${orderId}`,
  orderId,
  status: 'APPROVED',
  paymentMethod: 'CREDIT_CARD',
  amount: cents(9_700),
});

/** The browser exchanges cards for its tokens, so it does not take a card that our server has encrypted. */
const TOKENS = 'sandbox';
const PLAIN_CARDS = 'second';

describe('A card purchase that the log has lost, repeated with its key', () => {
  let world: ApiWorld;
  let charges: string[];
  /** Has charged the lost purchase. */
  let chargedAt: string | undefined;
  /** Never says for certain that it has not charged. */
  let unsure: string | undefined;

  const acquirer = (id: string): PaymentProvider => ({
    id,
    label: id,
    paymentMethods: ['CREDIT_CARD'],
    withdrawMethods: [],
    ...(id === PLAIN_CARDS && { takesCardData: true }),
    ...(unsure !== id && { absence: { createTransaction: { seconds: 60 } } }),
    createTransaction: async ({ orderId }) => {
      charges.push(id);
      return paid(orderId);
    },
    findTransaction: async ({ orderId }) => (chargedAt === id ? paid(orderId) : undefined),
  });

  beforeEach(async () => {
    charges = [];
    chargedAt = undefined;
    unsure = undefined;
    world = await apiWorld({ providers: async (id) => acquirer(id) });
    const gatewayPublicKey = 'pk';
    const gatewayOf = (id: string) => ({
      gatewayPublicKey,
      tokenizerUrl: id === TOKENS ? 'https://tokens.example' : null,
    });
    Object.assign(world.services, { gatewayOf });
    const { core } = world.services;
    const stream = streamOf('platform', 'demo');
    const details = activeDetails((await core.handler.load(platform, stream)).state);
    const CREDIT_CARD = [
      { provider: TOKENS, share: 100 },
      { provider: PLAIN_CARDS, share: 0 },
    ];
    const routes = { ...details.routes, CREDIT_CARD };
    const command = { type: 'Revise', details: { ...details, routes }, now: core.now() } as const;
    const by = { platform: 'demo', actor: 'system', correlation: 'demo' };
    await core.handler.handle(platform, stream, command, { ...by, commandId: randomUUID() });
    const since = addSeconds(core.now(), -HOUR);
    Object.assign(core.ports, { epoch: async () => ({ number: 2, since, began: '' }) });
  });
  afterEach(() => world.close());

  const encryptCard = async (): Promise<string> => {
    const card = { ...validInputs['checkout.createCardToken'], checkoutId: 'demo-ebook' };
    return Object((await world.post('/api/checkout.createCardToken', card)).body).token;
  };

  const buy = async (token: string): Promise<ApiAnswer> => {
    const purchase = {
      offerId: 'demo-ebook',
      name: 'Marina Duarte',
      email: 'marina@example.com',
      phone: '11987654321',
      cpf: '52998224725',
      paymentMethod: 'CREDIT_CARD',
      creditCard: { token, installments: 1 },
    };
    const headers = { 'idempotency-key': randomUUID(), 'idempotency-key-age': String(2 * HOUR) };
    return world.post('/api/checkout.purchase', purchase, { headers });
  };

  it('is not charged again at an acquirer that takes its new card, when another one charged its first', async () => {
    chargedAt = TOKENS;
    const { status, text } = await buy(await encryptCard());
    expect(status, text).to.equal(200);
    expect(charges).to.deep.equal([]);
  });

  it('is refused for a moment while the acquirer that may have charged its first card cannot tell', async () => {
    unsure = TOKENS;
    const { status, text } = await buy(await encryptCard());
    expect(status, text).to.equal(503);
    expect(charges).to.deep.equal([]);
  });

  it('is charged when no acquirer has charged it', async () => {
    const { status, text } = await buy(await encryptCard());
    expect(status, text).to.equal(200);
    expect(charges).to.deep.equal([PLAIN_CARDS]);
  });

  it('is charged when its acquirer never got the lost charge, although its card counts as used', async () => {
    const { cards } = world.services.core;
    const open: EncryptedCards['open'] = async (...opening) => {
      await (await cards.open(...opening)).claim();
      return cards.open(...opening);
    };
    Object.assign(world.services.core, { cards: { ...cards, open } });
    const { status, text, body } = await buy(await encryptCard());
    expect(status, text).to.equal(200);
    expect(body).to.include({ status: 'APPROVED' });
    expect(charges).to.deep.equal([PLAIN_CARDS]);
  });
});
