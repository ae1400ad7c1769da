import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { cookieValue } from '#/api/http/cookie-value.ts';
import { derivedKey } from '#/ledger/vault/cipher.ts';
import { thisMachine } from '#/ledger/machine.ts';

/**
 * A cookie for a browser that signed in to an account. A stranger's attempts at the account do not slow this browser down (OWASP, *Slow
 * Down Online Guessing Attacks with Device Cookies*). The cookie grants no access.
 */
export interface DeviceCookies {
  /** Returns the device if its cookie is for this account and has not expired. */
  readonly read: (cookies: string | undefined, email: string) => Device | undefined;
  /** Returns the `Set-Cookie` value for a browser that has just signed in. */
  readonly issue: (email: string) => string;
}

/** A browser that signed in to an account. `signedInAt` is in Unix seconds. */
export interface Device {
  readonly id: string;
  readonly signedInAt: number;
}

const GOOD_FOR_SECONDS = 180 * 24 * 60 * 60;

const cookieFields = z.tuple([z.uuid(), z.coerce.number().int().positive(), z.hex().length(64)]);

export const createDeviceCookies = (options: {
  readonly secret: string;
  readonly isSecure: boolean;
  readonly nowMs?: () => number;
}): DeviceCookies => {
  const { isSecure, nowMs = thisMachine.wallMs } = options;
  const key = derivedKey(Buffer.from(options.secret), 'device cookie');
  const name = isSecure ? '__Secure-razao.device' : 'razao.device';
  // Keyed, so that a holder of the cookie cannot find its e-mail by trying addresses.
  const sign = (email: string, device: string, issuedAt: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([email.trim().toLowerCase(), device, issuedAt]))
      .digest('hex');

  return {
    read: (cookies, email) => {
      const parsed = cookieFields.safeParse(cookieValue(cookies, name)?.split('.'));
      if (!parsed.success) return undefined;
      const [id, signedInAt, signature] = parsed.data;
      const expected = sign(email, id, signedInAt);
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature.toLowerCase())))
        return undefined;
      return nowMs() / 1_000 - signedInAt < GOOD_FOR_SECONDS ? { id, signedInAt } : undefined;
    },
    issue: (email) => {
      const device = thisMachine.uuid();
      const issuedAt = Math.floor(nowMs() / 1_000);
      const value = [device, issuedAt, sign(email, device, issuedAt)].join('.');
      const attributes = `Max-Age=${GOOD_FOR_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax`;
      return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
    },
  };
};

/** Selects the user $1 if the sign-in at $2 (Unix seconds) was before the last change of password or second factor. */
const CHANGED_SINCE = `SELECT FROM auth."user" AS who
  LEFT JOIN auth.account ON account."userId" = who.id
  LEFT JOIN auth.second_factor AS factor ON factor.user_id = who.id AND factor.secret IS NOT NULL
  WHERE who.email = $1
    AND to_timestamp($2) < date_trunc('second', greatest(account."updatedAt", factor.changed_at))`;

/** False if the password or second factor changed after this sign-in: the device may be that of a thief who signed in before. */
export const isStillKnown = async (
  pool: Pool,
  email: string,
  { signedInAt }: Device,
): Promise<boolean> => {
  const { rowCount } = await pool.query(CHANGED_SINCE, [email.trim().toLowerCase(), signedInAt]);
  return rowCount === 0;
};
