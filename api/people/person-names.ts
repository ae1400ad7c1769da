import type { Core } from '#/api/composition/core.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { loadSellerNames } from './seller-names.ts';
import { loadManagerNames, loadStaffNames } from './staff-names.ts';

export interface PersonRef {
  readonly kind: PersonKind;
  readonly id: string;
}

/** Names of people, by kind and id; null where none is known, as after an erasure. */
export type PersonNames = (person: PersonRef) => string | null;

/**
 * Returns the names of these people, as staff of a platform may see them: of a seller the name, of staff and managers the e-mail. Masters
 * stay unnamed: they belong to no platform.
 */
export const loadPersonNames = async (
  core: Pick<Core, 'handler' | 'records' | 'vault'>,
  people: readonly PersonRef[],
): Promise<PersonNames> => {
  const idsOf = (ofKind: PersonKind): readonly string[] =>
    people.filter(({ kind }) => kind === ofKind).map(({ id }) => id);
  const [seller, staff, manager] = await Promise.all([
    loadSellerNames(core, idsOf('seller')),
    loadStaffNames(core, idsOf('staff')),
    loadManagerNames(core, idsOf('manager')),
  ]);
  const names = { seller, staff, manager, master: undefined } as const satisfies Record<
    PersonKind,
    ReadonlyMap<string, string> | undefined
  >;
  return ({ kind, id }) => names[kind]?.get(id) ?? null;
};
