import { z } from 'zod';
import { states } from '#/domain/brazil/states.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { currencySchema } from '#/domain/values/money.ts';
import { paymentMethod, paymentStatus } from '#/domain/payment/events.ts';
import { wordings } from '#/domain/platform/setup.ts';
import { after, centsOut, instant, mutation, position, query, queryInteger } from './procedure.ts';

const typeProduct = z.enum(['FISICO', 'DIGITAL']);

const orderBump = z.strictObject({
  id: aggregateId,
  offer: z.strictObject({
    title: z.string(),
    price: centsOut,
    fakePrice: centsOut,
    product: z.strictObject({ title: z.string(), image: z.string().nullable(), typeProduct }),
  }),
});

const deliveryOption = z.strictObject({
  id: aggregateId,
  description: z.string(),
  deliveryTime: z.string(),
  fareAmount: centsOut,
  preSelected: z.boolean(),
});

/** What the checkout page needs of an offer (checkout.22). */
const checkout = z.strictObject({
  id: aggregateId,
  title: z.string(),
  price: centsOut,
  coin: currencySchema,
  type: z.enum(['ONE_TIME', 'SUBSCRIPTION']),
  recurrencePrice: centsOut.nullable(),
  frequencyInDays: z.int().nullable(),
  fretePrice: centsOut.nullable(),
  deliveryOptions: z.array(deliveryOption),
  pixEnabled: z.boolean(),
  creditCardEnabled: z.boolean(),
  billetEnabled: z.boolean(),
  requiredDocumentAndPhone: z.boolean(),
  platformId: aggregateId,
  provider: z.strictObject({
    paymentProvider: z.string(),
    gatewayPublicKey: z.string(),
    /** Where the browser sends card data for a token; null: `checkout.createCardToken`. */
    tokenizerUrl: z.string().nullable(),
  }),
  product: z.strictObject({
    name: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    typeProduct,
    warrantyDays: z.int(),
    ordersBumps: z.array(orderBump),
  }),
  /** Values that the English page sends where the offer requires them (checkout.42). */
  standIns: z.strictObject({ cpf: z.string(), phone: z.string() }),
  sellerName: z.string(),
  checkoutBuilderConfig: z.strictObject({ colorPrimary: z.string() }),
  /** `SHORT`: the PIX button reads 'Efetuar Pagamento' (checkout.63). */
  wording: z.enum(wordings),
});

const installmentOption = z.strictObject({
  installmentNumber: z.int(),
  installmentValue: centsOut,
  total: centsOut,
  interestFree: z.boolean(),
});

/** A payment as its buyer may see it: without personal data, because the payment's id is enough to get it. */
const paymentView = z.strictObject({
  paymentId: aggregateId,
  offerId: aggregateId,
  title: z.string(),
  /** Null after the seller's erasure. */
  sellerName: z.string().nullable(),
  /** Their amounts sum to the payment's `amount`. */
  lines: z.array(
    z.strictObject({
      kind: z.enum(['OFFER', 'BUMP', 'SHIPPING', 'INTEREST']),
      title: z.string(),
      amount: centsOut,
    }),
  ),
  subscription: z.strictObject({ frequencyInDays: z.int(), recurrencePrice: centsOut }).nullable(),
  typeProduct,
  /** The product's picture; without one the page shows a drawing. */
  image: z.string().nullable(),
  method: paymentMethod,
  status: paymentStatus,
  amount: centsOut,
  refundedAmount: centsOut,
  currency: currencySchema,
  installments: z.int(),
  pixCode: z.string().nullable(),
  billetCode: z.string().nullable(),
  billetUrl: z.string().nullable(),
  cardBrand: z.string().nullable(),
  cardLastDigits: z.string().nullable(),
  requestedAt: instant,
  approvedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Due day of a boleto. */
  dueOn: z.iso.date().nullable(),
  /** Machine-readable reason of a refusal (`insufficient_funds`). */
  cause: z.string().nullable(),
  /** Sandbox: a POST to this address acts as the buyer's bank. */
  sandboxPayUrl: z.string().nullable(),
  position,
});

const text = (maximum: number) => z.string().trim().max(maximum);

