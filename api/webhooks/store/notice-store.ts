import type { Notice } from '#/api/contract/notices.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { ProviderNotice } from '#/domain/ports/notice.ts';
import type { RedactedDelivery } from '#/api/webhooks/redact-notice.ts';

export type Outcome = Notice['outcome'];

/**
 * `genuine` = a notice was proved or the target is ours; `unproved` = anybody may have sent it. Each kind has its own places for
 * read-backs.
 */
export type Trust = 'genuine' | 'unproved';

/** The right of this process to read back a target; after `TAKEN_SECONDS` another process may take the target. */
export interface Lease {
  readonly targetId: string;
  /** How many leases the target has had, this one included. Once the target has a newer lease, an older one can no longer end anything. */
  readonly leaseNumber: number;
}

/** A provider's webhook as received; stored outside the event log, because it is a hint and not a fact. */
export interface StoredNotice extends Omit<Notice, 'providerLabel'> {
  /** Position among all notices. */
  readonly sequence: string;
  /** Platform whose account it was sent to; null where all platforms share one address and the notice names none. */
  readonly platformId: string | null;
  readonly type: ProviderNotice['type'];
  /** Our id of the charge; null if the notice does not name it. */
  readonly orderId: string | null;
  /** Certainly from the provider. */
  readonly isAuthentic: boolean;
  /** Authentic, or sent to the secret address. */
  readonly isProved: boolean;
}

/** Source of a delivery. */
export interface Sender {
  readonly provider: string;
  readonly platformId: string | null;
  readonly isAuthentic: boolean;
  readonly isProved: boolean;
}

/** A notice, and whether it is about a charge or payout of ours. */
export interface RecognisedNotice {
  readonly notice: ProviderNotice;
  readonly isKnown: boolean;
  readonly paymentId: string | null;
}

/** One attempt to process a notice. */
export interface Attempt {
  readonly at: string;
  readonly outcome: Outcome;
  readonly failure: string | null;
}

/** Result of storing a delivery. */
export interface StoreResult {
  /** New notices; the others were duplicates. */
  readonly kept: number;
  /** Milliseconds until the first of its targets is read back; null when its only target was taken at once. */
  readonly dueInMs: number | null;
  /** Number of older unproved notices that were deleted to make room. */
  readonly dropped: number;
  /** The new target of its only notice, leased to this process; absent if none was leased. */
  readonly leased?: LeasedTarget | undefined;
}

/** Why a delivery causes no read-back; `failure` explains an invalid one. */
export type UnreadEnd =
  | { readonly outcome: 'UNAUTHORIZED' | 'UNREADABLE'; readonly failure: string }
  | { readonly outcome: 'IGNORED'; readonly failure: null };

/** A target, that is one charge or payout, that this process reads back for all its waiting notices. */
export interface LeasedTarget extends Lease {
  readonly notices: readonly StoredNotice[];
}

export interface NoticeEnd {
  readonly outcome: Outcome;
  readonly paymentId?: string;
  readonly platformId?: string;
  readonly failure?: string;
  /**
   * The statuses that a notice may claim and the provider's answer confirms; `[]` = it confirms none. Absent when no answer was compared
   * with the notice: for example the provider gave none, or the notice is about no charge or payout of ours.
   */
  readonly confirmed?: readonly PaymentStatus[];
}

export interface NoticeStore {
  /**
   * Stores the new notices and schedules a read-back of each of their targets, also for repeated notices. The read-back comes soon, and
   * all notices about a target that arrive before it share it.
   * @param takes true = this process is free to read back. If the delivery has a single notice, whose target is new, and which is proved
   * or about a charge or payout of ours, the target is leased to this process at once
   */
  store(
    sender: Sender,
    recognised: readonly RecognisedNotice[],
    delivery: RedactedDelivery,
    takes?: boolean,
  ): Promise<StoreResult>;
  /**
   * Stores a notice that is irrelevant to us, or could not be authenticated or read. @returns how many older ones were
   * deleted
   */
  storeUnread(
    sender: Pick<Sender, 'provider' | 'platformId'>,
    end: UnreadEnd,
    delivery: RedactedDelivery,
  ): Promise<number>;
  /** Takes due targets, each leased to this process until it is concluded or the lease ends. */
  take(
    trust: Trust,
    limit: number,
  ): Promise<{ readonly items: readonly LeasedTarget[]; readonly isMore: boolean }>;
  /**
   * Records the results of notices. With a lease, also ends the lease, and schedules the next read-back of its target if one is needed.
   */
  conclude(ends: ReadonlyMap<string, NoticeEnd>, lease?: Lease): Promise<void>;
  /** Returns whether an unproved notice may cause a query about this payment now. */
  maySearch(payment: {
    readonly provider: string;
    readonly account: string;
    readonly paymentId: string;
  }): Promise<boolean>;
  get(noticeId: string): Promise<StoredNotice | undefined>;
  /** Returns a notice's delivery; null for an unknown notice, and for those of releases that stored no deliveries. */
  deliveryOf(noticeId: string): Promise<RedactedDelivery | null>;
  /** The first `SHOWN_ATTEMPTS`, the oldest first. */
  attemptsOf(noticeId: string): Promise<readonly Attempt[]>;
  /** Deletes expired rows, perhaps leaving some for the next call; returns how many. */
  forgetOld(): Promise<number>;
  /** Deletes unproved notices beyond the overall limit; returns how many. */
  boundUnproved(): Promise<number>;
  list(filter: NoticeFilter): Promise<readonly StoredNotice[]>;
  /** Counts targets that wait for a read-back or have one under way, by trust; `kept` = all unproved targets. */
  counts(): Promise<Readonly<Record<Trust | 'kept', number>>>;
}

export interface NoticeFilter {
  /** Null = notices without a platform. */
  readonly platformId: string | null;
  readonly outcome?: Outcome;
  readonly paymentId?: string;
  /** Sequence of the last notice of the page before, as the newest come first; absent = the first page. */
  readonly before?: string;
  readonly limit: number;
}
