import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { seller } from '#/domain/seller/seller.ts';

/** Returns names by id; unknown or erased sellers are missing. */
export const loadSellerNames = async (
  { records, vault }: Pick<Core, 'records' | 'vault'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const entries = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const { state } = await records.load(seller, streamOf('seller', id));
      if (state.status === 'ABSENT') return [];
      const identity = await vault.decrypt<Identity>(state.details.identity);
      return identity ? [[id, identity.name] as const] : [];
    }),
  );
  return new Map(entries.flat());
};
