const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Turns the data of one version into that of the next; pure. */
export type Upcaster = (
  data: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/** One acquirer did everything. */
const routedByOne: Upcaster = ({ details, ...rest }) => {
  const { provider, ...others } = recordOf(details);
  const route = [{ provider, share: 100 }];
  const routes = { PIX: route, CREDIT_CARD: route, BILLET: route, WITHDRAW: route };
  const stepAside = { answeredBelow: 50, slowerThan: 15_000 };
  return { ...rest, details: { ...others, routes, stepAside } };
};

/** Sellers had no routes of their own. */
const routedAsPlatform: Upcaster = ({ details, ...rest }) => ({
  ...rest,
  details: { ...recordOf(details), routes: {} },
});

/** There was one acquirer, so none was chosen. */
const withoutChoice: Upcaster = (data) => ({ ...data, choice: null });

/**
 * Old versions of events, by type: the first function reads version 1 into 2, the next 2 into 3, and so on. What was
 * written stays as it was written; every entry has the old JSON as a golden file beside its test.
 */
export const upcasters: Readonly<Record<string, readonly Upcaster[]>> = {
  PlatformCreated: [routedByOne],
  PlatformRevised: [routedByOne],
  SellerCreated: [routedAsPlatform],
  SellerRevised: [routedAsPlatform],
  PaymentRequested: [withoutChoice],
  WithdrawalHeld: [withoutChoice],
};

/** The version that is written now. */
export const latestVersion = (type: string): number => 1 + (upcasters[type]?.length ?? 0);

export const upcast = (
  type: string,
  version: number,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  (upcasters[type] ?? []).slice(version - 1).reduce((old, raise) => raise(old), data);
