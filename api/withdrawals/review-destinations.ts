import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { Rejected } from '#/api/http/problem.ts';
import { afterBoth, writtenAt } from '#/api/http/written-at.ts';
import { isAlsoSeller } from '#/api/people/same-person.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { destination, type DeclaredDestination } from '#/domain/destination/decider.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { withoutNumbersAndEmails } from '#/domain/privacy/personal-text.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';
import {
  findDestinations,
  destinationsOf,
  listDestinations,
  type DestinationRow,
} from '#/projections/destinations.ts';
import { showDestinations } from './destinations.ts';

/** @throws Rejected `resource/not-found`, also for other platforms' destinations */
export const loadPlatformsDestination = async (
  { handler }: Pick<Core, 'handler'>,
  { platformId }: StaffCaller,
  destinationId: string,
): Promise<{ readonly recorded: LoadedState<unknown>; readonly state: DeclaredDestination }> => {
  const recorded = await handler.load(destination, streamOf('destination', destinationId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || state.declared.platformId !== platformId)
    throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** Lists the destinations with a status; without one, those that wait for staff. */
export const listReviewedDestinations = async (
  services: Services,
  { platformId }: StaffCaller,
  { status, after, cursor, limit }: ParsedInputOf<'admin.listDestinations'>,
): Promise<OutputOf<'admin.listDestinations'>> => {
  const { core } = services;
  const { value, position } = await readFresh(services, ['destinations'], after, (database) =>
    readPage(() => listDestinations(database, { platformId, status }, { limit, cursor })),
  );
  const rows = value.items;
  const views = await showDestinations(core.vault, rows);
  const names = await loadSellerNames(
    core,
    rows.map(({ sellerId }) => sellerId),
  );
  const items = rows.flatMap(({ sellerId, waitsSince, withdrawalId }, index) => {
    const view = views[index];
    if (view === undefined) return [];
    const sellerName = names.get(sellerId) ?? null;
    return [{ ...view, sellerId, sellerName, waitsSince, withdrawalId }];
  });
  return { items, nextCursor: value.nextCursor, position };
};

const showOpened = (row: DestinationRow, opened: PixDestination | undefined) => {
  const { destinationId, sellerId, status, pixType, declaredAt, approvedAt } = row;
  return {
    destinationId,
    sellerId,
    status,
    pixType,
    declaredAt,
    approvedAt,
    reason: row.reason,
    waitsSince: row.waitsSince,
    withdrawalId: row.withdrawalId,
    cause: row.cause,
    revision: row.revision,
    pixKey: opened?.pixKey ?? null,
    holder: opened ? { name: opened.name, document: opened.document } : null,
  };
};

/** Shows a destination unmasked, with the seller's others. @throws Rejected `resource/not-found` */
export const openDestination = async (
  services: Services,
  caller: StaffCaller,
  { destinationId, after }: ParsedInputOf<'admin.getDestination'>,
): Promise<OutputOf<'admin.getDestination'>> => {
  const { core } = services;
  const { recorded, state: loaded } = await loadPlatformsDestination(core, caller, destinationId);
  const { sellerId } = loaded.declared;
  // Staff must not decide on data older than the destination's record.
  const notBefore = afterBoth(after, recorded);
  const { value: rows, position } = await readFresh(
    services,
    ['destinations'],
    notBefore,
    async (database) => {
      const listed = await destinationsOf(database, sellerId);
      // A destination that the seller has removed meanwhile is still shown.
      const requested = await findDestinations(database, [destinationId]);
      const isListed = listed.some((row) => row.destinationId === destinationId);
      return isListed ? listed : [...requested.values(), ...listed];
    },
  );
  const [opened, { state }] = await Promise.all([
    core.vault.openMany<PixDestination>(rows.map((row) => row.destination)),
    core.handler.load(seller, streamOf('seller', sellerId)),
  ]);
  const views = rows.map((row, index) => showOpened(row, opened[index]));
  const requestedView = views.find((view) => view.destinationId === destinationId);
  if (requestedView === undefined) throw new Rejected('resource/not-found');
  const identity =
    state.status === 'ABSENT'
      ? undefined
      : await core.vault.decrypt<Identity>(state.details.identity);
  return {
    ...requestedView,
    seller: {
      sellerId,
      name: identity?.name ?? null,
      document: identity?.document ?? null,
    },
    others: views.filter((view) => view !== requestedView),
    position,
  };
};

/**
 * Refuses a destination if a reason is given; otherwise approves it. @returns position
 * @throws Refused `destination/own` if the caller would approve their own key, `destination/changed` if it changed since the caller saw it,
 * `destination/not-waiting`, `destination/unknown`
 */
export const reviewDestination = async (
  services: Services,
  caller: StaffCaller,
  {
    destinationId,
    basedOn,
    reason: statedReason,
  }: ParsedInputOf<'admin.approveDestination'> & { readonly reason?: string },
  by: KeyedContext,
): Promise<string> => {
  const { core } = services;
  const stream = streamOf('destination', destinationId);
  const recorded = await core.handler.load(destination, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  // The destination's age is counted from this time.
  requireTrueClock(core.ports.isClockTrue);
  const { state } = recorded;
  const isOwn =
    state.status !== 'ABSENT' && (await isAlsoSeller(services, caller, state.declared.sellerId));
  if (isOwn && statedReason === undefined) throw new Refused('destination/own');
  const now = core.now();
  const about = { by: caller.actor, basedOn, now };
  const reason = statedReason === undefined ? undefined : withoutNumbersAndEmails(statedReason);
  const command =
    reason === undefined
      ? ({ type: 'Approve', ...about } as const)
      : ({ type: 'Refuse', ...about, reason } as const);
  const context = { ...by, correlation: destinationId, ...(reason !== undefined && { reason }) };
  return writtenAt(await core.handler.handle(destination, stream, command, context, recorded));
};

/** @throws Refused `subject/named-in-reason` when a reason has personal data of the seller */
export const requireUnnamed = async (
  core: Core,
  sellerId: string,
  reason: string,
): Promise<void> => {
  const { state } = await core.handler.load(seller, streamOf('seller', sellerId));
  if (state.status !== 'ABSENT')
    await requireNoPersonalData(core, { buyer: state.details }, reason);
};
