import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { Cents } from '#/domain/values/money.ts';

/** Normalised withdrawal status (acquirers.32). */
export type WithdrawStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED';

export type PixKeyType = 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';

interface AnyWithdrawRequest {
  /** Our withdrawal id; also the idempotency key, where the provider takes one. */
  readonly withdrawReference: string;
  readonly amount: Cents;
  readonly document: string;
  readonly name: string;
  readonly description: string;
  readonly webhookUrl: string;
  readonly attempt: AttemptToSend;
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

/** Pays out to the account that a receiver has at the provider. */
export interface ReceiverWithdrawRequest extends AnyWithdrawRequest {
  readonly paymentMethod: 'RECEIVER';
  readonly providerReceiverId: string;
}

export type WithdrawRequest = PixWithdrawRequest | BankWithdrawRequest | ReceiverWithdrawRequest;

export type WithdrawMethod = WithdrawRequest['paymentMethod'];

export interface WithdrawResult {
  /** The provider's id of the payout; at some providers, the end-to-end id of its PIX. */
  readonly withdrawId: string;
  readonly status: WithdrawStatus;
  readonly amount: Cents;
  readonly approvedAt?: string;
  readonly endToEndId?: string;
  /** The holder of the receiving account: a CPF or CNPJ, perhaps partly masked. Absent = not stated. */
  readonly holder?: { readonly document: string };
  /** The provider's status word, if unknown: `status` is our interpretation. */
  readonly unknownStatus?: string;
}

export interface Payouts {
  readonly withdraw: (request: WithdrawRequest) => Promise<WithdrawResult>;
  readonly getWithdraw: (by: {
    readonly withdrawId: string;
  }) => Promise<WithdrawResult | undefined>;
  /** Finds a payout by our id, when its answer never came. */
  readonly findWithdraw: (by: {
    readonly withdrawReference: string;
  }) => Promise<WithdrawResult | undefined>;
}
