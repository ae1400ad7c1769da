import type { Core } from '#/api/composition/core.ts';
import type { Contact, Encrypted } from '#/domain/privacy/encrypted.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { manager } from '#/domain/manager/manager.ts';
import type { RecordState } from '#/domain/aggregates/record.ts';
import { staff } from '#/domain/staff/staff.ts';

type Reading = Pick<Core, 'handler' | 'vault'>;

type Emails = ReadonlyMap<string, string>;

/** Returns e-mails by id; unknown or erased people are missing. */
const loadEmails = async (
  { vault }: Reading,
  ids: Iterable<string>,
  load: (id: string) => Promise<RecordState<{ readonly contact: Encrypted }>>,
): Promise<Emails> => {
  const entries = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const state = await load(id);
      if (state.status === 'ABSENT') return [];
      const contact = await vault.decrypt<Contact>(state.details.contact);
      return contact ? [[id, contact.email] as const] : [];
    }),
  );
  return new Map(entries.flat());
};

/** Returns e-mails by id; unknown or erased staff are missing. */
export const loadStaffEmails = (core: Reading, ids: Iterable<string>): Promise<Emails> =>
  loadEmails(
    core,
    ids,
    async (id) => (await core.handler.load(staff, streamOf('staff', id))).state,
  );

/** Returns e-mails by id; unknown or erased managers are missing. */
export const loadManagerEmails = (core: Reading, ids: Iterable<string>): Promise<Emails> =>
  loadEmails(
    core,
    ids,
    async (id) => (await core.handler.load(manager, streamOf('manager', id))).state,
  );

const ADMIN = 'admin:';
const MANAGER = 'manager:';

const idsAfter = (prefix: string, actors: readonly string[]): readonly string[] =>
  actors.flatMap((actor) => (actor.startsWith(prefix) ? [actor.slice(prefix.length)] : []));

/** Returns e-mails of staff and managers by actor; erased people, and other actors, are missing. */
export const loadAuthorEmails = async (
  core: Reading,
  actors: readonly string[],
): Promise<Emails> => {
  const [members, managers] = await Promise.all([
    loadStaffEmails(core, idsAfter(ADMIN, actors)),
    loadManagerEmails(core, idsAfter(MANAGER, actors)),
  ]);
  return new Map([
    ...[...members].map(([id, email]) => [`${ADMIN}${id}`, email] as const),
    ...[...managers].map(([id, email]) => [`${MANAGER}${id}`, email] as const),
  ]);
};
