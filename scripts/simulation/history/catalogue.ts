import type { Core } from '#/api/composition/core.ts';
import type { Route } from '#/domain/acquiring/route.ts';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { declareOwnDocument } from '#/api/withdrawals/destinations.ts';
import { offer } from '#/domain/offer/offer.ts';
import { payment } from '#/domain/payment/decider.ts';
import { openingTerms } from '#/domain/platform/opening-terms.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { ReceiverAddress } from '#/domain/ports/receiver.ts';
import { product } from '#/domain/product/product.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import type { ReceiverContact, ReceiverRegister } from '#/domain/receiver/details.ts';
import type { RecordCommand, RecordState } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import { sampleAnswer, samplePayment } from '#/domain/testing/samples.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Bank } from '#/scripts/simulation/banks/bank.ts';

export const PLATFORM = 'platform-1';
export const SELLER = 'seller-1';
export const OFFER = 'offer-1';
/** Administrators of the platform. */
export const STAFF = ['staff-1', 'staff-2'] as const;
/** The day on which histories begin. */
export const FIRST_DAY = '2026-11-23';
/** The most that the seller may withdraw at once, in cents: a scheduled withdrawal leaves money for others. */
export const LARGEST_WITHDRAWAL = cents(100_000);
const PRODUCT = 'product-1';
const PRICE = cents(9_700);

/** A sale whose money is available from the beginning. It is in no acquirer's books. */
export const SALE_BEFORE = 'sale-before';
const SOLD_BEFORE = '2026-11-01T12:00:00.000Z';
const RELEASED_THROUGH = '2026-11-22';

const context = (id: string) => ({
  commandId: derivedId('simulated catalogue', id),
  platform: PLATFORM,
  actor: 'system',
  correlation: id,
});

/** The first acquirer gets the largest share, each other 30 %. */
const routeTo = (acquirers: readonly string[]): Route =>
  acquirers.map((provider, index) => ({
    provider,
    share: index === 0 ? 100 - 30 * (acquirers.length - 1) : 30,
  }));

/** Only this acquirer is simulated with boletos. */
const BOLETOS = 'sandbox';

interface Routed {
  /** Acquirers for PIX and payouts. */
  readonly routed: readonly string[];
  readonly cards: readonly string[];
}

const create = async <Details, Event extends DomainEvent>(
  { handler, now }: Core,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>>,
  id: string,
  details: Details,
): Promise<void> => {
  const command = { type: 'Create', details, now: now() } as const;
  await handler.handle(decider, streamOf(decider.category, id), command, context(id));
};

const sellBefore = async ({ handler }: Core, provider: string): Promise<void> => {
  const terms = { platformId: PLATFORM, sellerId: SELLER, provider, amount: cents(200_000) };
  const now = SOLD_BEFORE;
  const noCodes = { pixCode: null, billetCode: null, billetUrl: null, expiresAt: null };
  const card = { cardBrand: null, cardLastDigits: null };
  const transactionId = SALE_BEFORE;
  const charge = {
    paymentId: SALE_BEFORE,
    answer: sampleAnswer({ transactionId, amount: terms.amount, orderId: SALE_BEFORE }),
  };
  const report = {
    status: 'APPROVED',
    noticeId: SALE_BEFORE,
    cause: null,
    endToEndId: null,
  } as const;
  const commands = [
    { type: 'RequestPayment', payment: samplePayment({ ...terms, at: now }) },
    { type: 'RecordSubmission', provider, ...charge, ...noCodes, ...card, now },
    { type: 'RecordProviderStatus', provider, ...charge, ...report, now },
  ] as const;
  for (const command of commands) {
    const of = context(`${SALE_BEFORE} ${command.type}`);
    await handler.handle(payment, streamOf('payment', SALE_BEFORE), command, of);
  }
};

