import type { Core } from '#/api/composition/core.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { sellerNames } from './seller-names.ts';
import { managerNames, staffNames } from './staff-names.ts';

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
export const personNames = async (
  core: Pick<Core, 'handler' | 'records' | 'vault'>,
  people: readonly PersonRef[],
): Promise<PersonNames> => {
  const idsOf = (ofKind: PersonKind): readonly string[] =>
    people.filter(({ kind }) => kind === ofKind).map(({ id }) => id);
  const [seller, staff, manager] = await Promise.all([
    sellerNames(core, idsOf('seller')),
    staffNames(core, idsOf('staff')),
    managerNames(core, idsOf('manager')),
  ]);
  const names = { seller, staff, manager, master: undefined } as const satisfies Record<
    PersonKind,
    ReadonlyMap<string, string> | undefined
  >;
  return ({ kind, id }) => names[kind]?.get(id) ?? null;
};
