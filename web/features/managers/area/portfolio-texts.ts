import { portfolio } from '#/web/i18n/pt-br/people/portfolio.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const usePortfolioTexts = makeTexts(
  portfolio,
  async () => (await import('#/web/i18n/en/people/portfolio.ts')).portfolio,
);
