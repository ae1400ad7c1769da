import type { Checkout, InstallmentOption } from '#/api/contract/checkout.ts';
import type { Core } from '#/api/composition/core.ts';
import { chooseAcquirer } from '#/domain/acquiring/choose.ts';
import { isSaleWithin } from '#/domain/platform/limits.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { cents } from '#/domain/values/money.ts';
import {
  bumpsOf,
  isInReais,
  isMethodEnabled,
  optionsOf,
  priceOfGoods,
  type CheckoutRecord,
} from '#/domain/payment/pricing.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { listCandidates, type GatewayOf } from './acquirers.ts';
import { loadCheckoutRecord } from '#/api/offers/checkout-record.ts';
import { standInsOf } from './stand-ins.ts';

/** No seller can set another colour yet (checkout.17). */
const DEFAULT_COLOR_PRIMARY = '#0762d1';

const showBumps = (checkoutRecord: CheckoutRecord): Checkout['product']['ordersBumps'] =>
  bumpsOf(checkoutRecord).map(([id, { offer, product, fakePrice }]) => {
    const { name: title, image, typeProduct } = product;
    const { title: offerTitle, price } = offer;
    return {
      id,
      offer: { title: offerTitle, price, fakePrice, product: { title, image, typeProduct } },
    };
  });

/** Chooses an acquirer for each payment method; undefined = none can be chosen. A purchase chooses again, by its own id. */
const chooseByMethod = async (core: Core, checkoutRecord: CheckoutRecord, gatewayOf: GatewayOf) => {
  const chooseFor = async (method: PaymentMethod) =>
    chooseAcquirer(
      checkoutRecord.offerId,
      await listCandidates(core, checkoutRecord, method, gatewayOf),
    );
  const [PIX, CREDIT_CARD, BILLET] = await Promise.all([
    chooseFor('PIX'),
    chooseFor('CREDIT_CARD'),
    chooseFor('BILLET'),
  ]);
  return { PIX, CREDIT_CARD, BILLET };
};

/** Shows the payment methods that an acquirer can take now (checkout.22, checkout.60). */
export const getCheckout = async (
  core: Core,
  gatewayOf: GatewayOf,
  checkoutId: string,
): Promise<Checkout> => {
  const { records, vault, ports } = core;
  const checkoutRecord = await loadCheckoutRecord(records, checkoutId);
  const { offer, product, seller, platform } = checkoutRecord;
  const { productId: _, sellerId: __, deliveryOptions, ...offerFields } = offer;
  const identity = await vault.decrypt<Identity>(seller.identity);
  const acquirers = await chooseByMethod(core, checkoutRecord, gatewayOf);
  const isOffered = (method: PaymentMethod): boolean =>
    isInReais(offer) && acquirers[method] !== undefined && isMethodEnabled(method, offer, seller);
  const paymentProvider = acquirers.CREDIT_CARD?.provider ?? 'none';
  return {
    ...offerFields,
    id: checkoutId,
    deliveryOptions: [...deliveryOptions],
    pixEnabled: isOffered('PIX'),
    creditCardEnabled: isOffered('CREDIT_CARD'),
    billetEnabled: isOffered('BILLET'),
    provider: { paymentProvider, ...gatewayOf(paymentProvider) },
    product: {
      name: product.name,
      description: product.description,
      image: product.image,
      typeProduct: product.typeProduct,
      warrantyDays: product.warrantyDays,
      ordersBumps: showBumps(checkoutRecord),
    },
    standIns: standInsOf(ports, checkoutId),
    sellerName: identity?.name ?? platform.name,
    checkoutBuilderConfig: { colorPrimary: DEFAULT_COLOR_PRIMARY },
    wording: platform.setup?.wording ?? 'STANDARD',
  };
};

/** Returns instalment options (checkout.64, money.10, money.11, money.12, money.13). */
export const getInstallments = async (
  { records }: Core,
  input: {
    readonly checkoutId: string;
    readonly orderBumpsIds: string;
    readonly fareAmount: number;
  },
): Promise<InstallmentOption[]> => {
  const checkoutRecord = await loadCheckoutRecord(records, input.checkoutId);
  const ids = input.orderBumpsIds.split(',').filter((id) => id !== '');
  const price = priceOfGoods(checkoutRecord, ids, cents(input.fareAmount));
  // Interest may lift the total above the largest sale that masters allow (people.220). The option of one instalment is shown even then:
  // when the buyer pays, the refusal gives the reason.
  return optionsOf(checkoutRecord, price)
    .filter(
      ({ installmentNumber, total }) =>
        installmentNumber === 1 || isSaleWithin(checkoutRecord.platform.setup, total),
    )
    .map(({ interest: _, ...option }) => option);
};
