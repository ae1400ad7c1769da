import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AcquirerAccount } from '#/domain/acquiring/call-attempt.ts';
import { canonicalJson } from '#/domain/values/canonical-json.ts';

export interface StoredAccount extends AcquirerAccount {
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
 * Returns the name of an account: a digest of its first keys as typed. The same keys get the same name on all platforms and in later
 * releases.
 */
export const digestOf = (provider: string, account: unknown): string =>
  createHash('sha256')
    .update(canonicalJson([provider, account]))
    .digest('base64url')
    .slice(0, 32);

/** The owner, in `credentials`, of entries that say to which account renewed keys belong. It has a colon, which no platform's id has. */
export const RENEWED = 'acquirer:renewed';

/** Reads a stored account: its first keys are stored alone, and their digest is its name; renewed keys are stored with that name. */
export const readStoredAccount = (provider: string, value: unknown): StoredAccount | undefined => {
  if (value === undefined) return undefined;
  const { data } = withNewKeys.safeParse(value);
  return data ?? { account: value, credential: 1, merchantAccount: digestOf(provider, value) };
};
