import { use } from 'react';
import { receivers as portuguese, type ReceiverTexts } from '#/web/i18n/pt-br/receivers.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<ReceiverTexts> | undefined;

const fetchEnglish = async (): Promise<ReceiverTexts> =>
  (await import('#/web/i18n/en/receivers.ts')).receivers;

const english = (): Promise<ReceiverTexts> => (loadingEnglish ??= fetchEnglish());

/** Separate from the other texts, because only two screens need them. */
export const useReceiverTexts = (): ReceiverTexts =>
  useLanguage() === 'pt' ? portuguese : use(english());
