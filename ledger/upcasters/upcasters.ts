const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Turns the data of one version into data of the next. */
export type Upcaster = (
  data: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/** In version 1 a platform had one acquirer. */
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

/** In version 1 there was one acquirer, so there was no choice. */
const withoutChoice: Upcaster = (data) => ({ ...data, choice: null });

/** Events without a currency have amounts in reais. */
const inReais: Upcaster = (data) => ({ ...data, currency: 'BRL' });

/** Before 2026-11-29, a CPF or CNPJ was claimed once per seller: for its first approval, `review: 0`. */
const ofFirstReview: Upcaster = (data) => ({ ...data, review: 0 });

/** The first upcaster of a type turns version 1 into 2, the next 2 into 3. The golden file has the old JSON. */
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

export const latestVersion = (type: string): number => 1 + (upcasters[type]?.length ?? 0);

export const isBeforeCurrencies = (type: string, version: number): boolean =>
  version <= 1 + (upcasters[type]?.indexOf(inReais) ?? -1);

export const upcast = (
  type: string,
  version: number,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  (upcasters[type] ?? []).slice(version - 1).reduce((older, upcaster) => upcaster(older), data);
