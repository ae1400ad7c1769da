import { streamOf } from '#/domain/values/ids.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { termsFor } from '#/domain/seller/own-terms.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { RecordCache } from '#/ledger/states/record-cache.ts';

/** No one can sign in to a blocked platform, and it sells nothing and pays nothing out. */
export const isPlatformBlocked = async (
  { load }: Pick<CommandHandler, 'load'>,
  platformId: string,
): Promise<boolean> =>
  (await load(platform, streamOf('platform', platformId))).state.status === 'ARCHIVED';

/** @throws Refused `record/…` */
export const loadPlatformSettings = async (
  handler: CommandHandler,
  platformId: string,
): Promise<PlatformDetails> => {
  const { state } = await handler.load(platform, streamOf('platform', platformId));
  return activeDetails(state);
};

/** Returns the platform's settings, with the seller's own terms where there are some. @throws Refused `record/…` */
export const loadSettingsForSeller = async (
  handler: CommandHandler,
  { platformId, sellerId }: { readonly platformId: string; readonly sellerId: string },
): Promise<PlatformDetails> => {
  const settings = await loadPlatformSettings(handler, platformId);
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  return termsFor(settings, activeDetails(state).ownTerms);
};

/** Returns the notice of maintenance; null when there is none or the platform is blocked, and for masters, who have no platform. */
export const loadMaintenanceNotice = async (
  records: RecordCache,
  platformId: string,
): Promise<string | null> => {
  const { state } = await records.load(platform, streamOf('platform', platformId));
  return state.status === 'ACTIVE' ? (state.details.maintenance?.notice ?? null) : null;
};
