import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { Cents, Currency } from '#/domain/values/money.ts';
import type { CardData } from './card.ts';

export type PaymentMethod = 'PIX' | 'CREDIT_CARD' | 'BILLET';

/** Normalised payment status (acquirers.21). */
export type PaymentStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'REFUNDED'
  | 'CHARGEBACK'
  | 'CANCELED';

export interface Address {
  readonly zipCode: string;
  readonly address: string;
  readonly number: string;
  readonly complement?: string;
  readonly district: string;
  readonly city: string;
  readonly state: string;
}

/** A part of a charge that the provider itself pays to a receiver (money.38). */
export interface Split {
  /** Cents when FIXED, hundredths of a percent when PERCENTAGE. */
  readonly amount: number;
  readonly recipientId: string;
  readonly type: 'PERCENTAGE' | 'FIXED';
  /** This recipient bears the provider's fee. */
  readonly chargeProcessingFee: boolean;
  /** This recipient gets the cents that remain after a division. */
  readonly chargeRemainder: boolean;
  /** This recipient bears chargebacks. */
  readonly liable: boolean;
}

export interface TransactionRequest {
  /** Our payment id; also the idempotency key, where the provider takes one. */
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
  /** The card itself, for providers with `takesCardData`. */
  readonly card?: CardData;
  readonly cardId?: string;
  readonly splits?: readonly Split[];
  /** The seller behind the sale. */
  readonly userId?: string;
  readonly userDocument?: string;
  /** Key of the seller's own account at the provider. */
  readonly receiverToken?: string;
  readonly fingerPrints?: readonly { readonly provider: string; readonly value: string }[];
  readonly referrerUrl?: string;
  readonly checkoutUrl?: string;
  readonly customerIp?: string;
  readonly webhookUrl: string;
  readonly expiresAt?: string;
  /** The recorded call for which this request is sent, until the call's deadline. */
  readonly attempt: AttemptToSend;
}

/**
 * What was paid, or else the amount that we asked for. Null = not stated. OTHER = another amount than the charge's was paid, which the
 * provider does not state.
 */
export type StatedAmount = Cents | 'OTHER' | null;

export interface TransactionResult {
  readonly paymentMethod: PaymentMethod;
  readonly transactionId: string;
  /** Our payment id, where the response repeats it. */
  readonly orderId?: string;
  readonly status: PaymentStatus;
  /** The card's money is only reserved: `capture` takes it. */
  readonly isAuthorised?: true;
  readonly amount: StatedAmount;
  /** ISO 4217, where the response states it. */
  readonly currency?: string;
  /** Total that was given back, where stated. */
  readonly refundedAmount?: Cents;
  /** Copy-and-paste BR Code. */
  readonly pixCode?: string;
  /** The boleto's line that people type, 47 digits. */
  readonly billetCode?: string;
  readonly billetUrl?: string;
  /** ISO 8601. */
  readonly expiresAt?: string;
  /** The central bank's id of the PIX that paid the charge. */
  readonly endToEndId?: string;
  /** The ids of the other PIX that paid the charge, if several did. */
  readonly furtherEndToEndIds?: readonly string[];
  readonly cardBrand?: string;
  readonly cardLastDigits?: string;
  /** Short code for the reason of a decline (`insufficient_funds`). */
  readonly refusal?: string;
  /** The provider's status word, if unknown: `status` is our interpretation (acquirers.24, acquirers.23). */
  readonly unknownStatus?: string;
}

export interface Charges {
  readonly createTransaction: (request: TransactionRequest) => Promise<TransactionResult>;
  readonly getTransaction: (by: {
    readonly transactionId: string;
  }) => Promise<TransactionResult | undefined>;
  /** Finds a charge by our id, when its answer never came. */
  readonly findTransaction: (by: {
    readonly orderId: string;
  }) => Promise<TransactionResult | undefined>;
  /** Takes the money that a card charge has reserved. */
  readonly capture: (by: {
    readonly transactionId: string;
    readonly attempt: AttemptToSend;
  }) => Promise<TransactionResult>;
  /**
   * Returns the PDF of a boleto; undefined = there is none.
   * @throws ProviderFailure `unreadable` when it is no PDF
   */
  readonly getBoletoPdf: (by: {
    readonly transactionId: string;
  }) => Promise<Uint8Array | undefined>;
}
