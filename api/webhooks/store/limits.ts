import type { Outcome } from './notice-store.ts';

/**
 * A target is the charge or payout that notices name. The pause between two read-backs of a target doubles while notices keep coming, from
 * `first` to `longest`; for a proved notice it is no longer than `longestProved`, whatever strangers send.
 */
export const GAP_MS = { first: 250, longest: 30_000, longestProved: 2_000 };

/**
 * An unproved notice that names a charge or payout unknown to us, and no payment, is processed after this wait: the webhook endpoint has
 * just looked for the charge or payout, and found none.
 */
export const UNKNOWN_TRANSACTION_SECONDS = 1;

const DAY_SECONDS = 86_400;

/**
 * Seconds between read-backs of a target without a final result: they grow from `first` to `longest` until its last notice is
 * `denseFor` old, then they are `sparse`. After `until` (`unprovedUntil` for an unproved target), the acquirer is not asked any more.
 */
export const RETRY_SECONDS = {
  first: 1,
  longest: 3_600,
  denseFor: 3 * DAY_SECONDS,
  sparse: DAY_SECONDS,
  until: 30 * DAY_SECONDS,
  unprovedUntil: 15 * 60,
};

/** A genuine target is asked about this often even after `until`, because the product may have been down meanwhile. */
export const LEAST_TRIES = 24;

/** Lease of a target; longer than a provider may take to answer. */
export const TAKEN_SECONDS = 30;

/**
 * Concurrent read-backs per account in this process, so that other accounts do not wait behind a slow one. Genuine and unproved targets are
 * counted apart. Read-backs by other processes are not counted: a killed process would keep its places for as long as its leases last. A
 * target leased with its first notice is counted, but leased even beyond this number.
 */
export const MOST_OF_AN_ACCOUNT = 16;

/** Outcomes that a later attempt may change. */
export const RETRIED: readonly Outcome[] = ['UNKNOWN_TRANSACTION', 'FAILED', 'UNCONFIRMED'];

/** The number of attempts of a notice that are shown: its first ones. */
export const SHOWN_ATTEMPTS = 500;

/** Days that notices and deliveries are kept. */
export const KEPT_DAYS = 90;

/** Unproved notices about no charge or payout of ours: days that they are kept, and the maximum number of their targets. */
export const UNPROVED_KEPT_DAYS = 7;
export const UNPROVED_TARGETS = { ofAnAccount: 200, inAll: 2_000 };

/** Unproved notices kept per target. */
export const UNPROVED_OF_A_TARGET = 20;

/** Deliveries kept per account that could not be read or authenticated (`bad`), or are not about charges or payouts (`ignored`). */
export const UNREAD_OF_AN_ACCOUNT = { bad: 200, ignored: 50 };
