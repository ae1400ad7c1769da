/**
 * The chart of accounts. An address is `<owner>:<id>:<part>`; money only ever moves from one address to another, so the sum of
 * all balances is always zero. A balance is credits minus debits: positive for what we owe others and what we earned, negative
 * for what providers owe us.
 */

/** Money that a provider has collected for us and not yet paid out. */
export const providerClearing = (providerId: string): string => `provider:${providerId}:clearing`;

/** Approved money not yet booked to sellers' accounts; zero whenever policies have caught up. */
export const platformSettling = (platformId: string): string => `platform:${platformId}:settling`;

/** Money that providers say moved, and that no sale or withdrawal explains: it waits for a person (money.84, money.92). */
export const platformUnapplied = (platformId: string): string => `platform:${platformId}:unapplied`;

/** The platform's earnings: fees of sales and withdrawals, and the buyers' instalment interest. */
export const platformFees = (platformId: string): string => `platform:${platformId}:fees`;
export const platformInterest = (platformId: string): string => `platform:${platformId}:interest`;

/** What the platform bears: money that went back twice, or sales that were paid in part. */
export const platformLosses = (platformId: string): string => `platform:${platformId}:losses`;

/** A seller's money: not yet due, free to withdraw, and held for withdrawals and refunds under way. */
export const receiverPending = (sellerId: string): string => `receiver:${sellerId}:pending`;
export const receiverAvailable = (sellerId: string): string => `receiver:${sellerId}:available`;
export const receiverHeld = (sellerId: string): string => `receiver:${sellerId}:held`;

export type LedgerAccountKind = 'ASSET' | 'LIABILITY' | 'REVENUE' | 'EXPENSE';

export interface LedgerAccount {
  readonly owner: 'provider' | 'platform' | 'receiver';
  readonly id: string;
  readonly part: string;
  readonly kind: LedgerAccountKind;
}

const KINDS: Readonly<Record<string, LedgerAccountKind>> = {
  'provider:clearing': 'ASSET',
  'platform:settling': 'LIABILITY',
  'platform:unapplied': 'LIABILITY',
  'platform:fees': 'REVENUE',
  'platform:interest': 'REVENUE',
  'platform:losses': 'EXPENSE',
  'receiver:pending': 'LIABILITY',
  'receiver:available': 'LIABILITY',
  'receiver:held': 'LIABILITY',
};

/** Parses an address. @throws RangeError when it is not in the chart */
export const ledgerAccount = (address: string): LedgerAccount => {
  const [owner, id, part] = address.split(':');
  const kind = KINDS[`${owner}:${part}`];
  if (!kind || !id || !part) throw new RangeError(`not in the chart of accounts: ${address}`);
  if (owner !== 'provider' && owner !== 'platform' && owner !== 'receiver') {
    throw new RangeError(`not in the chart of accounts: ${address}`);
  }
  return { owner, id, part, kind };
};
