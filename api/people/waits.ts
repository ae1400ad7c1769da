import { isStaffWith } from '#/api/auth/access.ts';
import type { StaffCaller } from '#/api/auth/caller.ts';
import {
  bankAccounts,
  investigating,
  payoutRequests,
  resetting,
  users,
  type StaffAccess,
} from '#/api/auth/rights/staff-access.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { sellerWaits, type SellerWait } from '#/domain/seller/waits.ts';
import type { ListedSeller } from '#/api/contract/sellers.ts';
import type { findWaits, VisibleWaits } from '#/projections/receivers/waiting-sellers.ts';
import { listOpenResets } from './reset-factor.ts';

export const WAITS_MODELS = ['destinations', 'withdrawals'];

/** Each wait is shown to staff who may open the page where it is decided; the state of documents, to all who see sellers. */
const shownTo: Readonly<Record<SellerWait, StaffAccess>> = {
  DOCUMENTS: users,
  DESTINATION: bankAccounts,
  WITHDRAWAL: payoutRequests,
  REGISTRATION: investigating,
  FACTOR_RESET: resetting,
};

/** Returns which open tasks of staff about the platform's sellers the caller may see. */
export const loadVisibleWaits = async (
  services: Services,
  caller: StaffCaller,
): Promise<VisibleWaits> => {
  const { platformId } = caller;
  const whats = sellerWaits.filter((what) => isStaffWith(caller, shownTo[what]));
  const openResets = whats.includes('FACTOR_RESET')
    ? await listOpenResets(services, platformId)
    : [];
  const resets = openResets
    .filter(({ kind }) => kind === 'seller')
    .map(({ personId: sellerId, askedAt: since }) => ({ sellerId, since }));
  return { platformId, whats, resets };
};

/** @param waits of `findWaits` */
export const showWaits = (
  waits: Awaited<ReturnType<typeof findWaits>>,
  sellerId: string,
): ListedSeller['waitsFor'] =>
  (waits.get(sellerId) ?? []).map(({ what, since }) => ({ what, since }));
