import { paymentStatus as english } from '#/web/i18n/en/payment-status.ts';
import { paymentStatus as portuguese } from '#/web/i18n/pt-br/payment-status.ts';
import { dictionaryHook } from '#/web/lib/i18n.ts';
import type { Dictionary } from '#/web/lib/i18n.ts';

export type PaymentStatusTexts = Dictionary<typeof portuguese>;

export const paymentStatusTexts = { pt: portuguese, en: english };

export const useTexts = dictionaryHook<PaymentStatusTexts>(paymentStatusTexts);
