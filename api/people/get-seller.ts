import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { holds } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Identity } from '#/domain/encrypted.ts';
import { streamOf } from '#/domain/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { getSeller as getRow } from '#/projections/sellers.ts';
import { figuresOf, SELLER_MODELS, sellerViews } from './list-sellers.ts';
import { staffNames } from './staff-names.ts';

const ADMIN = 'admin:';

/** Returns one seller of the caller's platform. @throws Rejected `resource/not-found` also for those of other platforms */
export const getSeller = async (
  services: Services,
  caller: StaffCaller,
  { sellerId, after }: ParsedInputOf<'admin.getSeller'>,
): Promise<OutputOf<'admin.getSeller'>> => {
  const { core } = services;
  const { value, position } = await readFresh(services, SELLER_MODELS, after, async (database) => ({
    row: await getRow(database, sellerId),
    figures: await figuresOf(database, [sellerId]),
  }));
  const { row, figures } = value;
  if (row?.platformId !== caller.platformId) throw new Rejected('resource/not-found');
  const [shown] = await sellerViews(core, [row], figures);
  if (shown === undefined) throw new Rejected('resource/not-found');
  const mayRead = holds(caller, 'isUserDocumentsAvailable');
  const identity = mayRead ? await core.vault.decrypt<Identity>(row.identity) : undefined;
  const { state } = await core.handler.load(seller, streamOf('seller', sellerId));
  const accepted = state.status === 'ABSENT' ? undefined : state.details.acceptedTerms;
  const author = row.changedBy.startsWith(ADMIN) ? row.changedBy.slice(ADMIN.length) : '';
  const authors = author === '' ? new Map<string, string>() : await staffNames(core, [author]);
  return {
    ...shown,
    document: identity?.document ?? null,
    held: figures.balances.get(sellerId)?.held ?? 0,
    acceptedTerms: accepted ? { version: accepted.version, at: accepted.at } : null,
    changedAt: row.changedAt,
    changedBy: authors.get(author) ?? null,
    revision: row.revision,
    position,
  };
};
