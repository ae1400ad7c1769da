import type { Notice } from '#/api/contract/notices.ts';
import type { Confirmation } from '#/domain/payment/confirmation.ts';
import type { ProviderNotice } from '#/domain/ports/notice.ts';
import type { RedactedDelivery } from '#/api/webhooks/redact-notice.ts';

export type Outcome = Notice['outcome'];

/** `unproved` = anybody may have sent it; `genuine` = proved, or about a charge or payout of ours. */
export type Trust = 'genuine' | 'unproved';

/** The right of one process to ask an acquirer about a target; after `TAKEN_SECONDS` another process may take the target. */
export interface Lease {
  readonly targetId: string;
  /** Each new lease of a target has a higher number. A result under an older lease does not end the newer one. */
  readonly leaseNumber: number;
}

/** A provider's webhook as received; outside the event log, because it is a hint and not a fact. */
export interface StoredNotice extends Omit<Notice, 'providerLabel' | 'isStillAsked'> {
  readonly sequence: string;
  /** When it came last: an acquirer may send the same notice again. */
  readonly lastReceivedAt: string;
  /** How often it came again. */
  readonly repeats: number;
  /** Null where the address and the notice name no platform. */
  readonly platformId: string | null;
  readonly type: ProviderNotice['type'];
  readonly orderId: string | null;
  /** Certainly from the provider. */
  readonly isAuthentic: boolean;
  /**
   * The account whose secret proves the notice, if that account had been disconnected or replaced: others may know its secret by then. Null =
   * none. Such a notice is not `isAuthentic`.
   */
  readonly formerAccount: string | null;
  /** Authentic, or sent to the secret address. */
  readonly isProved: boolean;
}

/** As staff see it. */
export interface ShownNotice extends StoredNotice, Pick<Notice, 'isStillAsked'> {}

export interface Sender {
  readonly provider: string;
  readonly platformId: string | null;
  readonly isAuthentic: boolean;
  /** As in `StoredNotice`; absent = none. */
  readonly formerAccount?: string | undefined;
  readonly isProved: boolean;
}

/** `isKnown` = about a charge or payout of ours. */
export interface RecognisedNotice {
  readonly notice: ProviderNotice;
  readonly isKnown: boolean;
  readonly paymentId: string | null;
}

export interface Attempt {
  readonly at: string;
  readonly outcome: Outcome;
  readonly failure: string | null;
}

export interface StoreResult {
  /** New notices, without duplicates. */
  readonly kept: number;
  /** Wait until the first read-back; null when the delivery's only target was leased at once. */
  readonly dueInMs: number | null;
  /** Older unproved notices deleted to make room. */
  readonly dropped: number;
  /** The new target of the delivery's only notice, leased to this process. */
  readonly leased?: LeasedTarget | undefined;
}

export type UnreadEnd =
  | { readonly outcome: 'UNAUTHORIZED' | 'UNREADABLE'; readonly failure: string }
  | { readonly outcome: 'IGNORED'; readonly failure: null };

/** A target that this process reads back for all its waiting notices. */
export interface LeasedTarget extends Lease {
  readonly notices: readonly StoredNotice[];
}

/** Notices as they were stored before their acquirer was asked. Without a lease = staff asked. */
export type AskedNotices = LeasedTarget | Pick<LeasedTarget, 'notices'>;

export interface NoticeEnd extends Confirmation {
  readonly outcome: Outcome;
  readonly paymentId?: string;
  readonly platformId?: string;
  readonly failure?: string;
  /** The acquirer could not be asked, or gave no usable answer. */
  readonly isUnanswered?: boolean;
}

export interface NoticeStore {
  /**
   * Stores the notices of a delivery. Also schedules one read-back (a look-up at the provider) of each charge or payout that they name.
   * @param takes true = this process is free to read back a new charge or payout at once
   */
  store(
    sender: Sender,
    recognised: readonly RecognisedNotice[],
    delivery: RedactedDelivery,
    takes?: boolean,
  ): Promise<StoreResult>;
  /** Stores a notice that is not processed. @returns how many older ones were deleted */
  storeUnread(
    sender: Pick<Sender, 'provider' | 'platformId'>,
    end: UnreadEnd,
    delivery: RedactedDelivery,
  ): Promise<number>;
  take(
    trust: Trust,
    limit: number,
  ): Promise<{ readonly items: readonly LeasedTarget[]; readonly isMore: boolean }>;
  /**
   * Records the results of notices. Also ends the lease, and may schedule the target's next read-back. A notice that came again meanwhile
   * waits for a newer answer. A result that staff asked for does not replace one recorded meanwhile, unless it had an effect. A result that
   * does not confirm a notice does not replace one that confirmed it meanwhile.
   */
  conclude(ends: ReadonlyMap<string, NoticeEnd>, asked: AskedNotices): Promise<void>;
  /**
   * Schedules again the targets that were last read back in the hour before a moment: the log may have lost the answers. A second call
   * changes nothing.
   * @param before ISO 8601, when the loss was noticed
   */
  askAgain(before: string): Promise<void>;
  /** Returns whether an unproved notice may cause a query about this payment now. */
  maySearch(payment: {
    readonly provider: string;
    readonly account: string;
    readonly paymentId: string;
  }): Promise<boolean>;
  get(noticeId: string): Promise<ShownNotice | undefined>;
  /** Null for an unknown notice, and for one stored by an old version of the product, which kept no deliveries. */
  deliveryOf(noticeId: string): Promise<RedactedDelivery | null>;
  /** The first `SHOWN_ATTEMPTS`, the oldest first. */
  attemptsOf(noticeId: string): Promise<readonly Attempt[]>;
  /** Deletes expired rows, perhaps leaving some for the next call; returns how many. */
  forgetOld(): Promise<number>;
  /** Deletes unproved notices beyond the overall limit; returns how many. */
  boundUnproved(): Promise<number>;
  list(filter: NoticeFilter): Promise<readonly ShownNotice[]>;
  /** Counts by trust the targets that wait for a read-back or have one under way; `kept` = all unproved targets. */
  counts(): Promise<Readonly<Record<Trust | 'kept', number>>>;
}

export interface NoticeFilter {
  /** Null = notices without a platform. */
  readonly platformId: string | null;
  readonly outcome?: Outcome;
  readonly paymentId?: string;
  /** Sequence of the last notice of the page before. */
  readonly before?: string;
  readonly limit: number;
}
