import { receipt } from '#/web/i18n/pt-br/payouts/receipt.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because only its page needs them. */
export const useReceiptTexts = makeTexts(
  receipt,
  async () => (await import('#/web/i18n/en/payouts/receipt.ts')).receipt,
);
