/**
 * Every reason to refuse a command, as `aggregate/reason`. Texts and HTTP statuses are in one table, `api/http/error-texts.ts`,
 * which does not compile when a code is missing there.
 */
export const refusalCodes = [
  'payment/not-found',
  'payment/already-requested',
  'payment/not-refundable',
  'payment/refund-exceeds-paid',
  'payment/unknown-refund',
  'account/insufficient-balance',
  'account/other-currency',
  'account/period-closed',
  'account/unknown-withdrawal',
  'account/withdrawal-under-way',
  'withdrawal/below-minimum',
  'withdrawal/resting',
  'withdrawal/unknown',
  'withdrawal/platform-unknown',
  'withdrawal/invalid-pix-key',
  'withdrawal/invalid-cpf-key',
  'withdrawal/invalid-cnpj-key',
  'refund/unknown',
  'mail/unknown',
  'mailbox/not-suppressed',
  'refund/not-offered',
  'refund/partial-not-offered',
  'investigation/not-found',
  'investigation/not-open',
  'investigation/already-proposed',
  'investigation/not-an-answer',
  'investigation/changed',
  'investigation/same-person',
  'investigation/paid-another',
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
  'receiver/cpf-not-taken',
  'record/already-exists',
  'record/not-found',
  'record/archived',
  'record/changed-meanwhile',
  'staff/changed-meanwhile',
  'staff/flag-not-held',
  'staff/already-known',
  'staff/came-in-already',
  'staff/is-administrator',
  'staff/own-record',
  'offer/not-available',
  'offer/method-not-enabled',
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
  'provider/awaited',
  'provider/billing-address-required',
  'provider/method-unprovable',
  'provider/method-not-offered',
  'subject/unknown',
  'subject/held',
  'subject/named-in-reason',
  'idempotency/key-reused',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** Refusal of a command by a business rule: nothing was written, and a retry is refused too until the facts change. */
export class Refused extends Error {
  readonly code: RefusalCode;
  /** Facts that help the reader of the message; never personal data. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: RefusalCode, details: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.details = details;
  }
}
