import { staff } from '#/web/i18n/pt-br/people/staff.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useStaffTexts = makeTexts(
  staff,
  async () => (await import('#/web/i18n/en/people/staff.ts')).staff,
);
