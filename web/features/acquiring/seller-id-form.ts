import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface SellerIdValues {
  readonly sellerId: string;
}

/** The server refuses an id that no seller has. */
export const sellerIdErrors = ({
  sellerId,
}: SellerIdValues): FormErrors<SellerIdValues, 'missing'> => ({
  sellerId: sellerId.trim() === '' ? 'missing' : undefined,
});
