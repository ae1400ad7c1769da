import { randomBytes } from 'node:crypto';
import { cookieValue } from '#/api/http/cookie-value.ts';

/**
 * By which two purchases of one browser are known (`twin-purchases.ts`): a random number that nobody guesses and no script
 * reads. It says nothing of who buys, opens nothing, and ends after a day.
 */
const GOOD_FOR_SECONDS = 24 * 60 * 60;
const RANDOM_BYTES = 32;
const SPOKEN = /^[\w-]{43}$/;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** With TLS under a name that no other site of the domain can set (RFC 6265bis §4.1.3). */
const nameAt = (publicUrl: string): string =>
  isSecure(publicUrl) ? '__Host-razao.browser' : 'razao.browser';

/** The browser that sent these cookies; undefined when it came without ours. */
export const browserOf = (cookies: string | undefined, publicUrl: string): string | undefined => {
  const value = cookieValue(cookies, nameAt(publicUrl));
  return value !== undefined && SPOKEN.test(value) ? value : undefined;
};

/** `Set-Cookie` for a browser that has none. */
export const newBrowserCookie = (publicUrl: string): string => {
  const value = randomBytes(RANDOM_BYTES).toString('base64url');
  const attributes = `Max-Age=${GOOD_FOR_SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
  return `${nameAt(publicUrl)}=${value}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
};
