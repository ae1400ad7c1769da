import type { Notice } from '#/api/contract/notices.ts';
import type { ProviderNotice } from '#/domain/ports/notice.ts';
import type { HarmlessDelivery } from './harmless.ts';
import type { countSubjects, Standing, Turn } from './subject-queue.ts';

export type Outcome = Notice['outcome'];

/** A provider's webhook as it was received; outside the log, because it is a hint and not a fact. */
export interface KeptNotice extends Notice {
  /** Its place among all. */
  readonly sequence: string;
  /** Whose account it was sent to; null where all platforms share one and it does not say. */
  readonly platformId: string | null;
  readonly type: ProviderNotice['type'];
  /** Our own name for the charge, where it repeats it. */
  readonly orderId: string | null;
  /** Certainly the provider's own words. */
  readonly isAuthentic: boolean;
  /** It is authentic, or came to the address that only the provider was told. */
  readonly isProved: boolean;
}

/** Where a delivery came in. */
export interface Sender {
  readonly provider: string;
  readonly platformId: string | null;
  readonly isAuthentic: boolean;
  readonly isProved: boolean;
}

/** What a notice says, and whether that is about something of ours. */
export interface Recognised {
  readonly notice: ProviderNotice;
  readonly isKnown: boolean;
  readonly paymentId: string | null;
}

/** One try to make something of a notice. */
export interface Attempt {
  readonly at: string;
  readonly outcome: Outcome;
  readonly failure: string | null;
}

/** What became of a delivery. */
export interface Keeping {
  /** Notices that are new; the others were repeated deliveries. */
  readonly kept: number;
  /** Until what it is about is read back, in milliseconds; null when it is not for its sake. */
  readonly dueInMs: number | null;
  /** Older unproved notices that had to go. */
  readonly dropped: number;
}

/** Why nothing is read back because of a delivery; `failure` says of a bad one what was bad. */
export type UnreadEnd =
  | { readonly outcome: 'UNAUTHORIZED' | 'UNREADABLE'; readonly failure: string }
  | { readonly outcome: 'IGNORED'; readonly failure: null };

/** What one process reads back: one charge or payout, for all notices about it that wait. */
export interface Taken extends Turn {
  readonly notices: readonly KeptNotice[];
}

export interface NoticeEnd {
  readonly outcome: Outcome;
  readonly paymentId?: string;
  readonly platformId?: string;
  readonly failure?: string;
}

export interface NoticeStore {
  /**
   * Keeps what is new, and has what all of it is about read back: soon, and once for all that come until then. Only what
   * repeats an authentic notice that had its effect leads to nothing.
   */
  keep(
    sender: Sender,
    recognised: readonly Recognised[],
    delivery: HarmlessDelivery,
  ): Promise<Keeping>;
  /** One that says nothing of ours, or could not be authenticated or read, and why. @returns how many older ones had to go */
  keepUnread(
    sender: Pick<Sender, 'provider' | 'platformId'>,
    end: UnreadEnd,
    delivery: HarmlessDelivery,
  ): Promise<number>;
  /** What is due, each for this process alone until it is concluded. */
  take(
    standing: Standing,
    limit: number,
  ): Promise<{ readonly items: readonly Taken[]; readonly isMore: boolean }>;
  /** How the notices ended; with a turn, also when their subject is read back again. */
  conclude(ends: ReadonlyMap<string, NoticeEnd>, turn?: Turn): Promise<void>;
  /** Whether a payment may be asked about now because of an unproved notice. */
  maySearch(payment: {
    readonly provider: string;
    readonly account: string;
    readonly paymentId: string;
  }): Promise<boolean>;
  get(noticeId: string): Promise<KeptNotice | undefined>;
  /** What it came in; null when it came before that was kept. */
  deliveryOf(noticeId: string): Promise<HarmlessDelivery | null>;
  /** The first one first. */
  attemptsOf(noticeId: string): Promise<readonly Attempt[]>;
  /** Lets go of what is older than it is kept; how many rows that were. */
  forgetOld(): Promise<number>;
  /** Drops unproved notices that are too many in all; how many those were. */
  boundUnproved(): Promise<number>;
  list(filter: NoticeFilter): Promise<readonly KeptNotice[]>;
  counts(): ReturnType<typeof countSubjects>;
}

export interface NoticeFilter {
  /** Null: those that belong to none. */
  readonly platformId: string | null;
  readonly outcome?: Outcome;
  readonly paymentId?: string;
  /** Sequence of the last one seen: newest first. */
  readonly before?: string;
  readonly limit: number;
}
