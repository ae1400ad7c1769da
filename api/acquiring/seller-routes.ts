import type { Core } from '#/api/composition/core.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { requireNoneLostByRoutes } from './lost-requests.ts';
import { revisePart } from './revise-part.ts';
import { requireUsableRoutes, type ChangedBy } from './settings.ts';

/** Loads a seller of this platform. @throws Rejected `resource/not-found`, for a blocked seller too */
export const sellerOf = async (handler: CommandHandler, sellerId: string, platformId: string) => {
  const stream = streamOf('seller', sellerId);
  const recorded = await handler.load(seller, stream);
  const { state, position = '' } = recorded;
  if (state.status !== 'ACTIVE' || state.details.platformId !== platformId)
    throw new Rejected('resource/not-found');
  return { stream, recorded, details: activeDetails(state), revision: state.revision, position };
};

/** @returns position @throws Refused as `requireNoneLost`, `requireUsableRoutes` and `revisePart` */
export const reviseSellerRoutes = async (
  core: Core,
  { stream }: Pick<Awaited<ReturnType<typeof sellerOf>>, 'stream'>,
  { sellerId, routes, basedOn }: ParsedInputOf<'admin.reviseSellerRoutes'>,
  by: ChangedBy,
): Promise<string> =>
  revisePart(
    core,
    seller,
    stream,
    async (details) => {
      const { routes: shared } = await loadPlatformSettings(core.handler, by.platform);
      await requireNoneLostByRoutes(core, { before: details.routes, after: routes }, shared);
      await requireUsableRoutes(core, by.platform, { routes, before: details.routes });
      return { ...details, routes };
    },
    { ...by, correlation: sellerId },
    basedOn,
  );
