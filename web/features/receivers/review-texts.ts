import { receiverReview } from '#/web/i18n/pt-br/receiver-review.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the texts that sellers see too. */
export const useReviewTexts = makeTexts(
  receiverReview,
  async () => (await import('#/web/i18n/en/receiver-review.ts')).receiverReview,
);
