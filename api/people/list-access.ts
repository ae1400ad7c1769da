import { originsOf } from '#/api/auth/trail.ts';
import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { AccessEntry } from '#/api/contract/access.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { listAccess as listRows, type AccessRow } from '#/projections/access-trail.ts';
import { loadPersonNames, type PersonNames, type PersonRef } from './person-names.ts';

/** The kind of the other person of an impersonation: staff impersonate sellers. */
const otherKinds = {
  staff: 'seller',
  seller: 'staff',
  master: undefined,
  manager: undefined,
} as const satisfies Record<PersonKind, PersonKind | undefined>;

/** The person of the line, and the other person of an impersonation. */
const peopleOf = ({
  personKind: kind,
  personId: id,
  otherId,
}: AccessRow): readonly [PersonRef, ...PersonRef[]] => {
  const otherKind = otherKinds[kind];
  if (otherId === null || otherKind === undefined) return [{ kind, id }];
  return [
    { kind, id },
    { kind: otherKind, id: otherId },
  ];
};

const byOf = ({ byStaffId: id }: AccessRow): readonly PersonRef[] =>
  id === null ? [] : [{ kind: 'staff', id }];

const lineOf = (row: AccessRow, nameOf: PersonNames, address: string | null): AccessEntry => {
  const {
    platformId: _,
    personKind: __,
    personId: ___,
    address: ____,
    otherId: _____,
    byStaffId: ______,
    ...rest
  } = row;
  const withName = (person: PersonRef): AccessEntry['person'] => ({
    ...person,
    name: nameOf(person),
  });
  const [person, other] = peopleOf(row);
  const [by] = byOf(row);
  return {
    ...rest,
    person: withName(person),
    other: other ? withName(other) : null,
    by: by ? nameOf(by) : null,
    address,
  };
};

/** Lists sign-ins, impersonations and openings of data. */
export const listAccess = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, cursor, limit, ...filters }: ParsedInputOf<'admin.listAccess'>,
): Promise<OutputOf<'admin.listAccess'>> => {
  const { core } = services;
  const { value, position } = await readFresh(services, ['access-trail'], after, (database) =>
    readPage(() => listRows(database, { ...filters, platformId }, { limit, cursor })),
  );
  const people = value.items.flatMap((row) => [...peopleOf(row), ...byOf(row)]);
  const [nameOf, originOf] = await Promise.all([
    loadPersonNames(core, people),
    originsOf(core, value.items),
  ]);
  const items = value.items.map((row) => lineOf(row, nameOf, originOf(row).address));
  return { items, nextCursor: value.nextCursor, position };
};
