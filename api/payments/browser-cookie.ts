import { thisMachine } from '#/ledger/machine.ts';
import { cookieValue } from '#/api/http/cookie-value.ts';

/** A cookie links two purchases of one browser. Its value is a random number that grants no access. */

const GOOD_FOR_SECONDS = 24 * 60 * 60;
const RANDOM_BYTES = 32;
const VALUE = /^[\w-]{43}$/;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** Returns the cookie's name; with TLS, one that no other host of the domain can set (RFC 6265bis §4.1.3). */
const nameAt = (publicUrl: string): string =>
  isSecure(publicUrl) ? '__Host-razao.browser' : 'razao.browser';

export const browserOf = (cookies: string | undefined, publicUrl: string): string | undefined => {
  const value = cookieValue(cookies, nameAt(publicUrl));
  return value !== undefined && VALUE.test(value) ? value : undefined;
};

export const newBrowserCookie = (publicUrl: string): string => {
  const value = thisMachine.bytes(RANDOM_BYTES).toString('base64url');
  const attributes = `Max-Age=${GOOD_FOR_SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
  return `${nameAt(publicUrl)}=${value}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
};
