import { receipt } from '#/web/i18n/pt-br/payouts/receipt.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useReceiptTexts = makeTexts(
  receipt,
  async () => (await import('#/web/i18n/en/payouts/receipt.ts')).receipt,
);
