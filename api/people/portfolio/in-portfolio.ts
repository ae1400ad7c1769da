import type { ManagerCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { assignment } from '#/domain/manager/assignment.ts';

type Reading = Pick<Core, 'handler'>;

/** Returns whether a seller is in the caller's portfolio, according to the log. */
const isInPortfolio = async (
  { handler }: Reading,
  { platformId, managerId }: ManagerCaller,
  sellerId: string,
): Promise<boolean> => {
  const { state } = await handler.load(assignment, streamOf('assignment', sellerId));
  return (
    state.status === 'ACTIVE' &&
    state.details.platformId === platformId &&
    state.details.managerId === managerId
  );
};

/**
 * Checks in the log that a seller is in the caller's portfolio, before anything else is read or written.
 * @throws Rejected `resource/not-found`, the same for sellers of other managers, of no manager, and unknown ones
 */
export const requireOwnSeller = async (
  core: Reading,
  caller: ManagerCaller,
  sellerId: string,
): Promise<void> => {
  if (!(await isInPortfolio(core, caller, sellerId))) throw new Rejected('resource/not-found');
};

/**
 * Returns the rows of a read model whose sellers are in the caller's portfolio according to the log: a read model that is behind still has
 * sellers who are in another portfolio now.
 */
export const keepOwnSellers = async <Row extends { readonly sellerId: string }>(
  core: Reading,
  caller: ManagerCaller,
  rows: readonly Row[],
): Promise<readonly Row[]> => {
  const isOwn = await Promise.all(
    rows.map(({ sellerId }) => isInPortfolio(core, caller, sellerId)),
  );
  return rows.filter((_, index) => isOwn[index]);
};
