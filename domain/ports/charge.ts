import type { Cents, Currency } from '#/domain/money.ts';
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

/** Money that is to come in. */
export interface Charges {
  readonly createTransaction: (request: TransactionRequest) => Promise<TransactionResult>;
  readonly getTransaction: (by: {
    readonly transactionId: string;
  }) => Promise<TransactionResult | undefined>;
  /** When its answer never came, and all we have is our own name for it. */
  readonly findTransaction: (by: {
    readonly orderId: string;
  }) => Promise<TransactionResult | undefined>;
  /**
   * The slip as a PDF, where it cannot be read without the account's key. Undefined when the provider has none.
   * @throws ProviderFailure `unreadable` when it is no PDF
   */
  readonly getBilletPdf: (by: {
    readonly transactionId: string;
  }) => Promise<Uint8Array | undefined>;
}
