import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { RefusalCode } from '#/domain/errors/refused.ts';
import type { EventType } from '#/domain/aggregates/events.ts';
import type { AmountsBesidesRefund } from '#/domain/payment/refunds.ts';
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
import type { LookUp } from './note-look-up.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import type { SignedStatement } from '#/domain/withdrawal/statement.ts';

/** The call that registers a seller with an acquirer. */
interface SellersCall extends RegistrationCall {
  readonly sellerId: string;
}

export interface Reservation {
  readonly provider: string;
  /** The account there that has the transaction; absent = the one that is connected. */
  readonly merchantAccount?: string | undefined;
  readonly platformId: string;
  readonly transactionId: string;
  /** The transfers as the acquirer states them; a text that is no end-to-end id is ignored. */
  readonly endToEndIds: readonly string[];
  readonly paymentId: string;
}

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
  /** A name that cannot be guessed; the same text gives the same name. */
  readonly secretName: (text: string) => string;
  /** Returns a keyed digest; the same text gives the same digest. */
  readonly digest: (text: string) => string;
  readonly webhookUrl: (providerId: string, platformId: string) => string;
  /** The page where an offer is bought. */
  readonly checkoutUrl: (offerId: string) => string;
  /** Data about the seller for acquirers. */
  readonly seller: {
    /** CPF or CNPJ; undefined when it was erased. */
    readonly documentOf: (sellerId: string) => Promise<string | undefined>;
    /** Key of the seller's own account at an acquirer; undefined = none. */
    readonly receiverTokenOf: (sellerId: string, provider: string) => Promise<string | undefined>;
  };
  readonly receivers: {
    /** Stores the key of a receiver's account, unless another registration followed. */
    readonly keepToken: (answered: SellersCall, token: string) => Promise<void>;
  };
  /** Each function returns whether the transaction and its transfers are this payment's (acquirers.134). */
  readonly transactions: {
    /** Reserves the transaction and its transfers one by one, until one belongs to another payment. */
    readonly reserve: (reservation: Reservation) => Promise<boolean>;
    /** Whether `reserve` would succeed now; reserves nothing. */
    readonly isFreeFor: (reservation: Reservation) => Promise<boolean>;
  };
  /**
   * Whether a payment may still be charged: its platform may have entered or left production since. Asked after the call is recorded and
   * before it is made.
   */
  readonly mayCharge: (
    payment: Pick<RequestedPayment, 'provider' | 'requested'>,
  ) => Promise<boolean>;
  readonly payouts: {
    /** The refusal code that a new request would get now, or that its approvals have lapsed; undefined = the payout may be sent. */
    readonly findObstacle: (
      withdrawalId: string,
      requested: WithdrawalRequestedData,
    ) => Promise<RefusalCode | undefined>;
    /** Undefined = there is no such withdrawal. */
    readonly find: (withdrawalId: string) => Promise<RequestedWithdrawal | undefined>;
    /**
     * Signs a payout; undefined if a signed statement is on record.
     * @throws Refused `withdrawal/not-signed` when the statement on record is about another payout: then nothing must be sent
     */
    readonly sign: (payout: PayoutToSign) => Promise<SignedStatement | undefined>;
  };
  /** Whether the seller's account holds the money of this withdrawal or refund. */
  readonly isHeld: (
    seller: { readonly platformId: string; readonly sellerId: string },
    id: string,
  ) => Promise<boolean>;
  /** How much of a payment was or may be given back by other refunds; undefined = the log has lost the payment. */
  readonly besideRefund: (
    paymentId: string,
    refundId: string,
  ) => Promise<AmountsBesidesRefund | undefined>;
  /**
   * Records a command that begins a call. True = it is recorded, and only this caller may make the call; false = nothing was recorded.
   * @throws when it is unknown whether it was recorded: then no one makes the call
   */
  readonly begin: (platformId: string, addressed: AddressedCommand) => Promise<boolean>;
  readonly lookUps: {
    /** Notes, for staff, that the acquirer was asked about these calls. */
    readonly note: (attemptIds: readonly string[], lookUp: LookUp) => void;
  };
  /** The log's epoch. A new one begins when the log may have lost recorded calls. */
  readonly epoch: () => Promise<Epoch>;
  /** Whether this machine's clock is right. If not, no call is begun, because deadlines would be wrong. */
  readonly isClockTrue: () => boolean;
  readonly newId: () => string;
  readonly now: () => Timestamp;
}

/** A reaction that calls a provider. It may run twice, so it records each call before it makes it. */
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
