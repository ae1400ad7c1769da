import type { PurchaseInput } from '#/api/contract/checkout.ts';
import type { DeliveryAddress } from '#/web/checkout/page/delivery-address.ts';

const joinPresent = (separator: string, ...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(separator);

/** The postal address is empty when the request has no street. */
export const deliveryAddressOf = (request: PurchaseInput): DeliveryAddress => {
  const { email, street, number, complement, district, city, state, cep = '' } = request;
  if (street === undefined) return { email, address: [] };
  return {
    email,
    address: [
      joinPresent(', ', street, number, complement),
      joinPresent(', ', district, joinPresent('/', city, state)),
      cep.replace(/^(\d{5})(\d{3})$/, '$1-$2'),
    ],
  };
};
