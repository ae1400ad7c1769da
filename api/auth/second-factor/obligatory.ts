import type { Caller } from '#/api/auth/caller.ts';
import { needsFactor } from '#/api/auth/callers.ts';
import type { Membership } from '#/api/auth/memberships.ts';
import { roleOf } from '#/api/auth/own-memberships.ts';
import { openAmong } from '#/api/auth/person-record.ts';
import type { Services } from '#/api/composition/api-services.ts';

/** The memberships as which a caller's user may sign in, which share one second factor. */
export const openMembershipsOf = async (
  { core, sessions }: Services,
  { email }: Caller,
): Promise<readonly Membership[]> => openAmong(core, await sessions.memberships.of(email));

/** Whether any role of the caller's user needs a second factor, also a role in which the session does not act. */
export const isFactorObligatory = async (services: Services, caller: Caller): Promise<boolean> => {
  const members = await openMembershipsOf(services, caller);
  const roles = await Promise.all(members.map((member) => roleOf(services, member)));
  return roles.some((role) => role !== undefined && needsFactor(role, services.demo));
};
