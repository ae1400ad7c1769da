import type { Services } from '#/api/composition/api-services.ts';
import type { OwnMembership } from '#/api/contract/person.ts';
import type { Role } from '#/api/contract/roles.ts';
import { sellerNames } from '#/api/people/seller-names.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { streamOf } from '#/domain/ids.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { Caller } from './caller.ts';
import type { Membership } from './memberships.ts';
import { loadPersonRecord, openAmong } from './person-record.ts';
import { accessingAs } from './trail.ts';

/** The roles of kinds of person whose record has no role. */
const rolesOfKinds = {
  seller: 'SELLER',
  master: 'MASTER',
  manager: 'MANAGER',
} as const satisfies Record<Exclude<PersonKind, 'staff'>, Role>;

/** Returns the role of a membership; undefined while its record is not active. */
export const roleOf = async (
  { core }: Services,
  membership: Membership,
): Promise<Role | undefined> => {
  const state = await loadPersonRecord(core, membership);
  if (state.status !== 'ACTIVE') return undefined;
  if ('role' in state.details) return state.details.role;
  return membership.kind === 'staff' ? undefined : rolesOfKinds[membership.kind];
};

const platformNameOf = async ({ core }: Services, platformId: string): Promise<string | null> => {
  const { state } = await core.handler.load(platform, streamOf('platform', platformId));
  return state.status === 'ABSENT' ? null : state.details.name;
};

/** Returns the memberships as which the caller may sign in, the oldest first. */
export const listOwnMemberships = async (
  services: Services,
  caller: Caller,
): Promise<OwnMembership[]> => {
  const own = accessingAs(caller);
  const all = await openAmong(services.core, await services.sessions.memberships.of(caller.email));
  const sellers = await sellerNames(
    services.core,
    all.filter(({ kind }) => kind === 'seller').map(({ personId }) => personId),
  );
  const listed = await Promise.all(
    all.map(async (membership) => {
      const { kind, personId, platformId } = membership;
      const role = await roleOf(services, membership);
      if (role === undefined) return [];
      const platformName = await platformNameOf(services, platformId);
      const sellerName = kind === 'seller' ? (sellers.get(personId) ?? null) : null;
      const isThis = kind === own.kind && personId === own.personId;
      return [{ kind, personId, role, platformName, sellerName, isThis }];
    }),
  );
  return listed.flat();
};
