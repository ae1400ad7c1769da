import type { Services } from '#/api/composition/api-services.ts';
import type { OwnMembership } from '#/api/contract/person.ts';
import type { Role } from '#/api/contract/roles.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { Caller } from './caller.ts';
import type { Membership } from './memberships.ts';
import { loadPersonRecord, openAmong } from './person-record.ts';
import { recordedPersonOf } from './trail.ts';

const rolesOfKinds = {
  seller: 'SELLER',
  master: 'MASTER',
  manager: 'MANAGER',
} as const satisfies Record<Exclude<PersonKind, 'staff'>, Role>;

type PersonRecord = Awaited<ReturnType<typeof loadPersonRecord>>;

const roleIn = (record: PersonRecord, { kind }: Membership): Role | undefined => {
  if (record.status !== 'ACTIVE') return undefined;
  if ('role' in record.details) return record.details.role;
  return kind === 'staff' ? undefined : rolesOfKinds[kind];
};

/** Returns the role of a membership; undefined while the record of its person is not active. */
export const roleOf = async (
  { core }: Services,
  membership: Membership,
): Promise<Role | undefined> => roleIn(await loadPersonRecord(core, membership), membership);

/** Returns null after erasure, and for people who are not sellers. */
const readSellerName = async ({ core }: Services, record: PersonRecord): Promise<string | null> => {
  if (record.status === 'ABSENT' || !('identity' in record.details)) return null;
  return (await core.vault.decrypt<Identity>(record.details.identity))?.name ?? null;
};

const platformNameOf = async ({ core }: Services, platformId: string): Promise<string | null> => {
  const { state } = await core.handler.load(platform, streamOf('platform', platformId));
  return state.status === 'ABSENT' ? null : state.details.name;
};

/** Lists the memberships as which the caller may sign in, the oldest first. */
export const listOwnMemberships = async (
  services: Services,
  caller: Caller,
): Promise<OwnMembership[]> => {
  const current = recordedPersonOf(caller);
  const all = await openAmong(services.core, await services.sessions.memberships.of(caller.email));
  const listed = await Promise.all(
    all.map(async (membership) => {
      const { kind, personId, platformId } = membership;
      const record = await loadPersonRecord(services.core, membership);
      const role = roleIn(record, membership);
      if (role === undefined) return [];
      const platformName = await platformNameOf(services, platformId);
      const sellerName = await readSellerName(services, record);
      const isThis = kind === current.kind && personId === current.personId;
      return [{ kind, personId, role, platformName, sellerName, isThis }];
    }),
  );
  return listed.flat();
};
