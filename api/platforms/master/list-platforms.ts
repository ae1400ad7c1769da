import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { PlatformLine } from '#/api/contract/master.ts';
import { readPage } from '#/api/http/paging.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { ZERO } from '#/domain/values/money.ts';
import { dayOf, type Day } from '#/domain/values/time.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { loadPlatformVolumes } from '#/projections/portfolio-volumes.ts';
import {
  getPlatform as findRow,
  countUsers,
  listPlatforms as listRows,
  type PlatformRow,
} from '#/projections/platforms.ts';

const READ_MODELS = ['platforms', 'sellers', 'staff', 'sales'] as const;

const toListItems = async (
  database: Queryable,
  rows: readonly PlatformRow[],
  today: Day,
): Promise<PlatformLine[]> => {
  const ids = rows.map(({ platformId }) => platformId);
  const [userCounts, volumes] = await Promise.all([
    countUsers(database, ids),
    loadPlatformVolumes(database, ids, today),
  ]);
  return rows.map(({ platformId, name, isBlocked, createdAt }) => ({
    platformId,
    name,
    status: isBlocked ? 'BLOCKED' : 'ACTIVE',
    sellers: userCounts.get(platformId)?.sellers ?? 0,
    administrators: userCounts.get(platformId)?.administrators ?? 0,
    volume: volumes.get(platformId) ?? ZERO,
    createdAt,
  }));
};

/**
 * Newest first.
 * @param after position that the read models must have reached
 */
export const listPlatforms = async (
  services: Services,
  { state, after, cursor, limit }: ParsedInputOf<'master.listPlatforms'>,
): Promise<OutputOf<'master.listPlatforms'>> => {
  const isBlocked = state === 'BLOCKED';
  const today = dayOf(services.core.now());
  const { value, position } = await readFresh(services, READ_MODELS, after, async (database) => {
    const page = await readPage(() => listRows(database, { isBlocked }, { limit, cursor }));
    return { ...page, items: await toListItems(database, page.items, today) };
  });
  return { ...value, position };
};

/** Returns a platform with the acquirers of its routes. @throws Rejected `resource/not-found` */
export const getPlatform = async (
  services: Services,
  { platformId, after }: ParsedInputOf<'master.getPlatform'>,
): Promise<OutputOf<'master.getPlatform'>> => {
  const { core, acquirers } = services;
  const { value, position } = await readFresh(services, READ_MODELS, after, async (database) => {
    const row = await findRow(database, platformId);
    if (row === undefined) throw new Rejected('resource/not-found');
    const [item] = await toListItems(database, [row], dayOf(core.now()));
    if (item === undefined) throw new Error('a platform without its list item');
    const { changedAt, revision } = row;
    return { ...item, changedAt, revision };
  });
  const { state } = await core.handler.load(platform, streamOf('platform', platformId));
  const legs = state.status === 'ABSENT' ? [] : Object.values(state.details.routes).flat();
  const providers = [...new Set(legs.map(({ provider }) => provider))];
  const acquirersOfRoutes = providers.map((provider) => ({
    provider,
    label: acquirers.labelOf(provider),
  }));
  return { ...value, acquirers: acquirersOfRoutes, position };
};
