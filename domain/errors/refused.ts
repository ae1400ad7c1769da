/** Not final, so not stored as the answer to an idempotency key: a retry is decided again. */
export const undecidedCodes = [
  'account/period-closed',
  'investigation/call-under-way',
  'provider/awaited',
  'provider/may-have-lost-request',
  'withdrawal/may-be-paid',
] as const;

/** Final refusals: a retry under the same idempotency key gets the same answer. */
const decidedCodes = [
  'payment/not-found',
  'payment/already-requested',
  'payment/not-refundable',
  'payment/refund-exceeds-paid',
  'payment/unknown-refund',
  'account/insufficient-balance',
  'account/other-currency',
  'account/unknown-withdrawal',
  'account/withdrawal-under-way',
  'account/money-is-real',
  'withdrawal/below-minimum',
  'withdrawal/above-largest',
  'withdrawal/above-day',
  'withdrawal/not-waiting',
  'withdrawal/same-person',
  'withdrawal/own',
  'withdrawal/approved-meanwhile',
  'withdrawal/analysed-meanwhile',
  'withdrawal/approval-lapsed',
  'withdrawal/not-signed',
  'withdrawal/not-paid',
  'withdrawal/other-amount',
  'withdrawal/resting',
  'withdrawal/seller-blocked',
  'withdrawal/not-approved',
  'withdrawal/unknown',
  'withdrawal/platform-unknown',
  'withdrawal/invalid-pix-key',
  'withdrawal/invalid-cpf-key',
  'withdrawal/invalid-cnpj-key',
  'destination/unknown',
  'destination/not-waiting',
  'destination/not-approved',
  'destination/other-holder',
  'destination/own',
  'destination/changed',
  'refund/unknown',
  'mail/unknown',
  'mailbox/not-suppressed',
  'onboarding/closed',
  'onboarding/terms-changed',
  'onboarding/already-seller',
  'onboarding/version-taken',
  'refund/not-offered',
  'refund/partial-not-offered',
  'investigation/not-found',
  'investigation/not-open',
  'investigation/already-proposed',
  'investigation/not-an-answer',
  'investigation/changed',
  'investigation/amount-missing',
  'investigation/same-person',
  'investigation/own',
  'investigation/proposer-left',
  'investigation/paid-another',
  'investigation/receiver-id-missing',
  'receiver/unknown',
  'receiver/document-type-unknown',
  'receiver/details-required',
  'receiver/unknown-file',
  'receiver/file-approved',
  'receiver/file-not-uploaded',
  'receiver/file-unreadable',
  'receiver/files-not-approved',
  'receiver/too-many-uploads',
  'receiver/already-registered',
  'receiver/document-taken',
  'receiver/cpf-not-taken',
  'record/already-exists',
  'record/not-found',
  'record/archived',
  'record/unreadable-name',
  'record/changed-meanwhile',
  'staff/changed-meanwhile',
  'staff/flag-not-held',
  'staff/already-known',
  'staff/came-in-already',
  'staff/is-administrator',
  'staff/own-record',
  'staff/last-administrator',
  'staff/is-master',
  'master/blocked',
  'master/last',
  'master/oneself',
  'manager/already-known',
  'manager/not-active',
  'platform/has-money',
  'platform/in-production',
  'platform/id-taken',
  'offer/not-available',
  'offer/method-not-enabled',
  'offer/above-limit',
  'offer/currency-not-supported',
  'offer/currency-not-taken',
  'offer/unknown-bump',
  'offer/unknown-delivery-option',
  'installments/not-offered',
  'buyer/document-required',
  'buyer/document-invalid',
  'buyer/phone-required',
  'buyer/defaults-incomplete',
  'buyer/address-required',
  'card/token-required',
  'card/token-invalid',
  'card/token-expired',
  'card/token-used',
  'card/number-required',
  'card/number-invalid',
  'card/holder-required',
  'card/holder-invalid',
  'card/month-invalid',
  'card/year-invalid',
  'card/cvv-invalid',
  'card/expired',
  'provider/not-offered',
  'provider/in-use',
  'provider/billing-address-required',
  'provider/method-unprovable',
  'provider/payouts-unprovable',
  'provider/method-not-offered',
  'provider/not-enabled',
  'subject/unknown',
  'subject/held',
  'subject/erased',
  'subject/named-in-reason',
  'idempotency/key-reused',
] as const;

/** Reasons to refuse a command, as `topic/reason`. `api/http/error-texts/` has texts and HTTP statuses. */
export const refusalCodes = [...decidedCodes, ...undecidedCodes] as const;

export type RefusalCode = (typeof refusalCodes)[number];

const undecided: ReadonlySet<RefusalCode> = new Set(undecidedCodes);

/** Whether a refusal with this code is the final answer to a request. */
export const isFinalCode = (code: RefusalCode): boolean => !undecided.has(code);

/** A business rule refused a command, which recorded nothing. */
export class Refused extends Error {
  readonly code: RefusalCode;
  /** Facts that help the reader of the message; no personal data. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: RefusalCode, details: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.details = details;
  }

  /** Whether this is the final answer to the request. */
  get isFinal(): boolean {
    return isFinalCode(this.code);
  }
}
