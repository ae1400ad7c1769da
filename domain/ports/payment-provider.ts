import type { Cents, Currency } from '#/domain/money.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { AnticipationLimits, AnticipationQuery } from './anticipation.ts';
import type { Dispute } from './dispute.ts';
import type { ReceiverRequest, ReceiverResult } from './receiver.ts';

/**
 * One interface over every acquirer (acquirers.1). A capability is the presence of its function; field names are the
 * spec's. Amounts are cents here and whatever the provider speaks on its wire.
 */

export type PaymentMethod = 'PIX' | 'CREDIT_CARD' | 'BILLET';

/** Normalised payment status (acquirers.21). */
export type PaymentStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'REFUNDED'
  | 'CHARGEBACK'
  | 'CANCELED';

/** Normalised withdrawal status (acquirers.32). */
export type WithdrawStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED';

export type PixKeyType = 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';

export interface Address {
  readonly zipCode: string;
  readonly address: string;
  readonly number: string;
  readonly complement?: string;
  readonly district: string;
  readonly city: string;
  readonly state: string;
}

/** A part of a charge that the provider itself pays to a receiver of its own (money.38). */
export interface Split {
  /** Cents when FIXED, hundredths of a percent when PERCENTAGE. */
  readonly amount: number;
  readonly recipientId: string;
  readonly type: 'PERCENTAGE' | 'FIXED';
  /** Bears the provider's fee. */
  readonly chargeProcessingFee: boolean;
  /** Takes the cents that a division leaves. */
  readonly chargeRemainder: boolean;
  /** Bears chargebacks. */
  readonly liable: boolean;
}

export interface TransactionRequest {
  /** Ours: the payment id. Also the idempotency key at providers that take one; the same on every retry. */
  readonly orderId: string;
  readonly paymentMethod: PaymentMethod;
  readonly amount: Cents;
  readonly currency: Currency;
  readonly description: string;
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly unitPrice: Cents;
    readonly quantity: number;
    readonly tangible: boolean;
  }[];
  readonly customer: {
    readonly name: string;
    readonly email: string;
    /** Digits (CPF) or letters and digits (CNPJ). */
    readonly document: string;
    readonly phone: string;
  };
  readonly address?: Address;
  readonly installments: number;
  /** Token of the provider's own tokeniser. */
  readonly cardToken?: string;
  /** The card itself, for providers that take it in the charge (`takesCardData`). */
  readonly card?: CardData;
  readonly cardId?: string;
  readonly splits?: readonly Split[];
  /** The seller behind the sale. */
  readonly userId?: string;
  readonly userDocument?: string;
  /** The seller's own account at the provider. */
  readonly receiverToken?: string;
  readonly fingerPrints?: readonly { readonly provider: string; readonly value: string }[];
  readonly referrerUrl?: string;
  readonly checkoutUrl?: string;
  readonly customerIp?: string;
  /** Where the provider sends its notices. */
  readonly webhookUrl: string;
  readonly expiresAt?: string;
}

export interface TransactionResult {
  readonly paymentMethod: PaymentMethod;
  readonly transactionId: string;
  /** Ours, where the reply repeats it. */
  readonly orderId?: string;
  readonly status: PaymentStatus;
  /** Absent where a reading does not say it. */
  readonly amount?: Cents;
  /** All that has gone back, where the provider says so. */
  readonly refundedAmount?: Cents;
  /** Image data (`data:image/svg+xml;base64,…` or a PNG). */
  readonly pixQrCode?: string;
  /** Copy-and-paste BR Code. */
  readonly pixCode?: string;
  /** Digitable line, 47 digits. */
  readonly billetCode?: string;
  readonly billetUrl?: string;
  /** ISO 8601. */
  readonly expiresAt?: string;
  readonly endToEndId?: string;
  readonly cardBrand?: string;
  readonly cardLastDigits?: string;
  /** Short machine word for a refusal (`insufficient_funds`). */
  readonly refusal?: string;
  /**
   * The provider's own word, where it is none that we have heard of: `status` is what it is taken for (acquirers.24,
   * acquirers.23).
   */
  readonly unheardWord?: string;
}

