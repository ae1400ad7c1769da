import type { Cents, Currency } from '#/domain/money.ts';

/**
 * One interface over every acquirer (spec 2 §1, §3). A capability is the presence of its function; field names are the
 * spec's. Amounts are cents here and whatever the provider speaks on its wire.
 */

export type PaymentMethod = 'PIX' | 'CREDIT_CARD' | 'BILLET';

/** Normalised payment status (spec 2 §4). */
export type PaymentStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'REFUNDED'
  | 'CHARGEBACK'
  | 'CANCELED';

/** Normalised withdrawal status (spec 2 §4). */
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
  /** Token of the provider's own browser tokeniser. */
  readonly cardToken?: string;
  readonly cardId?: string;
  /** Where the provider sends its notices. */
  readonly webhookUrl: string;
  readonly expiresAt?: string;
}

export interface TransactionResult {
  readonly paymentMethod: PaymentMethod;
  readonly transactionId: string;
  readonly status: PaymentStatus;
  readonly amount: Cents;
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
}

export interface RefundRequest {
  readonly transactionId: string;
  /** Ours; the provider's idempotency key. */
  readonly refundId: string;
  readonly amount: Cents;
}

export interface RefundResult {
  readonly refundId: string;
  readonly status: boolean;
}

export interface WithdrawRequest {
  /** Ours; the provider's idempotency key. */
  readonly withdrawReference: string;
  readonly paymentMethod: 'PIX';
  readonly amount: Cents;
  readonly pixKey: string;
  readonly pixType: PixKeyType;
  readonly document: string;
  readonly name: string;
  readonly description: string;
  readonly webhookUrl: string;
}

export interface WithdrawResult {
  /** For PIX the end-to-end id once known. */
  readonly withdrawId: string;
  readonly status: WithdrawStatus;
  readonly amount: Cents;
  readonly approvedAt?: string;
  readonly endToEndId?: string;
}

/** What an authenticated webhook claims. A hint: money moves only after the provider was read back. */
export type ProviderNotice =
  | {
      readonly type: 'TRANSACTION';
      /** The provider's id of this notice, or a stable digest of it: deduplicates deliveries. */
      readonly noticeId: string;
      readonly transactionId: string;
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

  constructor(
    kind: ProviderFailureKind,
    message: string,
    options: { readonly mayHaveHappened: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.mayHaveHappened = options.mayHaveHappened;
  }
}

/** Methods throw `ProviderFailure`; an absent method is a capability the provider does not offer. */
export interface PaymentProvider {
  readonly id: string;
  readonly label: string;
  readonly createTransaction?: (request: TransactionRequest) => Promise<TransactionResult>;
  /** By the provider's id, or by our `orderId` when its answer never came. Undefined = it knows of no such thing. */
  readonly getTransaction?: (
    by: { readonly transactionId: string } | { readonly orderId: string },
  ) => Promise<TransactionResult | undefined>;
  readonly refund?: (request: RefundRequest) => Promise<RefundResult>;
  /** Undefined = it knows of no such refund. */
  readonly getRefund?: (request: RefundRequest) => Promise<RefundResult | undefined>;
  readonly withdraw?: (request: WithdrawRequest) => Promise<WithdrawResult>;
  readonly getWithdraw?: (by: {
    readonly withdrawReference: string;
  }) => Promise<WithdrawResult | undefined>;
  /** Undefined = authentic but not for us. @throws ProviderFailure `unauthorized` on a bad signature, `unreadable` on a bad body. */
  readonly readNotice?: (request: NoticeRequest) => ProviderNotice | undefined;
}

/** The provider of an id, configured for a platform. @throws Refused `provider/not-offered` */
export type PaymentProviders = (providerId: string) => PaymentProvider;
