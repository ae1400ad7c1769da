import { receivers } from '#/web/i18n/pt-br/receivers.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useReceiverTexts = makeTexts(
  receivers,
  async () => (await import('#/web/i18n/en/receivers.ts')).receivers,
);
