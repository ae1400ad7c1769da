import { z } from 'zod';
import type { AccountThere } from '#/domain/call-attempt.ts';

/** A platform's account at an acquirer, as it is kept with the secrets. */
export interface KeptAccount extends AccountThere {
  /** In the form that the acquirer's adapter parses. */
  readonly account: unknown;
  readonly credential: number;
}

const withNewKeys = z.strictObject({
  merchantAccount: z.string(),
  credential: z.int().positive(),
  account: z.unknown(),
});

/**
 * Reads what is kept. An account with its first keys is kept bare, and its adapter names it by them; one that got new keys keeps the
 * name that it had.
 */
export const keptAccount = (value: unknown): KeptAccount | undefined => {
  if (value === undefined) return undefined;
  const { data } = withNewKeys.safeParse(value);
  return data ?? { account: value, credential: 1 };
};
