import { receipt } from '#/web/i18n/pt-br/payouts/receipt.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useReceiptTexts = makeTexts(
  receipt,
  async () => (await import('#/web/i18n/en/payouts/receipt.ts')).receipt,
);
