import { signingKeys } from '#/web/i18n/pt-br/people/signing-keys.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useSigningKeysTexts = makeTexts(
  signingKeys,
  async () => (await import('#/web/i18n/en/people/signing-keys.ts')).signingKeys,
);