export interface RefundRequest {
  readonly transactionId: string;
  /** Ours; the provider's idempotency key. */
  readonly refundId: string;
  readonly amount: Cents;
}

export interface RefundResult {
  readonly refundId: string;
  /** It is done. */
  readonly status: boolean;
  /** It is not done yet and will be: it is not to be asked for again. */
  readonly isTakenIn?: true;
}

interface AnyWithdrawRequest {
  /** Ours; the provider's idempotency key. */
  readonly withdrawReference: string;
  readonly amount: Cents;
  readonly document: string;
  readonly name: string;
  readonly description: string;
  readonly webhookUrl: string;
}

export interface PixWithdrawRequest extends AnyWithdrawRequest {
  readonly paymentMethod: 'PIX';
  readonly pixKey: string;
  readonly pixType: PixKeyType;
}

export interface BankWithdrawRequest extends AnyWithdrawRequest {
  readonly paymentMethod: 'BANK_ACCOUNT';
  readonly bankCode: string;
  readonly branchNumber: string;
  readonly accountNumber: string;
  readonly accountHolder: string;
  readonly accountDocument: string;
}

/** To the account that a receiver has at the provider. */
export interface ReceiverWithdrawRequest extends AnyWithdrawRequest {
  readonly paymentMethod: 'RECEIVER';
  readonly receiverId: string;
}

export type WithdrawRequest = PixWithdrawRequest | BankWithdrawRequest | ReceiverWithdrawRequest;

export type WithdrawMethod = WithdrawRequest['paymentMethod'];

export interface WithdrawResult {
  /** For PIX the end-to-end id once known. */
  readonly withdrawId: string;
  readonly status: WithdrawStatus;
  readonly amount: Cents;
  readonly approvedAt?: string;
  readonly endToEndId?: string;
  /** As of a charge. */
  readonly unheardWord?: string;
}

/** A card as its holder typed it (acquirers.94, acquirers.96); it goes to the provider and is kept nowhere. */
export interface CardData {
  readonly cardNumber: string;
  readonly holderName: string;
  readonly holderDocument: string;
  /** Two digits. */
  readonly expMonth: string;
  /** Two digits. */
  readonly expYear: string;
  readonly cvv: string;
}

export interface CardIdRequest {
  readonly cardToken: string;
  readonly customer: TransactionRequest['customer'];
}

/** What an authenticated webhook claims. A hint: money moves only after the provider was read back. */
export type ProviderNotice =
  | {
      readonly type: 'TRANSACTION';
      /** The provider's id of this notice, or a stable digest of it: deduplicates deliveries. */
      readonly noticeId: string;
      readonly transactionId: string;
      /** Ours, where the notice repeats it. */
      readonly orderId?: string;
      readonly status: PaymentStatus;
    }
  | {
      readonly type: 'WITHDRAW';
      readonly noticeId: string;
      readonly withdrawReference: string;
      readonly status: WithdrawStatus;
    };

export interface NoticeRequest {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Exact bytes as they came, decoded as UTF-8. */
  readonly body: string;
}

/**
 * Why a call did not give what was asked. `refused` = the buyer's or the account's problem; `invalid` = our request;
 * `unauthorized` = credentials; `unavailable` = try later; `unreadable` = the reply did not parse.
 */
export type ProviderFailureKind =
  | 'refused'
  | 'invalid'
  | 'unauthorized'
  | 'unavailable'
  | 'unreadable';

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  /** The request may have been carried out: the outcome is unknown and must be read back, never guessed. */
  readonly mayHaveHappened: boolean;
  /** What a person is told (acquirers.120). */
  readonly text: string | undefined;

  constructor(
    kind: ProviderFailureKind,
    message: string,
    options: {
      readonly mayHaveHappened: boolean;
      readonly text?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.mayHaveHappened = options.mayHaveHappened;
    this.text = options.text;
  }
}

