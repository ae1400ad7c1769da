import { checkout as english } from '#/web/i18n/en/checkout.ts';
import { checkout as portuguese } from '#/web/i18n/pt-br/checkout.ts';
import { dictionaryHook } from '#/web/lib/i18n.ts';
import type { Dictionary } from '#/web/lib/i18n.ts';

export type CheckoutTexts = Dictionary<typeof portuguese>;

export const checkoutTexts = { pt: portuguese, en: english };

export const useTexts = dictionaryHook<CheckoutTexts>(checkoutTexts);
