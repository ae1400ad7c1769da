/** Turns the data of one version into that of the next; pure. */
export type Upcaster = (
  data: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/**
 * Old versions of events, by type: the first function reads version 1 into 2, the next 2 into 3, and so on. What was
 * written stays as it was written; every entry has the old JSON as a golden file beside its test.
 */
export const upcasters: Readonly<Record<string, readonly Upcaster[]>> = {};

/** The version that is written now. */
export const latestVersion = (type: string): number => 1 + (upcasters[type]?.length ?? 0);

export const upcast = (
  type: string,
  version: number,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  (upcasters[type] ?? []).slice(version - 1).reduce((old, raise) => raise(old), data);
