import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import {
  amountInCents,
  basisPoints,
  cents,
  positiveCents,
  type Cents,
} from '#/domain/values/money.ts';
import type { OfferDetails } from '#/domain/offer/offer.ts';
import type { ChargeAnswer } from '#/domain/payment/commands.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { Payment } from '#/domain/payment/state.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import type { ProductDetails } from '#/domain/product/product.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import type { SignedStatement } from '#/domain/withdrawal/statement.ts';

/** Looks like ciphertext, but nothing can decrypt it. */
export const sampleEncrypted: Encrypted = {
  subject: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
  class: 'fiscal',
  ciphertext: 'c2VhbGVk',
};

export const sampleNow = '2026-11-20T15:00:00.000Z';

export const sampleCall: AttemptToSend = {
  attemptId: '5c0f9d3e-7a16-4b28-8e43-2d1b6f7a9c05',
  deadline: '2026-11-20T15:00:05.000Z',
};

/** A withdrawal of R$ 50,00 by PIX, of which the fee is R$ 1,50. */
export const sampleWithdrawal = {
  platformId: 'demo',
  receiverId: 'seller-1',
  currency: 'BRL',
  amount: cents(5_000),
  fee: cents(150),
  provider: 'sandbox',
  method: 'PIX',
  pixType: 'EMAIL',
  destination: sampleEncrypted,
  at: sampleNow,
} as const;

/** The sample withdrawal's statement; the signature fits no key. */
export const sampleSigned: SignedStatement = {
  amount: cents(4_850),
  approvers: [],
  currency: 'BRL',
  destination: '0'.repeat(64),
  signedAt: sampleNow,
  keyId: '0'.repeat(64),
  signature: '0'.repeat(128),
};

/** A refund of R$ 5,00 of the sample payment. */
export const sampleRefund = {
  platformId: 'demo',
  sellerId: 'seller-1',
  paymentId: 'p-1',
  provider: 'sandbox',
  transactionId: 'tx-1',
  currency: 'BRL',
  amount: cents(500),
  at: sampleNow,
} as const;

const noFee = { percent: basisPoints(0), fixed: cents(0) };

/** A small shop: a PIX costs 5 % + R$ 1,00, card money comes at D+30, no interest up to three instalments. */
export const samplePlatform: PlatformDetails = {
  name: 'Plataforma',
  routes: routeEverythingTo('sandbox'),
  stepAside: defaultSuspensionLimits,
  fees: {
    PIX: { percent: basisPoints(500), fixed: cents(100) },
    CREDIT_CARD: { percent: basisPoints(599), fixed: cents(100) },
    BILLET: { ...noFee, fixed: cents(349) },
  },
  clearingDays: { PIX: 0, CREDIT_CARD: 30, BILLET: 1 },
  installments: {
    maximum: 12,
    interestFree: 3,
    minimumValue: cents(500),
    fees: {
      installmentOne: basisPoints(0),
      installmentTwo: basisPoints(0),
      installmentThree: basisPoints(0),
      installmentFour: basisPoints(720),
      installmentFive: basisPoints(880),
      installmentSix: basisPoints(1_040),
      installmentSeven: basisPoints(1_200),
      installmentEight: basisPoints(1_360),
      installmentNine: basisPoints(1_520),
      installmentTen: basisPoints(1_680),
      installmentEleven: basisPoints(1_840),
      installmentTwelve: basisPoints(2_000),
    },
  },
  expiry: { pixSeconds: 86_400, billetDays: 3 },
  withdrawals: { fee: amountInCents.parse(150), minimum: amountInCents.parse(1_000) },
};

/** A digital sale by PIX of R$ 97,00; `differences` replace its fields. */
export const samplePayment = (
  differences: Partial<PaymentRequestedData> & { readonly amount?: Cents } = {},
): PaymentRequestedData => {
  const amount = differences.amount ?? positiveCents.parse(9_700);
  return {
    platformId: 'demo',
    sellerId: 'seller-1',
    offerId: 'demo-ebook',
    productId: 'ebook',
    typeProduct: 'DIGITAL',
    title: 'E-book',
    provider: 'sandbox',
    choice: null,
    method: 'PIX',
    installments: 1,
    amount,
    currency: 'BRL',
    lines: [{ kind: 'OFFER', id: 'demo-ebook', title: 'E-book', amount }],
    terms: {
      percent: basisPoints(500),
      fixed: cents(100),
      clearingDays: 0,
      guaranteeDays: 7,
    },
    buyer: { identity: sampleEncrypted, contact: sampleEncrypted },
    delivery: null,
    tracking: null,
    affiliateId: null,
    subscription: null,
    expiresAt: '2026-11-21T15:00:00.000Z',
    at: sampleNow,
    ...differences,
  };
};

/** The acquirer states what the sample payment requested; `differences` replace its fields. */
export const sampleAnswer = (differences: Partial<ChargeAnswer> = {}): ChargeAnswer => ({
  transactionId: 'tx-1',
  amount: cents(9_700),
  currency: 'BRL',
  orderId: null,
  refundedAmount: null,
  isClaimed: true,
  ...differences,
});

/** No means of payment in the answer: no PIX code, boleto or card. */
export const sampleMeans = {
  pixCode: null,
  billetCode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  expiresAt: null,
} as const;

/** The acquirer states what this payment requested; `differences` replace its fields. */
export const sampleAnswerAbout = (
  payment: Payment,
  differences: Partial<ChargeAnswer> = {},
): ChargeAnswer => {
  if (payment.status === 'NONE') return sampleAnswer(differences);
  const { transactionId, requested } = payment;
  const { amount, currency } = requested;
  return sampleAnswer({
    amount,
    currency,
    ...(transactionId !== null && { transactionId }),
    ...differences,
  });
};

/** A T-shirt with two delivery options. */
export const sampleOffer: OfferDetails = {
  platformId: 'demo',
  sellerId: 'seller-1',
  productId: 'camiseta',
  title: 'Camiseta',
  price: cents(7_990),
  coin: 'BRL',
  type: 'ONE_TIME',
  recurrencePrice: null,
  frequencyInDays: null,
  fretePrice: null,
  deliveryOptions: [
    {
      id: 'pac',
      description: 'PAC',
      deliveryTime: '7 dias',
      fareAmount: cents(1_500),
      preSelected: true,
    },
    {
      id: 'retira',
      description: 'Retirar',
      deliveryTime: '1 dia',
      fareAmount: cents(0),
      preSelected: false,
    },
  ],
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: false,
  requiredDocumentAndPhone: true,
};

export const sampleProduct: ProductDetails = {
  platformId: 'demo',
  sellerId: 'seller-1',
  name: 'Camiseta',
  description: '',
  image: null,
  typeProduct: 'FISICO',
  warrantyDays: 7,
  ordersBumps: [{ id: 'meia', offerId: 'meia', fakePrice: cents(3_000) }],
};

export const sampleSeller: SellerDetails = {
  platformId: 'demo',
  identity: sampleEncrypted,
  contact: sampleEncrypted,
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: true,
  routes: {},
};
