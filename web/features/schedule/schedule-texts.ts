import { schedule } from '#/web/i18n/pt-br/payouts/schedule.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useScheduleTexts = makeTexts(
  schedule,
  async () => (await import('#/web/i18n/en/payouts/schedule.ts')).schedule,
);
