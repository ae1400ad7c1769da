import type { Core } from '#/api/composition/core.ts';
import type { AccessRow } from '#/projections/access-trail.ts';

/** Returns the client addresses of trail rows by event id; those of erased people are missing. */
export const addressesOf = async (
  { vault }: Core,
  rows: readonly AccessRow[],
): Promise<ReadonlyMap<string, string>> => {
  const known = rows.flatMap(({ eventId, address }) => (address ? [{ eventId, address }] : []));
  const opened = await vault.openMany<{ readonly ip: string }>(known.map(({ address }) => address));
  return new Map(
    known.flatMap(({ eventId }, index) => {
      const ip = opened[index]?.ip;
      return ip === undefined ? [] : [[eventId, ip] as const];
    }),
  );
};
