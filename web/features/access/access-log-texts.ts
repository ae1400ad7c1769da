import { accessLog } from '#/web/i18n/pt-br/access-log.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useAccessLogTexts = makeTexts(
  accessLog,
  async () => (await import('#/web/i18n/en/access-log.ts')).accessLog,
);
