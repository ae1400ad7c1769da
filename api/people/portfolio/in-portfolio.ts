import type { ManagerCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { assignment } from '#/domain/manager/assignment.ts';

type Reading = Pick<Core, 'handler'>;

/** According to the log. */
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
 * Refuses a seller who is not in the manager's portfolio. Called before anything else is read or written.
 * @throws Rejected `resource/not-found`
 */
export const requireSellerInPortfolio = async (
  core: Reading,
  caller: ManagerCaller,
  sellerId: string,
): Promise<void> => {
  if (!(await isInPortfolio(core, caller, sellerId))) throw new Rejected('resource/not-found');
};

/** Asks the log, because a read model may still have sellers of another portfolio. */
export const keepSellersInPortfolio = async <Row extends { readonly sellerId: string }>(
  core: Reading,
  caller: ManagerCaller,
  rows: readonly Row[],
): Promise<readonly Row[]> => {
  const isOwn = await Promise.all(
    rows.map(({ sellerId }) => isInPortfolio(core, caller, sellerId)),
  );
  return rows.filter((_, index) => isOwn[index]);
};
