import type { Outcome } from './notice-store.ts';

/** Pause between two queries about a charge; doubles while notices come, so that a flood causes few queries. */
export const GAP_MS = { first: 250, longest: 30_000, longestProved: 2_000 };

/** Wait before the payment of an unproved notice is sought again, if the charge is unknown and the notice names no order. */
export const UNKNOWN_TRANSACTION_SECONDS = 1;

const DAY_SECONDS = 86_400;

/** Growing pauses between queries without a final result: `sparse` once `denseFor` is over, and no query after `until`. */
export const RETRY_SECONDS = {
  first: 1,
  longest: 3_600,
  denseFor: 3 * DAY_SECONDS,
  sparse: DAY_SECONDS,
  until: 30 * DAY_SECONDS,
  unprovedUntil: 15 * 60,
};

/**
 * Fewest look-ups of a genuine charge or payout (proved, or ours) without a final result. They are made even after `until`, because this
 * server may have been down. A try that the acquirer did not answer does not count, and is the last one only at `MOST_TRIES`: the acquirer
 * may be down or disconnected, or our clock wrong.
 */
export const LEAST_TRIES = 24;

/** Most tries in all, so that a target of an acquirer that is never connected again does not wait for ever: about a year. */
export const MOST_TRIES = 450;

/** An epoch may begin this long after the log lost its last events, because the log may be unreachable in between. */
export const LOST_SECONDS = 3_600;

/** Lease of a target; longer than a provider may take to answer. */
export const TAKEN_SECONDS = 30;

/** A read-back or the end of a lease that is this far ahead was set while the clock was wrong; twice the longest that is ever set. */
export const WRONG_CLOCK_SECONDS = { due: 2 * RETRY_SECONDS.sparse, taken: 2 * TAKEN_SECONDS };

/** Concurrent read-backs per account in this process, so that other accounts do not wait behind a slow one. */
export const MOST_OF_AN_ACCOUNT = 16;

/** Outcomes after which the acquirer is asked again. */
export const RETRIED: readonly Outcome[] = ['UNKNOWN_TRANSACTION', 'FAILED', 'UNCONFIRMED'];

/** Attempts shown per notice: the first ones. */
export const SHOWN_ATTEMPTS = 500;

export const KEPT_DAYS = 90;

/** Limits for unproved notices about no charge or payout of ours. */
export const UNPROVED_KEPT_DAYS = 7;
export const UNPROVED_TARGETS = { ofAnAccount: 200, inAll: 2_000 };

export const UNPROVED_OF_A_TARGET = 20;

/** Most unprocessed deliveries kept of an account: `bad` = unreadable or not authenticated; `ignored` = not about charges or payouts. */
export const UNREAD_OF_AN_ACCOUNT = { bad: 200, ignored: 50 };
