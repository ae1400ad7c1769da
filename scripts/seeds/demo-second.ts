import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import { cents } from '#/domain/values/money.ts';
import type { OfferDetails } from '#/domain/offer/offer.ts';
import { openingTerms } from '#/domain/platform/opening-terms.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import type { ProductDetails } from '#/domain/product/product.ts';
import { addSeconds, startOfDay } from '#/domain/values/time.ts';
import { pictureAddress } from './demo-catalogue.ts';
import type { PlannedDay, PlannedSale } from './demo-sales.ts';

/** A second, small platform with people and sales of its own. */

export const SECOND_PLATFORM_ID = 'feira';
export const SECOND_SELLER_ID = 'feira-seller';

export const secondPeople = {
  seller: { email: 'seller@feira.razao.dev', name: 'Ateliê Barro', document: '11444777000161' },
  admin: { email: 'admin@feira.razao.dev', name: 'Bento Feirante', staffId: 'feira-admin' },
} as const;

const owned = { platformId: SECOND_PLATFORM_ID, sellerId: SECOND_SELLER_ID };

export const secondPlatform: PlatformDetails = {
  ...openingTerms('Feira Demo'),
  routes: routeEverythingTo('sandbox'),
};

export const secondProducts: Readonly<Record<string, ProductDetails>> = {
  'feira-oficina-product': {
    ...owned,
    name: 'Oficina de Cerâmica',
    description: 'Quatro aulas gravadas, do barro cru à primeira queima.',
    image: pictureAddress('oficina'),
    typeProduct: 'DIGITAL',
    warrantyDays: 7,
    ordersBumps: [],
  },
};

export const secondOffers: Readonly<Record<string, OfferDetails>> = {
  'feira-oficina': {
    ...owned,
    productId: 'feira-oficina-product',
    title: 'Oficina de Cerâmica',
    price: cents(12_000),
    coin: 'BRL',
    type: 'ONE_TIME',
    recurrencePrice: null,
    frequencyInDays: null,
    fretePrice: null,
    deliveryOptions: [],
    pixEnabled: true,
    creditCardEnabled: true,
    billetEnabled: true,
    requiredDocumentAndPhone: true,
  },
};

/** Days before the end, the buyer, and the outcome. */
const SALES = [
  [9, 'Cecília Ramos', 'paid'],
  [6, 'Davi Torres', 'paid'],
  [5, 'Lia Campos', 'unpaid'],
  [2, 'Rui Neves', 'paid'],
] as const;

/** At a second at which no sale of the first platform falls. */
const SECONDS_OF_DAY = 12 * 3_600 + 17;

/** Draws no random numbers, so that the first platform's sales stay the same. */
export const planSecondPlatform = (days: readonly PlannedDay[]): readonly PlannedSale[] =>
  SALES.flatMap(([before, name, end]): PlannedSale[] => {
    const planned = days.at(-before);
    if (planned === undefined) return [];
    const [first = ''] = name
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .split(' ');
    return [
      {
        at: addSeconds(startOfDay(planned.day), SECONDS_OF_DAY),
        offerId: 'feira-oficina',
        method: 'PIX',
        installments: 1,
        orderBumpsIds: [],
        name,
        email: `${first}@example.com`,
        end,
      },
    ];
  });
