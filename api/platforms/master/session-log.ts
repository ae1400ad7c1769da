import { originsOf } from '#/api/auth/trail.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { SessionLine } from '#/api/contract/master.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listSessionLog as listRows } from '#/projections/access-trail.ts';
import { namesOf } from '#/projections/platforms.ts';
import { emailsOf } from './emails.ts';

/** Lists sign-ins and other events of sessions at all platforms, newest first. */
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
  const [emailOf, originOf] = await Promise.all([emailsOf(core, rows), originsOf(core, rows)]);
  const items = rows.flatMap((row): SessionLine[] => {
    const { eventId, at, platformId, kind, failures, isKnownDevice, cause, change } = row;
    if (kind === 'DATA_OPENED') return [];
    const platformName = names.get(platformId) ?? null;
    const person = { kind: row.personKind, id: row.personId, email: emailOf(row) };
    const reason = kind === 'SIGNED_OUT' ? row.reason : null;
    const about = { failures, isKnownDevice, cause, change, reason };
    return [{ eventId, at, platformId, platformName, person, kind, ...originOf(row), ...about }];
  });
  return { items, nextCursor, position };
};
