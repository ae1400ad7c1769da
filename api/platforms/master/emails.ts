import type { Core } from '#/api/composition/core.ts';
import { loadAuthorEmails, loadManagerEmails, loadStaffEmails } from '#/api/people/staff-emails.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { master } from '#/domain/master/master.ts';

const loadMasterEmails = async (
  { records, vault }: Pick<Core, 'records' | 'vault'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const entries = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const { state } = await records.load(master, streamOf('master', id));
      if (state.status === 'ABSENT') return [];
      const contact = await vault.decrypt<Contact>(state.details.contact);
      return contact ? [[id, contact.email] as const] : [];
    }),
  );
  return new Map(entries.flat());
};

interface OfPerson {
  readonly personKind: PersonKind;
  readonly personId: string;
}

/** Returns a function from a row to its person's e-mail: null after an erasure, and for sellers, whose e-mails masters may not see. */
export const emailsOf = async (core: Core, rows: readonly OfPerson[]) => {
  const idsOf = (kind: PersonKind): readonly string[] =>
    rows.filter(({ personKind }) => personKind === kind).map(({ personId }) => personId);
  const [members, masters, managers] = await Promise.all([
    loadStaffEmails(core, idsOf('staff')),
    loadMasterEmails(core, idsOf('master')),
    loadManagerEmails(core, idsOf('manager')),
  ]);
  return ({ personKind, personId }: OfPerson): string | null => {
    switch (personKind) {
      case 'staff':
        return members.get(personId) ?? null;
      case 'master':
        return masters.get(personId) ?? null;
      case 'manager':
        return managers.get(personId) ?? null;
      case 'seller':
        return null;
    }
  };
};

const MASTER = 'master:';

/** Returns e-mails by actor; erased people, and actors other than staff, managers and masters, are missing. */
export const loadActorEmails = async (
  core: Core,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = actors.flatMap((actor) =>
    actor.startsWith(MASTER) ? [actor.slice(MASTER.length)] : [],
  );
  const [members, masters] = await Promise.all([
    loadAuthorEmails(core, actors),
    loadMasterEmails(core, ids),
  ]);
  return new Map([
    ...members,
    ...[...masters].map(([id, email]) => [`${MASTER}${id}`, email] as const),
  ]);
};
