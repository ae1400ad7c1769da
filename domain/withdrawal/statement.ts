import { z } from 'zod';
import { canonicalJson } from '#/domain/values/canonical-json.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { amountInCents, currencySchema } from '#/domain/values/money.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { RequestedWithdrawal, WithdrawalEvent } from './decider.ts';

/** SHA-256, or an Ed25519 public key, in hexadecimal. */
const hex32 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a platform signs before a payout is sent (people.153). */
export const payoutStatement = z.strictObject({
  /** The amount that the acquirer must pay out, in cents of the currency. */
  amount: amountInCents,
  /** Members of staff who approved it; none if it needed no approval. */
  approvers: z.array(z.string()).max(2),
  at: timestampSchema,
  currency: currencySchema,
  /** SHA-256 over the destination and a random value: no one can guess the destination from the hash. */
  destination: hex32,
  platform: aggregateId,
  withdrawal: aggregateId,
});

export type PayoutStatement = z.output<typeof payoutStatement>;

/** An Ed25519 signature, and the public key that it fits. */
const signatureFields = {
  keyId: hex32,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
};

/** The statement of a payout with its signature; withdrawal and platform are the event's. */
export const signedStatement = z.strictObject({
  ...payoutStatement.omit({ platform: true, withdrawal: true, at: true }).shape,
  signedAt: timestampSchema,
  ...signatureFields,
});

export type SignedStatement = z.output<typeof signedStatement>;

/** Canonical JSON (RFC 8785). */
export const statementText = (
  withdrawal: string,
  platform: string,
  {
    amount,
    approvers,
    currency,
    destination,
    signedAt: at,
  }: Omit<SignedStatement, keyof typeof signatureFields>,
): string =>
  canonicalJson({
    amount,
    approvers,
    at,
    currency,
    destination,
    platform,
    withdrawal,
  } satisfies PayoutStatement);

/**
 * Records the signed statement, unless one is on record.
 * @throws Refused `withdrawal/not-signed` unless the statement names the approvers on record, in their order
 */
export const newlySigned = (
  { requested, approvals, signed: before }: RequestedWithdrawal,
  { signed, now: at }: Extract<WithdrawalCommand, { type: 'BeginPayout' }>,
): readonly WithdrawalEvent[] => {
  if (before) return [];
  const isComplete = approvals.every(({ by }, index) => by === signed?.approvers[index]);
  if (!signed || !isComplete || signed.approvers.length !== approvals.length)
    throw new Refused('withdrawal/not-signed');
  const { platformId, receiverId } = requested;
  return [{ type: 'WithdrawalSigned', data: { platformId, receiverId, ...signed, at } }];
};
