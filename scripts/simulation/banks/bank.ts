import type { SentRequest } from '#/adapters/payments/kit/network/exchange.ts';
import type { ClosableProvider, ProviderOptions } from '#/adapters/payments/kit/open-provider.ts';

/** Money that an acquirer moved in the name of one merchant, in cents; what leaves the merchant is negative. */
export interface Movement {
  readonly kind: 'charge' | 'refund' | 'chargeback' | 'payout';
  /** Our id of the charge or payout, as the acquirer knows it. */
  readonly reference: string;
  readonly transactionId: string;
  readonly amount: number;
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
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** It is never lost. */
  readonly isSure?: boolean;
}

/** An acquirer with books of its own, which speaks as its documents say. */
export interface Bank {
  readonly id: string;
  readonly url: string;
  /** The account to enter in the product. */
  readonly account: unknown;
  /** Accounts to enter in its place; undefined = it has one account for all. */
  readonly others:
    | {
        /** The same account, with new keys; the earlier ones are good for a while. */
        readonly renew: () => unknown;
        /** Another one, which knows nothing of the first. */
        readonly another: () => unknown;
      }
    | undefined;
  /** Takes the address to which it sends notices of requests that state none, as it is entered in its dashboard. */
  readonly notifyAt: (url: string) => void;
  /** Connects an account, as the product has it, through its adapter. */
  readonly open: (account: unknown, options: Partial<ProviderOptions>) => ClosableProvider;
  /** By its documents it carries out a repeated request once if the bytes are the same, and else refuses it. */
  readonly isRepeatable: boolean;
  /** Seconds after which no request reaches it any more, as it documents; undefined = it documents none. */
  readonly reachedWithin: number | undefined;
  /** An answer that it documents to give before it does anything; undefined = it documents none. */
  readonly refusal: Reply | undefined;
  /** Names what a request asks for: `charge`, `refund`, `payout`, `registration`, `look-up` or `sign-in`. */
  readonly operationOf: (sent: SentRequest) => string;
  /** Carries out what a request asks for. */
  readonly answer: (sent: SentRequest) => Reply;
  readonly movements: () => readonly Movement[];
  /** Undefined = it registers none. */
  readonly receivers: (() => readonly RegisteredReceiver[]) | undefined;
  /** A buyer's browser exchanges a card for a token; undefined = the acquirer takes no cards. */
  readonly cardToken: (() => string) | undefined;
  /** A buyer pays; `off` is the difference to what was asked, in cents. */
  readonly pay: (transactionId: string, off: number) => void;
  /**
   * A buyer's bank takes back what was paid; undefined = the acquirer documents no notice of it, so that no one can know. It sends
   * that notice until it arrives. @returns whether there was anything to take back
   */
  readonly chargeBack: ((transactionId: string) => boolean) | undefined;
  readonly close: () => void;
}

export const jsonReply = (status: number, json: unknown): Reply => ({
  status,
  bytes: Buffer.from(JSON.stringify(json)),
});
