import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { manager } from '#/domain/manager/manager.ts';

type RecordLoader = Pick<Core, 'handler'>;

/** @throws Rejected `resource/not-found` */
export const loadManager = async (
  { handler }: RecordLoader,
  { platformId }: StaffCaller,
  managerId: string,
) => {
  const recorded = await handler.load(manager, streamOf('manager', managerId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || state.details.platformId !== platformId)
    throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** Refuses a manager of another platform. Called before anything is written. @throws Rejected `resource/not-found` */
export const requireOwnManager = async (
  core: RecordLoader,
  caller: StaffCaller,
  managerId: string,
): Promise<void> => void (await loadManager(core, caller, managerId));