const ADDRESS: ReceiverAddress = {
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

const PERSON = {
  name: 'Fulano de Tal',
  document: '52998224725',
  email: 'fulano@example.com',
  phone: '11912345678',
  birthdate: '1980-01-31',
  occupation: 'Comerciante',
  monthlyIncome: cents(800_000),
  address: ADDRESS,
};

/** Data that acquirers require of a seller. */
const REGISTER: ReceiverRegister = {
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    branchDigit: '0',
    accountNumber: '123456',
    accountDigit: '7',
    accountType: 'CHECKING',
  },
  monthlyRevenue: cents(1_000_000),
  description: 'Cursos',
  partners: [PERSON],
};

const giveDetails = async ({ vault, handler, now }: Core, subject: string): Promise<void> => {
  const contact: ReceiverContact = { phone: PERSON.phone, address: ADDRESS };
  const command = {
    type: 'ReviseDetails',
    platformId: PLATFORM,
    sellerId: SELLER,
    documentType: 'CNPJ',
    register: await vault.encrypt(subject, 'fiscal', REGISTER),
    contact: await vault.encrypt(subject, 'contact', contact),
    now: now(),
  } as const;
  await handler.handle(receiver, streamOf('receiver', SELLER), command, context('details'));
};

/** Creates one platform, seller and offer, and a sale of weeks ago. */
export const createCatalogue = async (
  core: Core,
  acquirers: readonly Pick<Bank, 'id' | 'account'>[],
  { routed, cards }: Routed,
): Promise<void> => {
  const { vault, credentials } = core;
  for (const { id, account } of acquirers) await credentials.put(PLATFORM, id, account);
  const email = 'seller@example.com';
  const subject = await vault.subjectFor({ platformId: PLATFORM, email });
  const identity = { name: 'Loja Um', document: '11222333000181' };
  const route = routeTo(routed);
  const boletos = routeTo(routed.filter((id) => id === BOLETOS));
  const enabled = { pixEnabled: true, creditCardEnabled: true, billetEnabled: true };
  const owned = { platformId: PLATFORM, sellerId: SELLER };
  const terms = openingTerms('Simulated');
  await create(core, platform, PLATFORM, {
    ...terms,
    withdrawals: { ...terms.withdrawals, largest: LARGEST_WITHDRAWAL },
    routes: { PIX: route, CREDIT_CARD: routeTo(cards), BILLET: boletos, WITHDRAW: route },
  });
  await create(core, seller, SELLER, {
    platformId: PLATFORM,
    identity: await vault.encrypt(subject, 'fiscal', identity),
    contact: await vault.encrypt(subject, 'contact', { email }),
    ...enabled,
    routes: {},
  });
  await create(core, product, PRODUCT, {
    ...owned,
    name: 'Curso',
    description: 'Um curso.',
    image: null,
    typeProduct: 'DIGITAL',
    warrantyDays: 7,
    ordersBumps: [],
  });
  await create(core, offer, OFFER, {
    ...owned,
    productId: PRODUCT,
    title: 'Curso',
    price: PRICE,
    coin: 'BRL',
    type: 'ONE_TIME',
    recurrencePrice: null,
    frequencyInDays: null,
    fretePrice: null,
    deliveryOptions: [],
    ...enabled,
    requiredDocumentAndPhone: true,
  });
  for (const id of STAFF) {
    const contact = await vault.encrypt(subject, 'contact', { email: `${id}@example.com` });
    const details = { platformId: PLATFORM, contact, role: 'ADMIN' as const, permissions: [] };
    await create(core, staff, id, details);
  }
  await declareOwnDocument(core, owned);
  await giveDetails(core, subject);
  await sellBefore(core, routed[0] ?? '');
};

/** Call this once policies have booked the sale. */
export const releaseEarlierSale = async ({ accounts, now }: Core): Promise<void> => {
  const owner = { platformId: PLATFORM, sellerId: SELLER };
  const at = now();
  const through = RELEASED_THROUGH;
  const command = { type: 'ReleaseReceivables', ...owner, through, now: at } as const;
  await accounts.handle(owner, { command, context: context('release') }, at);
};
