import type { Caller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';

type RecordLoader = Pick<Core, 'handler'>;

/** @throws Rejected `resource/not-found` */
export const loadSeller = async (
  { handler }: RecordLoader,
  { platformId }: Pick<Caller, 'platformId'>,
  sellerId: string,
) => {
  const recorded = await handler.load(seller, streamOf('seller', sellerId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || state.details.platformId !== platformId)
    throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** Refuses a seller of another platform. Called before a request stores anything. @throws Rejected `resource/not-found` */
export const requireOwnSeller = async (
  core: RecordLoader,
  caller: Pick<Caller, 'platformId'>,
  sellerId: string,
): Promise<void> => void (await loadSeller(core, caller, sellerId));

/** @throws Rejected `resource/not-found`; Refused `record/archived`, `subject/named-in-reason` */
export const requireOpenSeller = async (
  core: Pick<Core, 'handler' | 'vault'>,
  caller: Pick<Caller, 'platformId'>,
  { sellerId, reason }: { readonly sellerId: string; readonly reason: string },
): Promise<void> => {
  const { state } = await loadSeller(core, caller, sellerId);
  await requireNoPersonalData(core, { buyer: activeDetails(state) }, reason);
};
