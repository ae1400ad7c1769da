import { addressesOf } from '#/api/auth/addresses.ts';
import type { AccessLine } from '#/api/contract/access.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listAccess, type AccessRow } from '#/projections/access-trail.ts';
import { sellerNames } from '#/api/people/seller-names.ts';
import { staffNames } from '#/api/people/staff-names.ts';

export const accessProcedures: Pick<ProceduresOf<'admin'>, 'admin.listAccess'> = {
  'admin.listAccess': async ({ after, cursor, limit, ...filters }, { caller, services }) => {
    const { core } = services;
    const { platformId } = caller;
    const { value, position } = await readFresh(services, ['access-trail'], after, (database) =>
      readPage(() => listAccess(database, { ...filters, platformId }, { limit, cursor })),
    );
    const idsOf = (kind: AccessRow['personKind']): readonly string[] =>
      value.items.filter((row) => row.personKind === kind).map(({ personId }) => personId);
    const [sellers, members, addresses] = await Promise.all([
      sellerNames(core, idsOf('seller')),
      staffNames(core, [
        ...idsOf('staff'),
        ...value.items.flatMap(({ byStaffId }) => byStaffId ?? []),
      ]),
      addressesOf(core, value.items),
    ]);
    const items = value.items.map(
      ({
        platformId: _,
        personKind: kind,
        personId: id,
        address: __,
        byStaffId,
        ...row
      }): AccessLine => {
        const name = (kind === 'seller' ? sellers : members).get(id) ?? null;
        const by = members.get(byStaffId ?? '') ?? null;
        const address = addresses.get(row.eventId) ?? null;
        return { ...row, person: { kind, id, name }, address, by };
      },
    );
    return { items, nextCursor: value.nextCursor, position };
  },
};