/** How much of a payment an acquirer gives back by a call. */
export type RefundRight = 'ANY_AMOUNT' | 'ONLY_WHOLE' | 'NEVER';

/** Methods throw `ProviderFailure`; an absent method is a capability the provider does not offer. */
export interface PaymentProvider {
  readonly id: string;
  readonly label: string;
  /** What `createTransaction` takes. */
  readonly paymentMethods: readonly PaymentMethod[];
  /** What `withdraw` takes. */
  readonly withdrawMethods: readonly WithdrawMethod[];
  /** A charge may hold the card itself. */
  readonly takesCardData?: boolean;
  /** Ways to pay that it takes only with an address of the buyer. */
  readonly wantsAddress?: readonly PaymentMethod[];
  /** Registers companies alone. */
  readonly takesNoCpf?: boolean;
  /** By way to pay; any amount where nothing is said. */
  readonly refundRights?: Readonly<Partial<Record<PaymentMethod, RefundRight>>>;
  readonly createCardToken?: (card: CardData) => Promise<string>;
  readonly createCardId?: (request: CardIdRequest) => Promise<string>;
  readonly createTransaction?: (request: TransactionRequest) => Promise<TransactionResult>;
  /** Undefined = it knows of no such thing, here as in all that follow. */
  readonly getTransaction?: (by: {
    readonly transactionId: string;
  }) => Promise<TransactionResult | undefined>;
  /**
   * The slip as a PDF, where it cannot be read without the account's key. Undefined when the provider has none.
   * @throws ProviderFailure `unreadable` when it is no PDF
   */
  readonly getBilletPdf?: (by: {
    readonly transactionId: string;
  }) => Promise<Uint8Array | undefined>;
  /** When its answer never came, and all we have is our own name for it. */
  readonly findTransaction?: (by: {
    readonly orderId: string;
  }) => Promise<TransactionResult | undefined>;
  readonly refund?: (request: RefundRequest) => Promise<RefundResult>;
  readonly getRefund?: (request: RefundRequest) => Promise<RefundResult | undefined>;
  readonly withdraw?: (request: WithdrawRequest) => Promise<WithdrawResult>;
  readonly getWithdraw?: (by: {
    readonly withdrawId: string;
  }) => Promise<WithdrawResult | undefined>;
  readonly findWithdraw?: (by: {
    readonly withdrawReference: string;
  }) => Promise<WithdrawResult | undefined>;
  readonly createReceiver?: (request: ReceiverRequest) => Promise<ReceiverResult>;
  /** When its answer never came, and all we have is our own name for it. */
  readonly findReceiver?: (by: {
    readonly receiverId: string;
  }) => Promise<ReceiverResult | undefined>;
  readonly getReceiver?: (by: {
    readonly receiverId: string;
  }) => Promise<ReceiverResult | undefined>;
  readonly getAnticipationLimits?: (
    by: AnticipationQuery,
  ) => Promise<AnticipationLimits | undefined>;
  /** Of charges of the whole account. */
  readonly listDisputes?: (by: { readonly since: Timestamp }) => Promise<readonly Dispute[]>;
  /** Every word of a notice that was read is certainly the provider's; else anybody may have sent it. */
  readonly authenticatesNotices?: boolean;
  /** Nothing = authentic but not for us. @throws ProviderFailure `unauthorized` on a bad signature, `unreadable` on a bad body. */
  readonly readNotices?: (request: NoticeRequest) => Promise<readonly ProviderNotice[]>;
}

/** The provider of an id, with the account that a platform has there. @throws Refused `provider/not-offered` */
export type PaymentProviders = (providerId: string, platformId: string) => Promise<PaymentProvider>;
