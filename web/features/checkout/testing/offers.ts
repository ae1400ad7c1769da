import type { Checkout } from '#/api/contract/checkout.ts';

const bump = (id: string, price: number) => ({
  id,
  offer: {
    title: id,
    price,
    fakePrice: price * 2,
    product: { title: id, image: null, typeProduct: 'DIGITAL' as const },
  },
});

/** An e-book of R$ 97,00 with two bumps; asks for document and phone. */
export const digitalOffer: Checkout = {
  id: 'ebook',
  title: 'E-book',
  price: 9_700,
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
  platformId: 'demo',
  provider: { paymentProvider: 'sandbox', gatewayPublicKey: 'pk', tokenizerUrl: '/tokens' },
  product: {
    name: 'E-book',
    description: '',
    image: null,
    typeProduct: 'DIGITAL',
    warrantyDays: 7,
    ordersBumps: [bump('bump-1', 1_990), bump('bump-2', 2_790)],
  },
  standIns: { cpf: '00012345797', phone: '11900000000' },
  sellerName: 'Editora Aurora',
  checkoutBuilderConfig: { colorPrimary: '#0762d1' },
  wording: 'STANDARD',
};

const delivery = (id: string, fareAmount: number, preSelected: boolean) => ({
  id,
  description: id,
  deliveryTime: '2 dias',
  fareAmount,
  preSelected,
});

/** A T-shirt of R$ 79,90, shipped free by PAC or for R$ 24,90 by SEDEX. */
export const physicalOffer: Checkout = {
  ...digitalOffer,
  id: 'shirt',
  price: 7_990,
  deliveryOptions: [delivery('pac', 0, false), delivery('sedex', 2_490, true)],
  product: { ...digitalOffer.product, typeProduct: 'FISICO', ordersBumps: [] },
};
