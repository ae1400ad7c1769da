const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Turns the data of one version into data of the next; pure. */
export type Upcaster = (
  data: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/** In version 1 a platform had one acquirer for all payments. */
const routedByOne: Upcaster = ({ details, ...rest }) => {
  const { provider, ...others } = recordOf(details);
  const route = [{ provider, share: 100 }];
  const routes = { PIX: route, CREDIT_CARD: route, BILLET: route, WITHDRAW: route };
  const stepAside = { answeredBelow: 50, slowerThan: 15_000 };
  return { ...rest, details: { ...others, routes, stepAside } };
};

/** In version 1 sellers had no routes of their own. */
const routedAsPlatform: Upcaster = ({ details, ...rest }) => ({
  ...rest,
  details: { ...recordOf(details), routes: {} },
});

/** In version 1 there was one acquirer, so no choice was recorded. */
const withoutChoice: Upcaster = (data) => ({ ...data, choice: null });

/** Amounts did not carry their currency: all of them were reais. */
const inReais: Upcaster = (data) => ({ ...data, currency: 'BRL' });

/**
 * In version 1 (before 2026-11-29), `DocumentClaimed` does not say for which approval of the seller the CPF or CNPJ was claimed. It counts
 * as claimed for the first approval (`review: 0`). In those days a claim never ended.
 */
const ofFirstReview: Upcaster = (data) => ({ ...data, review: 0 });

/**
 * Upcasters by event type: the first function turns version 1 into 2, the next 2 into 3, and so on. Recorded events are
 * never rewritten; for every entry the old JSON is in the golden file next to the test.
 */
export const upcasters: Readonly<Record<string, readonly Upcaster[]>> = {
  PlatformCreated: [routedByOne],
  PlatformRevised: [routedByOne],
  SellerCreated: [routedAsPlatform],
  SellerRevised: [routedAsPlatform],
  PaymentRequested: [withoutChoice],
  DocumentClaimed: [ofFirstReview],
  PaymentApproved: [inReais],
  PaymentRefundRequested: [inReais],
  PaymentRefundFailed: [inReais],
  PaymentRefunded: [inReais],
  PaymentChargedBack: [inReais],
  PaymentMismatchFound: [inReais],
  PaymentNoticeRefused: [inReais],
  PaymentResolutionProposed: [inReais],
  PaymentResolved: [inReais],
  AccountOpened: [inReais],
  AccountPeriodClosed: [inReais],
  ReceivablesBooked: [inReais],
  ReceivablesReleased: [inReais],
  ReceivablesReversed: [inReais],
  RefundHeld: [inReais],
  RefundHoldRefused: [inReais],
  RefundHoldReleased: [inReais],
  WithdrawalHeld: [withoutChoice, inReais],
  WithdrawalPaid: [inReais],
  WithdrawalReturned: [inReais],
  WithdrawalReversed: [inReais],
  WithdrawalTaken: [inReais],
  RefundRequested: [inReais],
  RefundSettled: [inReais],
  RefundLeftUnresolved: [inReais],
  RefundContradicted: [inReais],
  RefundResolutionProposed: [inReais],
  RefundResolved: [inReais],
  WithdrawalRequested: [inReais],
  WithdrawalSettled: [inReais],
  WithdrawalCameBack: [inReais],
  WithdrawalContradicted: [inReais],
  WithdrawalLeftUnresolved: [inReais],
  WithdrawalFoundPaid: [inReais],
  WithdrawalResolutionProposed: [inReais],
  WithdrawalResolved: [inReais],
};

/** Returns the version in which new events of a type are written. */
export const latestVersion = (type: string): number => 1 + (upcasters[type]?.length ?? 0);

/** Whether an event of this type and version was recorded before its amounts carried their currency. */
export const isBeforeCurrencies = (type: string, version: number): boolean =>
  version <= 1 + (upcasters[type]?.indexOf(inReais) ?? -1);

export const upcast = (
  type: string,
  version: number,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  (upcasters[type] ?? []).slice(version - 1).reduce((old, raise) => raise(old), data);
