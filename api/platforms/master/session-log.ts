import { addressesOf } from '#/api/auth/trail.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { SessionLine } from '#/api/contract/master.ts';
import { readPage } from '#/api/http/paging.ts';
import { staffNames } from '#/api/people/staff-names.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Contact } from '#/domain/encrypted.ts';
import { streamOf } from '#/domain/ids.ts';
import { master } from '#/domain/master/master.ts';
import { listSessionLog as listRows, type AccessRow } from '#/projections/access-trail.ts';
import { namesOf } from '#/projections/platforms.ts';

/** Returns the e-mails of these masters. */
const masterNames = async (
  { records, vault }: Pick<Core, 'records' | 'vault'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const { state } = await records.load(master, streamOf('master', id));
      if (state.status === 'ABSENT') return [];
      const contact = await vault.decrypt<Contact>(state.details.contact);
      return contact ? [[id, contact.email] as const] : [];
    }),
  );
  return new Map(found.flat());
};

/** Returns the e-mails of the staff and masters of rows, by kind and id; a seller's is not a master's to see. */
const emailsOf = async (core: Core, rows: readonly AccessRow[]) => {
  const idsOf = (kind: AccessRow['personKind']): readonly string[] =>
    rows.filter(({ personKind }) => personKind === kind).map(({ personId }) => personId);
  const [members, masters] = await Promise.all([
    staffNames(core, idsOf('staff')),
    masterNames(core, idsOf('master')),
  ]);
  return ({ personKind, personId }: AccessRow): string | null => {
    switch (personKind) {
      case 'staff':
        return members.get(personId) ?? null;
      case 'master':
        return masters.get(personId) ?? null;
      case 'seller':
        return null;
    }
  };
};

/** Lists who came in at all platforms, or failed to, the newest first. */
export const listSessionLog = async (
  services: Services,
  { after, cursor, limit, ...filters }: ParsedInputOf<'master.listSessionLog'>,
): Promise<OutputOf<'master.listSessionLog'>> => {
  const { core } = services;
  const read = ['access-trail', 'platforms'];
  const { value, position } = await readFresh(services, read, after, async (database) => {
    const page = await readPage(() => listRows(database, filters, { limit, cursor }));
    const ids = page.items.map(({ platformId }) => platformId);
    return { ...page, names: await namesOf(database, [...new Set(ids)]) };
  });
  const { items: rows, names, nextCursor } = value;
  const [emailOf, addresses] = await Promise.all([emailsOf(core, rows), addressesOf(core, rows)]);
  const items = rows.flatMap((row): SessionLine[] => {
    const { eventId, at, platformId, kind, failures, isKnownDevice, cause, change } = row;
    if (kind === 'DATA_OPENED') return [];
    const platformName = names.get(platformId) ?? null;
    const person = { kind: row.personKind, id: row.personId, email: emailOf(row) };
    const address = addresses.get(eventId) ?? null;
    const about = { failures, isKnownDevice, cause, change };
    return [{ eventId, at, platformId, platformName, person, kind, address, ...about }];
  });
  return { items, nextCursor, position };
};
