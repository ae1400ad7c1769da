import { addressesOf } from '#/api/auth/trail.ts';
import type { AccessLine } from '#/api/contract/access.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listAccess, type AccessRow } from '#/projections/access-trail.ts';
import { sellerNames } from '#/api/people/seller-names.ts';
import { managerNames, staffNames } from '#/api/people/staff-names.ts';

interface PersonRef {
  readonly kind: PersonKind;
  readonly id: string;
}

/** Returns the person of the line, and the other person of an impersonation. */
const peopleOf = ({
  personKind: kind,
  personId: id,
  otherId,
}: AccessRow): readonly [PersonRef, ...PersonRef[]] =>
  otherId === null
    ? [{ kind, id }]
    : [
        { kind, id },
        { kind: kind === 'staff' ? 'seller' : 'staff', id: otherId },
      ];

export const accessProcedures: Pick<ProceduresOf<'admin'>, 'admin.listAccess'> = {
  'admin.listAccess': async ({ after, cursor, limit, ...filters }, { caller, services }) => {
    const { core } = services;
    const { platformId } = caller;
    const { value, position } = await readFresh(services, ['access-trail'], after, (database) =>
      readPage(() => listAccess(database, { ...filters, platformId }, { limit, cursor })),
    );
    const people = value.items.flatMap(peopleOf);
    const idsOf = (ofKind: PersonKind): readonly string[] =>
      people.filter(({ kind }) => kind === ofKind).map(({ id }) => id);
    const [sellers, members, managers, addresses] = await Promise.all([
      sellerNames(core, idsOf('seller')),
      staffNames(core, [
        ...idsOf('staff'),
        ...value.items.flatMap(({ byStaffId }) => byStaffId ?? []),
      ]),
      managerNames(core, idsOf('manager')),
      addressesOf(core, value.items),
    ]);
    const named = ({ kind, id }: PersonRef): AccessLine['person'] => {
      const names = { seller: sellers, staff: members, manager: managers, master: members }[kind];
      return { kind, id, name: names.get(id) ?? null };
    };
    const items = value.items.map((row): AccessLine => {
      const {
        platformId: _,
        personKind: __,
        personId: ___,
        address: ____,
        otherId: _____,
        byStaffId,
        ...rest
      } = row;
      const [person, other] = peopleOf(row);
      return {
        ...rest,
        person: named(person),
        other: other ? named(other) : null,
        by: members.get(byStaffId ?? '') ?? null,
        address: addresses.get(row.eventId) ?? null,
      };
    });
    return { items, nextCursor: value.nextCursor, position };
  },
};
