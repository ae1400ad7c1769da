import type { SentRequest } from '#/adapters/payments/kit/network/exchange.ts';
import type { ClosableProvider, ProviderOptions } from '#/adapters/payments/kit/open-provider.ts';

/** Money that an acquirer moved in the name of one merchant, in cents; negative when it leaves the merchant. */
export interface Movement {
  readonly kind: 'charge' | 'refund' | 'chargeback' | 'payout';
  /** Our id of the charge or payout, as the acquirer knows it. */
  readonly reference: string;
  readonly transactionId: string;
  readonly amount: number;
}

/** The books of one merchant's account. */
export interface BooksOfAccount {
  /** How the product names the account; null = the acquirer has one account for all, without a name. */
  readonly account: string | null;
  readonly moved: readonly Movement[];
}

/** A receiver that an acquirer has registered. */
export interface RegisteredReceiver {
  /** Our id of the registration, as the acquirer knows it. */
  readonly reference: string;
  readonly providerReceiverId: string;
}

export interface Reply {
  readonly status: number;
  readonly bytes: Buffer;
}

/** A notice on its way to us. */
export interface SentNotice {
  /** Our id of the charge, payout or registration that it is about. */
  readonly about: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the notice is never lost. */
  readonly isSure?: boolean;
}

/** An acquirer with books of its own, which behaves as its documents say. */
export interface Bank {
  readonly id: string;
  readonly url: string;
  /** The account to enter in the product. */
  readonly account: unknown;
  /** Accounts to enter instead; undefined = the acquirer has one account for all. */
  readonly others:
    | {
        /** The same account, with new keys; the earlier keys stay valid for a while. */
        readonly renew: () => unknown;
        /** Another account, without any data of the first. */
        readonly another: () => unknown;
      }
    | undefined;
  /** Sets the address, as in the acquirer's dashboard, for notices of requests that state none. */
  readonly notifyAt: (url: string) => void;
  /** Connects an account, as the product has it, through its adapter. */
  readonly open: (account: unknown, options: Partial<ProviderOptions>) => ClosableProvider;
  /** Whether its documents say that it carries out a repeated request only once if the bytes are the same, and otherwise refuses it. */
  readonly isRepeatable: boolean;
  /** Seconds after which a request no longer reaches it, as it documents; undefined = it documents none. */
  readonly reachedWithin: number | undefined;
  /** A documented answer that it gives before it does anything; undefined = it documents none. */
  readonly refusal: Reply | undefined;
  /** Returns the purpose of a request: `charge`, `capture`, `refund`, `payout`, `registration`, `look-up` or `sign-in`. */
  readonly operationOf: (sent: SentRequest) => string;
  /** Returns our id of the charge that a request names by the acquirer's own id; undefined = it names none. */
  readonly chargeIn: (sent: SentRequest) => string | undefined;
  /** Carries out a request. */
  readonly answer: (sent: SentRequest) => Reply;
  readonly movements: () => readonly Movement[];
  readonly books: () => readonly BooksOfAccount[];
  /** Undefined = the acquirer does not register receivers. */
  readonly receivers: (() => readonly RegisteredReceiver[]) | undefined;
  /** Exchanges a card for a token, as a buyer's browser does; undefined = the acquirer gets no cards. */
  readonly cardToken: (() => string) | undefined;
  /** A buyer pays; `off` is the difference to the requested amount, in cents. */
  readonly pay: (transactionId: string, off: number) => void;
  /**
   * A buyer's bank charges a payment back; undefined = the acquirer documents no notice of chargebacks, so the product cannot learn of one.
   * The notice of the chargeback is not lost on its way. @returns whether there was a payment to charge back
   */
  readonly chargeBack: ((transactionId: string) => boolean) | undefined;
  /**
   * Returns a notice of the present status of a charge or payout, which is not lost on its way. Undefined = the account that the acquirer
   * opened last has no such charge or payout, or the acquirer documents no notice of its status.
   * @param url where the notice goes if the acquirer was given no address
   */
  readonly noticeOf: (reference: string, url: string) => SentNotice | undefined;
  readonly close: () => void;
}

export const jsonReply = (status: number, json: unknown): Reply => ({
  status,
  bytes: Buffer.from(JSON.stringify(json)),
});
