import { cents } from '#/domain/values/money.ts';
import type { OfferDetails } from '#/domain/offer/offer.ts';
import type { OnboardingDetails } from '#/domain/onboarding/onboarding.ts';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import { openingTerms } from '#/domain/platform/opening-terms.ts';
import type { ProductDetails } from '#/domain/product/product.ts';

export const PLATFORM_ID = 'demo';
export const SELLER_ID = 'demo-seller';
export const PASSWORD = 'razao-demo';

export const people = {
  seller: { email: 'seller@demo.razao.dev', name: 'Estúdio Aurora', document: '11222333000181' },
  admin: { email: 'admin@demo.razao.dev', name: 'Ana Administradora', staffId: 'demo-admin' },
  accountant: {
    email: 'accountant@demo.razao.dev',
    name: 'Caio Contador',
    staffId: 'demo-accountant',
  },
  operator: {
    email: 'operator@demo.razao.dev',
    name: 'Olívia Operadora',
    staffId: 'demo-operator',
  },
  master: { email: 'master@demo.razao.dev', name: 'Mara Mestra', masterId: 'demo-master' },
  manager: { email: 'manager@demo.razao.dev', name: 'Gil Gerente', managerId: 'demo-manager' },
} as const;

/** Sellers who have registered, and sold nothing yet. */
export const newcomers = {
  'demo-atelie': {
    email: 'atelie@demo.razao.dev',
    name: 'Ateliê Boreal',
    document: '33445566000186',
  },
  'demo-ponte': {
    email: 'ponte@demo.razao.dev',
    name: 'Cursos da Ponte',
    document: '77889911000146',
  },
} as const;

export const platformDetails: PlatformDetails = {
  ...openingTerms('Razão Demo'),
  routes: routeEverythingTo('sandbox'),
};

export const onboardingDetails: OnboardingDetails = {
  platformId: PLATFORM_ID,
  registration: 'OPEN',
  termsOfUse: {
    version: 'demo',
    text: [
      'Esta é uma demonstração: nenhum dinheiro é de verdade.',
      'Quem vende aqui responde pelo que oferece e entrega o que vendeu.',
      'A plataforma fica com a taxa que mostra em cada venda, e paga os saques depois de aprovar os documentos.',
      'Os dados servem para operar a plataforma e são apagados a pedido, no prazo da lei.',
    ].join('\n\n'),
  },
};

/** Pictures drawn for the demo (`pictures/`), served from our own address. */
export const pictures = ['ebook', 'planilha', 'audio', 'camiseta', 'clube', 'oficina'] as const;

type Picture = (typeof pictures)[number];

export const pictureKey = (picture: Picture): string => `demo/${picture}.svg`;

export const pictureAddress = (picture: Picture): string => `/files/${pictureKey(picture)}`;

const owned = { platformId: PLATFORM_ID, sellerId: SELLER_ID };

export const products: Readonly<Record<string, ProductDetails>> = {
  'demo-ebook-product': {
    ...owned,
    name: 'E-book Finanças sem Susto',
    description: 'O guia direto para organizar o dinheiro de um pequeno negócio em 30 dias.',
    image: pictureAddress('ebook'),
    typeProduct: 'DIGITAL',
    warrantyDays: 7,
    ordersBumps: [
      { id: 'planilha', offerId: 'demo-planilha', fakePrice: cents(4_700) },
      { id: 'audio', offerId: 'demo-audio', fakePrice: cents(3_900) },
    ],
  },
  'demo-planilha-product': {
    ...owned,
    name: 'Planilha Fluxo de Caixa',
    description: 'Entradas, saídas e o saldo de cada dia, prontos para preencher.',
    image: pictureAddress('planilha'),
    typeProduct: 'DIGITAL',
    warrantyDays: 7,
    ordersBumps: [],
  },
  'demo-audio-product': {
    ...owned,
    name: 'Audiolivro Finanças sem Susto',
    description: 'O livro inteiro, lido pela autora.',
    image: pictureAddress('audio'),
    typeProduct: 'DIGITAL',
    warrantyDays: 7,
    ordersBumps: [],
  },
  'demo-camiseta-product': {
    ...owned,
    name: 'Camiseta Livro Razão',
    description: 'Algodão orgânico, estampa em serigrafia.',
    image: pictureAddress('camiseta'),
    typeProduct: 'FISICO',
    warrantyDays: 14,
    ordersBumps: [],
  },
  'demo-clube-product': {
    ...owned,
    name: 'Clube do Balanço',
    description: 'Encontros ao vivo e uma análise de caso por mês.',
    image: pictureAddress('clube'),
    typeProduct: 'DIGITAL',
    warrantyDays: 7,
    ordersBumps: [],
  },
};

const offer = (
  productId: string,
  title: string,
  price: number,
  differences: Partial<OfferDetails> = {},
): OfferDetails => ({
  ...owned,
  productId,
  title,
  price: cents(price),
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
  ...differences,
});

const onlyAsBump = (productId: string, title: string, price: number): OfferDetails =>
  offer(productId, title, price, { onlyAsBump: true });

/** Offers with a checkout page; the others are order bumps. */
export const shownOffers = ['demo-ebook', 'demo-camiseta', 'demo-clube'] as const;

export const offers: Readonly<Record<string, OfferDetails>> = {
  'demo-planilha': onlyAsBump('demo-planilha-product', 'Planilha de fluxo de caixa', 2_700),
  'demo-audio': onlyAsBump('demo-audio-product', 'Audiolivro completo', 1_990),
  'demo-ebook': offer('demo-ebook-product', 'E-book Finanças sem Susto', 9_700),
  'demo-camiseta': offer('demo-camiseta-product', 'Camiseta Livro Razão', 7_990, {
    deliveryOptions: [
      {
        id: 'pac',
        description: 'PAC',
        deliveryTime: '5 a 9 dias úteis',
        fareAmount: cents(1_490),
        preSelected: true,
      },
      {
        id: 'sedex',
        description: 'Sedex',
        deliveryTime: '1 a 3 dias úteis',
        fareAmount: cents(2_990),
        preSelected: false,
      },
    ],
  }),
  'demo-clube': offer('demo-clube-product', 'Clube do Balanço', 2_990, {
    type: 'SUBSCRIPTION',
    recurrencePrice: cents(2_990),
    frequencyInDays: 30,
    billetEnabled: false,
  }),
};
