import type { PurchaseInput } from '#/api/contract/checkout.ts';
import type { Destination } from '#/web/lib/destination.ts';

const joined = (separator: string, ...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(separator);

/** Where a purchase goes: by e-mail, and home when it has a street. */
export const destinationOf = (request: PurchaseInput): Destination => {
  const { email, street, number, complement, district, city, state, cep = '' } = request;
  if (street === undefined) return { email, address: [] };
  return {
    email,
    address: [
      joined(', ', street, number, complement),
      joined(', ', district, joined('/', city, state)),
      cep.replace(/^(\d{5})(\d{3})$/, '$1-$2'),
    ],
  };
};
