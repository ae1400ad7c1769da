import { loadPersonRecord } from '#/api/auth/person-record.ts';
import type { Core } from '#/api/composition/core.ts';
import type { PersonKind, PlatformPerson } from '#/domain/access/commands.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';
import type { KnowsUsers } from './same-person.ts';
import { loadSellerNames } from './seller-names.ts';
import { loadManagerEmails, loadStaffEmails } from './staff-emails.ts';

export interface PersonRef {
  readonly kind: PersonKind;
  readonly id: string;
}

/** Returns null for a person without a name here, as after an erasure. */
export type PersonNames = (person: PersonRef) => string | null;

/** The name of a seller, the e-mail of staff and managers, as staff may see them. Masters stay unnamed. */
export const loadPersonNames = async (
  core: Pick<Core, 'handler' | 'records' | 'vault'>,
  people: readonly PersonRef[],
): Promise<PersonNames> => {
  const idsOf = (ofKind: PersonKind): readonly string[] =>
    people.filter(({ kind }) => kind === ofKind).map(({ id }) => id);
  const [seller, staff, manager] = await Promise.all([
    loadSellerNames(core, idsOf('seller')),
    loadStaffEmails(core, idsOf('staff')),
    loadManagerEmails(core, idsOf('manager')),
  ]);
  const names = { seller, staff, manager, master: undefined } as const satisfies Record<
    PersonKind,
    ReadonlyMap<string, string> | undefined
  >;
  return ({ kind, id }) => names[kind]?.get(id) ?? null;
};

/** Refuses a reason with the name, e-mail, document or phone of a person. @throws Refused `subject/named-in-reason` */
export const requireUnnamedPerson = async (
  { core, sessions }: KnowsUsers & { readonly core: Pick<Core, 'handler' | 'vault'> },
  { kind, personId }: Pick<PlatformPerson, 'kind' | 'personId'>,
  reason: string,
): Promise<void> => {
  const state = await loadPersonRecord(core, { kind, personId });
  if (state.status === 'ABSENT') return;
  const users = await sessions.memberships.usersOf(kind, [personId]);
  const named = { buyer: state.details, userName: users.get(personId)?.name };
  await requireNoPersonalData(core, named, reason);
};
