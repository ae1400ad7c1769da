import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { reportAddress } from '#/api/mail/report-routes.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { sealLag } from '#/ledger/audit/seal-lag.ts';
import { readGenerationStates } from '#/projections/engine/tables/generation-states.ts';
import { listInstallationMails, listSuppressed } from '#/projections/mails.ts';
import { projections } from '#/projections/registry.ts';
import { emailsOf } from './emails.ts';

const names = projections.map(({ name }) => name);

/** Returns the beginning of an error's text, because the rest may quote rows. */
const kindOf = (error: string | null): string | null => error?.split(': ', 1)[0] ?? null;

/** Returns how far read models and seals are behind the log. */
export const getInstallation = async ({
  core: { store, now },
  database: pool,
  seals,
}: Services): Promise<OutputOf<'master.getInstallation'>> => {
  const [position, states, last, { events, seconds }] = await Promise.all([
    store.head(),
    readGenerationStates({ store, pool }, names),
    seals.lastSeal(),
    sealLag(store, seals, new Date(now())),
  ]);
  const readModels = states.map(({ name, generation, version, status, lag, bytes, error }) => ({
    name,
    generation,
    version,
    status,
    lag,
    bytes,
    failure: kindOf(error),
  }));
  const waiting = { waiting: events, waitingSeconds: Math.floor(seconds) };
  return {
    readModels,
    seals: { last: last?.number ?? null, ...waiting },
    position: position ?? '',
  };
};

/** Lists mails to masters, and invitations of administrators, newest first. */
export const listMails = async (
  services: Services,
  { after, cursor, limit, status }: ParsedInputOf<'master.listMails'>,
): Promise<OutputOf<'master.listMails'>> => {
  const { core, database: primary } = services;
  const { value, position } = await readFresh(services, ['mails', 'staff'], after, (database) =>
    readPage(() => listInstallationMails(database, { status }, { limit, cursor })),
  );
  const mailboxes = value.items.flatMap(({ mailbox }) => mailbox ?? []);
  const [emailOf, suppressed] = await Promise.all([
    emailsOf(core, value.items),
    listSuppressed(primary, mailboxes),
  ]);
  const items = value.items.map((row) => {
    const { platformId: _, personKind: kind, personId: id, mailbox, ...line } = row;
    const isMailboxSuppressed = mailbox !== null && suppressed.has(mailbox);
    return { ...line, isMailboxSuppressed, person: { kind, id, name: emailOf(row) } };
  });
  return { items, nextCursor: value.nextCursor, position };
};

/** Returns where mails go, and where the mail server reports bounces. */
export const getMail = ({
  core,
  mail: { destination },
  publicUrl,
}: Services): OutputOf<'master.getMail'> => {
  const isPosted = destination.to === 'server';
  return { ...destination, reports: isPosted ? reportAddress(publicUrl, core.ports) : null };
};
