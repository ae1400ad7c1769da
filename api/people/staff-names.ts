import type { Core } from '#/api/composition/core.ts';
import type { Contact } from '#/domain/encrypted.ts';
import { streamOf } from '#/domain/ids.ts';
import { staff } from '#/domain/staff/staff.ts';

/** Returns the e-mails of these staff; unknown or erased ones are missing. */
export const staffNames = async (
  { handler, vault }: Pick<Core, 'handler' | 'vault'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const { state } = await handler.load(staff, streamOf('staff', id));
      if (state.status === 'ABSENT') return [];
      const contact = await vault.decrypt<Contact>(state.details.contact);
      return contact ? [[id, contact.email] as const] : [];
    }),
  );
  return new Map(found.flat());
};

const ADMIN = 'admin:';

/** Returns the e-mails of the staff among the actors of events, by actor; others, and erased ones, are missing. */
export const authorNames = async (
  core: Pick<Core, 'handler' | 'vault'>,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = actors.flatMap((actor) =>
    actor.startsWith(ADMIN) ? [actor.slice(ADMIN.length)] : [],
  );
  const names = await staffNames(core, ids);
  return new Map([...names].map(([id, name]) => [`${ADMIN}${id}`, name]));
};
