import { createHash, createHmac } from 'node:crypto';
import { derivedKey } from '#/ledger/vault/cipher.ts';

/** The digest is what is stored. Tokens have 256 random bits, so a fast hash suffices. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export type LinkPage = '/welcome' | '/register' | '/confirm-email';

/** A usable link, and the address to which it may go. */
export interface OpenLink {
  readonly email: string;
  readonly url: string;
}

/**
 * Derives a link's token from the link's id and our secret, so that the log may hold the id. In the URL the token follows the #, which
 * browsers do not send.
 * @param purpose the same id has another token for another purpose
 */
export const createLinkTokens = (
  purpose: string,
  page: LinkPage,
  { secret, publicUrl }: { readonly secret: string; readonly publicUrl: string },
) => {
  const key = derivedKey(Buffer.from(secret), purpose);
  const tokenOf = (linkId: string): string =>
    createHmac('sha256', key).update(linkId).digest('base64url');
  return {
    digest: (linkId: string): Buffer => digestOf(tokenOf(linkId)),
    urlOf: (linkId: string, search = ''): string =>
      `${publicUrl}${page}${search}#${tokenOf(linkId)}`,
  };
};

export type LinkTokens = ReturnType<typeof createLinkTokens>;
