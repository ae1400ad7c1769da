import { receiverReview } from '#/web/i18n/pt-br/receiver-review.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Sellers do not see these texts. */
export const useReviewTexts = makeTexts(
  receiverReview,
  async () => (await import('#/web/i18n/en/receiver-review.ts')).receiverReview,
);
