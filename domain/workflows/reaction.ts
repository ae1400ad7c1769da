import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { RefusalCode } from '#/domain/errors/refused.ts';
import type { EventType } from '#/domain/aggregates/events.ts';
import type { BesideRefund } from '#/domain/payment/refunds.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { AnyPlacedEvent, PlacedEvent } from '#/domain/policies/policy.ts';
import type { FileStorage } from '#/domain/ports/file-storage.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { RegistrationCall } from '#/domain/receiver/registration-call.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { Cents, Currency } from '#/domain/values/money.ts';
import type { PixKeyType } from '#/domain/ports/payout.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { RequestedWithdrawal } from '#/domain/withdrawal/decider.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import type { SignedStatement } from '#/domain/withdrawal/statement.ts';

/** The call that registers a seller with an acquirer. */
interface SellersCall extends RegistrationCall {
  readonly sellerId: string;
}

/** A transaction of an acquirer with the bank transfers that paid it, and the only payment that may use them. */
export interface Reservation {
  readonly provider: string;
  /** The account there that has the transaction; absent = the one that is connected. */
  readonly merchantAccount?: string | undefined;
  readonly platformId: string;
  readonly transactionId: string;
  /** The transfers as they are stated; what has not the form of an end-to-end id is ignored. */
  readonly endToEndIds: readonly string[];
  readonly paymentId: string;
}

/** The data of a payout that a platform signs. */
export interface PayoutToSign {
  readonly withdrawalId: string;
  readonly platformId: string;
  /** The amount that the acquirer must pay out. */
  readonly amount: Cents;
  readonly currency: Currency;
  readonly destination: {
    readonly blinding: string;
    readonly document: string;
    readonly name: string;
    readonly pixKey: string;
    readonly pixType: PixKeyType;
  };
}

/** Everything outside the domain that reactions may use. */
export interface Ports {
  readonly providers: PaymentProviders;
  /** Decrypts personal data; undefined when it was erased. */
  readonly open: <Value>(text: Encrypted) => Promise<Value | undefined>;
  readonly files: FileStorage;
  /** Returns a name that cannot be guessed; the same text always gives the same name. */
  readonly secretName: (text: string) => string;
  /** Returns a digest that only we can compute; the same text always gives the same. */
  readonly digest: (text: string) => string;
  readonly webhookUrl: (providerId: string, platformId: string) => string;
  /** The page where an offer is bought. */
  readonly checkoutUrl: (offerId: string) => string;
  /** Data about the seller for acquirers. */
  readonly seller: {
    /** CPF or CNPJ; undefined when it was erased. */
    readonly documentOf: (sellerId: string) => Promise<string | undefined>;
    /** Key of the seller's own account at an acquirer; undefined when the seller has none. */
    readonly receiverTokenOf: (sellerId: string, provider: string) => Promise<string | undefined>;
  };
  readonly receivers: {
    /**
     * Stores the key of a receiver's account at the acquirer, with the other secrets. If another registration or call followed the one
     * that was answered, the key is not stored, because its account is not the receiver's.
     */
    readonly keepToken: (answered: SellersCall, token: string) => Promise<void>;
  };
  /**
   * Each function returns whether the transaction and its transfers are this payment's: two payments are never approved by the same
   * transaction, nor by the same transfer (acquirers.134).
   */
  readonly transactions: {
    /** Reserves the transaction and then its transfers, one after the other, and stops at the first that another payment has. */
    readonly reserve: (reservation: Reservation) => Promise<boolean>;
    /**
     * Whether `reserve` would succeed now, without reserving anything: what no payment has reserved, and what paid no other sale, is free.
     */
    readonly isFreeFor: (reservation: Reservation) => Promise<boolean>;
  };
  /**
   * Whether a payment on record may still be charged at its acquirer: a payment that was begun as simulated is never charged as a real one,
   * nor the other way. It is checked once the call is on record. Then the payment is open, and an open payment prevents the platform from
   * being put in production or taken out of it.
   */
  readonly mayCharge: (
    payment: Pick<RequestedPayment, 'provider' | 'requested'>,
  ) => Promise<boolean>;
  readonly payouts: {
    /**
     * Returns why a payout may not be sent now, although it was payable when it was requested or approved: the code of the refusal that a
     * new request would get. Undefined = it may be sent.
     */
    readonly findObstacle: (requested: WithdrawalRequestedData) => Promise<RefusalCode | undefined>;
    /** Returns a withdrawal as it is on record; undefined = there is none. */
    readonly find: (withdrawalId: string) => Promise<RequestedWithdrawal | undefined>;
    /**
     * Signs a payout that is about to be sent, for the platform. If a signed statement is on record already, checks that it is about this
     * payout, and returns undefined. @throws Refused `withdrawal/not-signed` when the statement is about another payout: nothing must be
     * sent
     */
    readonly sign: (payout: PayoutToSign) => Promise<SignedStatement | undefined>;
  };
  /** Whether the seller's account holds the money of this withdrawal or refund. */
  readonly isHeld: (
    seller: { readonly platformId: string; readonly sellerId: string },
    id: string,
  ) => Promise<boolean>;
  /** How much of a payment was given back, or may have been, apart from this refund; undefined = the log has lost the payment. */
  readonly besideRefund: (paymentId: string, refundId: string) => Promise<BesideRefund | undefined>;
  /**
   * Records a command that begins a call, under a new id. True = the caller must make the call. False = nothing was recorded, for example
   * because another process makes the call. @throws when it is not known whether the command was recorded: then no one makes the call
   */
  readonly begin: (platformId: string, addressed: AddressedCommand) => Promise<boolean>;
  /** Returns the log's epoch. A new one begins when the log may have lost calls that were recorded before. */
  readonly epoch: () => Promise<Epoch>;
  /**
   * Whether the clock of this machine shows the time that all processes share. If not, no call is begun: other processes would regard the
   * call as overdue, or this process would regard their calls as overdue.
   */
  readonly isClockTrue: () => boolean;
  /** Returns a new, unique id. */
  readonly newId: () => string;
  readonly now: () => Timestamp;
}

/**
 * A reaction that calls a provider. Rebuilds never replay it. It may run again after a crash, and in two processes at once; it records each
 * call before it makes it, so that a second run does not make the same call a second time (`attempt.ts`).
 */
export interface Reaction {
  readonly name: string;
  readonly isFor: (event: AnyPlacedEvent) => boolean;
  /** Undefined = the reaction is not for this event. */
  readonly react: (
    event: AnyPlacedEvent,
    ports: Ports,
  ) => Promise<readonly AddressedCommand[]> | undefined;
}

export const defineReaction = (
  name: string,
  on: {
    readonly [Type in EventType]?: (
      event: PlacedEvent<Type>,
      ports: Ports,
    ) => Promise<readonly AddressedCommand[]>;
  },
): Reaction => ({
  name,
  isFor: ({ type }) => on[type] !== undefined,
  // The handler is looked up by the event's own type, so the cast is safe.
  react: (event, ports) => on[event.type]?.(event as never, ports),
});
