import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface SellerIdValues {
  readonly sellerId: string;
}

/** Any other text may be an id: a seller that does not exist is the server's to refuse. */
export const sellerIdErrors = ({
  sellerId,
}: SellerIdValues): FormErrors<SellerIdValues, 'missing'> => ({
  sellerId: sellerId.trim() === '' ? 'missing' : undefined,
});
