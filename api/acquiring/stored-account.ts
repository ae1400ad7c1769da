import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AccountThere } from '#/domain/acquiring/call-attempt.ts';
import { canonicalJson } from '#/domain/values/canonical-json.ts';

/** A platform's account at an acquirer, as it is stored with the secrets. */
export interface StoredAccount extends AccountThere {
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
 * Names an account by a digest of its keys, so that all platforms that give the same keys get the same name. An account keeps the name of
 * its first keys. The digest leaves out what an adapter adds, such as the acquirer's address: a release may change that, and the name must
 * remain.
 */
export const nameOf = (provider: string, account: unknown): string =>
  createHash('sha256')
    .update(canonicalJson([provider, account]))
    .digest('base64url')
    .slice(0, 32);

/** The owner of the entries that say to which account later keys belong (`renew`). No platform's id has a colon, so none equals it. */
export const RENEWED = 'acquirer:renewed';

/** Reads a stored account. While an account has its first keys, only the keys are stored; with later ones, its name is stored too. */
export const readStoredAccount = (provider: string, value: unknown): StoredAccount | undefined => {
  if (value === undefined) return undefined;
  const { data } = withNewKeys.safeParse(value);
  return data ?? { account: value, credential: 1, merchantAccount: nameOf(provider, value) };
};
