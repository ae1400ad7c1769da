import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { loadSeller } from '#/api/people/load-seller.ts';
import { ownTermsFrom, termsFor } from '#/domain/seller/own-terms.ts';
import { previewTerms } from './example-sales.ts';
import { loadTerms } from './terms.ts';

/** Returns the platform's terms, and the seller's own ones, which override them. @throws Rejected as `loadSeller`, Refused as `loadTerms` */
export const getSellerTerms = async (
  core: Core,
  caller: StaffCaller,
  { sellerId }: ParsedInputOf<'admin.getSellerTerms'>,
): Promise<OutputOf<'admin.getSellerTerms'>> => {
  const { state } = await loadSeller(core, caller, sellerId);
  const { terms: platform } = await loadTerms(core, caller.platformId);
  const { details, revision, changedAt } = state;
  const position = (await core.store.head()) ?? '';
  return { own: details.ownTerms ?? {}, platform, revision, changedAt, position };
};

/** Calculates the example sales for a seller's terms that are not saved. @throws as `getSellerTerms` */
export const previewSellerTerms = async (
  core: Core,
  caller: StaffCaller,
  { sellerId, terms: typed, price }: ParsedInputOf<'admin.previewSellerTerms'>,
): Promise<OutputOf<'admin.previewSellerTerms'>> => {
  await loadSeller(core, caller, sellerId);
  const platform = await loadPlatformSettings(core.handler, caller.platformId);
  const terms = termsFor(platform, ownTermsFrom(typed));
  return previewTerms(terms, price, { at: core.now(), setup: platform.setup });
};
