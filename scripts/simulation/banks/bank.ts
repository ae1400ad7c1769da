import type { SentRequest } from '#/adapters/payments/kit/network/exchange.ts';
import type { ClosableProvider, ProviderOptions } from '#/adapters/payments/kit/open-provider.ts';

/** Money moved on a merchant account, in cents; negative = money leaves the account. */
export interface Movement {
  readonly kind: 'charge' | 'refund' | 'chargeback' | 'payout';
  /** Our id of the charge or payout. */
  readonly reference: string;
  readonly transactionId: string;
  readonly amount: number;
}

export interface BooksOfAccount {
  /** The product's name of the account; null = one account for all. */
  readonly account: string | null;
  readonly moved: readonly Movement[];
}

export interface RegisteredReceiver {
  /** Our id of the registration. */
  readonly reference: string;
  readonly providerReceiverId: string;
}

export interface Reply {
  readonly status: number;
  readonly bytes: Buffer;
}

export interface SentNotice {
  /** Our id of the charge, payout or registration. */
  readonly about: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the notice is never dropped on the way. */
  readonly isSure?: boolean;
}

/** An acquirer that behaves as its documents say. */
export interface Bank {
  readonly id: string;
  readonly url: string;
  /** The account to enter in the product. */
  readonly account: unknown;
  /** Accounts to enter instead; undefined = one account for all. */
  readonly others:
    | {
        /** New keys; the earlier ones stay valid for a while. */
        readonly renew: () => unknown;
        /** An account without any data of the first. */
        readonly another: () => unknown;
      }
    | undefined;
  /** Sets the address for notices of requests that state none. */
  readonly notifyAt: (url: string) => void;
  /** Opens the account through the product's adapter. */
  readonly open: (account: unknown, options: Partial<ProviderOptions>) => ClosableProvider;
  /** Whether the acquirer documents that the same bytes are carried out once. */
  readonly isRepeatable: boolean;
  /** Seconds after which a request no longer reaches the acquirer, if documented. */
  readonly reachedWithin: number | undefined;
  /** The documented answer by which the acquirer refuses a request without doing anything. */
  readonly refusal: Reply | undefined;
  /** `charge`, `capture`, `refund`, `payout`, `registration`, `look-up` or `sign-in`. */
  readonly operationOf: (sent: SentRequest) => string;
  /** Our id of the charge that the request names, if any. */
  readonly chargeIn: (sent: SentRequest) => string | undefined;
  readonly answer: (sent: SentRequest) => Reply;
  readonly movements: () => readonly Movement[];
  readonly books: () => readonly BooksOfAccount[];
  /** Undefined = the acquirer registers none. */
  readonly receivers: (() => readonly RegisteredReceiver[]) | undefined;
  /** Turns a card into a token, as a buyer's browser does; undefined = this acquirer is used without cards. */
  readonly cardToken: (() => string) | undefined;
  /** `off` = cents by which the paid amount differs. */
  readonly pay: (transactionId: string, off: number) => void;
  /** Undefined = no notice of a chargeback is documented. @returns whether there was such a payment */
  readonly chargeBack: ((transactionId: string) => boolean) | undefined;
  /**
   * Returns a notice about our request that is never dropped on the way; undefined = no such notice is documented, or the acquirer has no
   * such request.
   * @param url where the notice goes if the acquirer has no address
   */
  readonly noticeOf: (reference: string, url: string) => SentNotice | undefined;
  readonly close: () => void;
}

export const jsonReply = (status: number, json: unknown): Reply => ({
  status,
  bytes: Buffer.from(JSON.stringify(json)),
});
