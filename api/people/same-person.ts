import type { Memberships } from '#/api/auth/memberships.ts';
import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import type { PlatformPerson } from '#/domain/access/commands.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { decode } from '#/ledger/codec.ts';

type PersonRecord = Pick<PlatformPerson, 'kind' | 'personId'>;

export interface KnowsUsers {
  readonly sessions: { readonly memberships: Pick<Memberships, 'usersOf'> };
}

const emailOf = async (
  { sessions }: KnowsUsers,
  { kind, personId }: PersonRecord,
): Promise<string | undefined> =>
  (await sessions.memberships.usersOf(kind, [personId])).get(personId)?.email;

/** Whether two records have one user (people.113). */
export const isSamePerson = async (
  services: KnowsUsers,
  one: PersonRecord,
  other: PersonRecord,
): Promise<boolean> => {
  if (one.kind === other.kind && one.personId === other.personId) return true;
  const [email, otherEmail] = await Promise.all([emailOf(services, one), emailOf(services, other)]);
  return email !== undefined && email === otherEmail;
};

/** Whether a member of staff is also this seller. */
export const isAlsoSeller = (
  services: KnowsUsers,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  sellerId: string,
): Promise<boolean> =>
  isSamePerson(
    services,
    { kind: 'staff', personId: staffId },
    { kind: 'seller', personId: sellerId },
  );

/** Who approved, proposed or requested something. */
interface Author {
  readonly staffId: string;
  /** Revision of the author's record at that time. Without it, only the current flags are checked. */
  readonly staffRevision?: number | null | undefined;
}

/** Whether the author has had these flags ever since: what an author began before a block does not count. */
export const isStillEntitled = async (
  { handler, store }: Pick<Core, 'handler' | 'store'>,
  { staffId, staffRevision }: Author,
  flags: readonly PermissionFlag[],
): Promise<boolean> => {
  const holdAll = (details: StaffDetails) => flags.every((flag) => hasFlag(details, flag));
  const stream = streamOf('staff', staffId);
  const { state } = await handler.load(staff, stream);
  if (state.status !== 'ACTIVE' || !holdAll(state.details)) return false;
  const from = (staffRevision ?? state.revision) + 1;
  if (state.revision < from) return true;
  const since = (await store.readStream(stream, { from })).map(decode);
  return since.every(({ type, data }) => type === 'StaffRevised' && holdAll(data.details));
};