/** Its messages are in checkout.73 and checkout.75. */
const cardInput = z.strictObject({
  checkoutId: aggregateId,
  cardNumber: text(30),
  holderName: text(50),
  holderDocument: text(20).default(''),
  /** One or two digits. */
  expMonth: text(2),
  /** Two or four digits. */
  expYear: text(4),
  cvv: text(4),
});

/** Cards cannot be saved yet, so the id of a saved card is refused (checkout.76). */
const savedCardRefused: z.core.$ZodErrorMap = ({ code, keys }) =>
  code === 'unrecognized_keys' && String(keys) === 'creditCardId'
    ? 'card/saved-not-accepted'
    : undefined;

/** Input of `checkout.purchase` (checkout.80, checkout.82). The server computes the amounts. */
const purchaseInput = z.strictObject({
  offerId: aggregateId,
  email: z.email().max(254),
  /** checkout.33 */
  name: z.string().trim().min(4).max(30),
  paymentMethod,
  /** Digits only. */
  phone: z
    .string()
    .regex(/^\d{10,15}$/)
    .optional(),
  /** CPF or CNPJ without mask. */
  cpf: z
    .string()
    .regex(/^[0-9A-Za-z]{11,14}$/)
    .optional(),
  creditCard: z
    .strictObject(
      { token: text(300).optional(), installments: z.int().min(1).max(12).default(1) },
      { error: savedCardRefused },
    )
    .optional(),
  cep: z
    .string()
    .regex(/^\d{5}-?\d{3}$/)
    .optional(),
  street: text(120).optional(),
  number: text(20).optional(),
  complement: text(80).optional(),
  district: text(80).optional(),
  city: text(80).optional(),
  state: z.enum(states).optional(),
  orderBumpsIds: z.array(aggregateId).max(20).default([]),
  /** The page's query without the buyer's data (checkout.4), at most as long as Node's request line. */
  utmQuery: z.string().max(16_384).optional(),
  referer: text(2_000).optional(),
  /** An invalid id is ignored: a seller's mistake in a link must not lose a sale. */
  affiliateId: z
    .string()
    .transform((id) => aggregateId.safeParse(id).data)
    .optional(),
  /** The server takes the fare from the offer. */
  deliveryOptionId: aggregateId.optional(),
  /** In cents, as shown: a purchase at another fare is refused. */
  deliveryFare: z.int().min(0).optional(),
  abandonedCartId: aggregateId.optional(),
  /** The paid payment that the buyer saw before buying again. */
  buysAgainAfter: aggregateId.optional(),
  fingerPrints: z
    .array(z.strictObject({ provider: text(40), value: text(300) }))
    .max(5)
    .optional(),
});

const purchaseOutput = z.strictObject({
  paymentId: aggregateId,
  method: paymentMethod,
  status: paymentStatus,
  upsellToken: z.string(),
  /** The acquirer's text for refusing the card; null where there is none. */
  cardRefusal: z.string().nullable(),
  payment: paymentView,
  position,
});

export const checkoutContract = {
  'checkout.getCheckout': query(
    'An offer as its checkout page shows it',
    z.strictObject({ checkoutId: aggregateId }),
    checkout,
  ),
  'checkout.getInstallments': query(
    'Instalment options for an offer with bumps and shipping',
    z.strictObject({
      checkoutId: aggregateId,
      /** Comma-separated. */
      orderBumpsIds: z.string().max(1_500).default(''),
      fareAmount: queryInteger(0, 99_999_999).default(0),
    }),
    z.array(installmentOption),
  ),
  'checkout.createCardToken': mutation(
    'A card for one purchase at this checkout, encrypted; nothing of it is kept',
    cardInput,
    z.strictObject({ token: z.string(), expiresAt: instant }),
    { limit: 'purchase' },
  ),
  'checkout.purchase': mutation('Buys an offer', purchaseInput, purchaseOutput, {
    limit: 'purchase',
  }),
  'checkout.getPayment': query(
    'A payment as its buyer sees it',
    z.strictObject({ paymentId: aggregateId, after }),
    paymentView,
  ),
};

export type Checkout = z.output<typeof checkout>;
export type OrderBump = z.output<typeof orderBump>;
export type InstallmentOption = z.output<typeof installmentOption>;
export type PaymentView = z.output<typeof paymentView>;
export type PurchaseInput = z.input<typeof purchaseInput>;
export type PurchaseOutput = z.output<typeof purchaseOutput>;
