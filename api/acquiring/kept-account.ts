import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AccountThere } from '#/domain/call-attempt.ts';
import { canonicalJson } from '#/domain/canonical-json.ts';

/** A platform's account at an acquirer, as it is stored with the secrets. */
export interface KeptAccount extends AccountThere {
  readonly merchantAccount: string;
  readonly credential: number;
  /** In the form that the acquirer's adapter parses. */
  readonly account: unknown;
}

const withNewKeys = z.strictObject({
  merchantAccount: z.string(),
  credential: z.int().positive(),
  account: z.unknown(),
});

/**
 * Names an account by its first keys as they were given, the same for all platforms that gave them. What an adapter adds to them, such as
 * the acquirer's address, may be another one in its next release, and must not name the account.
 */
export const nameOf = (provider: string, account: unknown): string =>
  createHash('sha256')
    .update(canonicalJson([provider, account]))
    .digest('base64url')
    .slice(0, 32);

/** The owner under which the secrets hold the names of accounts by their later keys; no platform's id has a colon. */
export const RENEWED = 'acquirer:renewed';

/** Reads a stored account. With its first keys an account is stored bare; one that got new keys is stored with its former name. */
export const keptAccount = (provider: string, value: unknown): KeptAccount | undefined => {
  if (value === undefined) return undefined;
  const { data } = withNewKeys.safeParse(value);
  return data ?? { account: value, credential: 1, merchantAccount: nameOf(provider, value) };
};
