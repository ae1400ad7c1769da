import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { cookieValue } from '#/api/http/cookie-value.ts';
import { derivedKey } from '#/ledger/vault/cipher.ts';

/**
 * A browser that signed in to an account is known by a cookie of its own, and its tries are counted apart from everybody
 * else's: so strangers can make each other wait, and never the account's owner (OWASP, *Slow Down Online Guessing Attacks
 * with Device Cookies*). The cookie opens nothing: who has it may only try.
 */
export interface DeviceCookies {
  /** The device's id, when its cookie was given out for this account and is not too old. */
  readonly read: (cookies: string | undefined, email: string) => string | undefined;
  /** `Set-Cookie` of a browser that signed in just now. */
  readonly issue: (email: string) => string;
}

const GOOD_FOR_SECONDS = 180 * 24 * 60 * 60;

const spoken = z.tuple([z.uuid(), z.coerce.number().int().positive(), z.hex().length(64)]);

export const createDeviceCookies = (options: {
  readonly secret: string;
  readonly isSecure: boolean;
  readonly nowMs?: () => number;
}): DeviceCookies => {
  const { isSecure, nowMs = Date.now } = options;
  const key = derivedKey(Buffer.from(options.secret), 'device cookie');
  const name = isSecure ? '__Secure-razao.device' : 'razao.device';
  // Not even a digest of the e-mail stands in it.
  const sign = (email: string, device: string, issuedAt: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([email.trim().toLowerCase(), device, issuedAt]))
      .digest('hex');

  return {
    read: (cookies, email) => {
      const parsed = spoken.safeParse(cookieValue(cookies, name)?.split('.'));
      if (!parsed.success) return undefined;
      const [device, issuedAt, signature] = parsed.data;
      const own = sign(email, device, issuedAt);
      if (!timingSafeEqual(Buffer.from(own), Buffer.from(signature.toLowerCase())))
        return undefined;
      return nowMs() / 1_000 - issuedAt < GOOD_FOR_SECONDS ? device : undefined;
    },
    issue: (email) => {
      const device = randomUUID();
      const issuedAt = Math.floor(nowMs() / 1_000);
      const value = [device, issuedAt, sign(email, device, issuedAt)].join('.');
      const attributes = `Max-Age=${GOOD_FOR_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax`;
      return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
    },
  };
};
