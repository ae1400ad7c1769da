import { receivers } from '#/web/i18n/pt-br/receivers.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useReceiverTexts = makeTexts(
  receivers,
  async () => (await import('#/web/i18n/en/receivers.ts')).receivers,
);
