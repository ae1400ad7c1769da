import { userRecord } from '#/web/i18n/pt-br/people/user-record.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useUserRecordTexts = makeTexts(
  userRecord,
  async () => (await import('#/web/i18n/en/people/user-record.ts')).userRecord,
);
