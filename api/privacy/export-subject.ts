import { z } from 'zod';
import type { SubjectExport } from '#/api/contract/privacy.ts';
import { originsOf } from '#/api/auth/trail.ts';
import type { Sessions } from '#/api/auth/sessions.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { encrypted, type Encrypted } from '#/domain/privacy/encrypted.ts';
import { findGivenDocument, findGivenPhone } from '#/domain/privacy/stand-ins.ts';
import { subject as subjectDecider } from '#/domain/subject/decider.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import type { Accounts } from '#/ledger/vault/accounts.ts';
import { listAccessesBy, openingsOf } from '#/projections/access-trail.ts';
import { listMailsTo } from '#/projections/mails.ts';
import type { SubjectRecord } from '#/projections/subjects.ts';
import { accountsIn } from './accounts-in.ts';
import type { PrivacyServices } from './holds.ts';

interface EncryptedField {
  /** Path in the event, such as `buyer.identity`. */
  readonly path: string;
  readonly text: Encrypted;
}

/** Finds encrypted fields at any depth, so that fields added later are exported too. */
const findEncryptedFields = (
  value: unknown,
  path: readonly string[] = [],
): readonly EncryptedField[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { success, data } = encrypted.safeParse(value);
  if (success) return [{ path: path.join('.'), text: data }];
  return Object.entries(value).flatMap(([name, member]) =>
    findEncryptedFields(member, [...path, name]),
  );
};

const ofBuyer = z.looseObject({
  'buyer.identity': z
    .looseObject({ name: z.string(), document: z.string(), synthetic: z.boolean().exactOptional() })
    .nullish(),
  'buyer.contact': z
    .looseObject({ email: z.string(), phone: z.string().exactOptional() })
    .nullish(),
});

/** Returns the data that the person gave, without placeholders (checkout.45). */
const selectOwnWords = (personal: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { 'buyer.identity': identity, 'buyer.contact': contact, ...rest } = ofBuyer.parse(personal);
  const { document: _, synthetic: __, ...named } = identity ?? {};
  const { phone: ___, ...reached } = contact ?? {};
  const document = identity && findGivenDocument(identity, contact?.email);
  const phone = contact && findGivenPhone(contact);
  return {
    ...rest,
    ...(identity !== undefined && {
      'buyer.identity': identity && { ...named, ...(document && { document }) },
    }),
    ...(contact !== undefined && {
      'buyer.contact': contact && { ...reached, ...(phone && { phone }) },
    }),
  };
};

/** Fields by which the person recognises an event; others may concern other people. */
const factsOf = ({ type, data }: RecordedEvent): Readonly<Record<string, unknown>> => {
  if (type === 'PaymentRequested') {
    const { title, amount, currency, method, installments } = data;
    return { title, amount, currency, method, installments };
  }
  if (type === 'WithdrawalRequested') return { amount: data.amount, method: data.method };
  if (type === 'ReceiverFileSubmitted') {
    const { kind, contentType, size } = data;
    return { kind, contentType, size };
  }
  return {};
};

const exportOf = async (
  { core }: Pick<PrivacyServices, 'core'>,
  subject: string,
  { kind, recordId }: SubjectRecord,
): Promise<SubjectExport['records'][number]> => {
  const recorded = (await core.store.readStream(streamOf(kind, recordId))).map(decode);
  const events = [];
  for (const event of recorded) {
    const fields = findEncryptedFields(event.data).filter(({ text }) => text.subject === subject);
    const facts = factsOf(event);
    if (fields.length === 0 && Object.keys(facts).length === 0) continue;
    const opened = await core.vault.openMany<unknown>(fields.map(({ text }) => text));
    const personal = selectOwnWords(
      Object.fromEntries(fields.map(({ path }, index) => [path, opened[index] ?? null])),
    );
    events.push({
      type: event.type,
      recordedAt: event.recordedAt,
      facts,
      personal,
    });
  }
  return { kind, id: recordId, events };
};

/** Returns who opened the person's records, and the person's own sign-ins and openings. */
const trailOf = async (
  { core, database }: Pick<PrivacyServices, 'core' | 'database'>,
  platformId: string,
  all: readonly SubjectRecord[],
  accounts: Accounts,
): Promise<Pick<SubjectExport, 'openings' | 'accesses'>> => {
  const recordIds = [...new Set(all.map(({ recordId }) => recordId))];
  const [opened, ownAccesses] = await Promise.all([
    openingsOf(database, platformId, recordIds),
    listAccessesBy(database, platformId, accounts),
  ]);
  const originOf = await originsOf(core, ownAccesses);
  return {
    openings: opened.flatMap(({ at, opened: what, recordId, personKind: kind, personId: id }) =>
      what === null || recordId === null ? [] : [{ at, opened: what, recordId, by: { kind, id } }],
    ),
    accesses: ownAccesses.map((row) => ({ at: row.at, kind: row.kind, ...originOf(row) })),
  };
};

/**
 * Returns all that is stored about a person (LGPD art. 18 II and V), and records the export. Fields whose keys were destroyed are null.
 */
export const exportSubject = async (
  services: Pick<PrivacyServices, 'core' | 'database'> & {
    readonly sessions: Pick<Sessions, 'signInsOf'>;
  },
  { subject, platformId }: { readonly subject: string; readonly platformId: string },
  all: readonly SubjectRecord[],
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<SubjectExport> => {
  const { core, sessions } = services;
  const accounts = accountsIn(all);
  const records = [];
  for (const record of all) records.push(await exportOf(services, subject, record));
  const signIns = await sessions.signInsOf(accounts);
  const trail = await trailOf(services, platformId, all, accounts);
  const mails = await listMailsTo(services.database, platformId, accounts);
  const now = core.now();
  const command = { type: 'RecordExport', platformId, now } as const;
  await core.handler.handle(subjectDecider, streamOf('subject', subject), command, {
    commandId: core.machine.uuid(),
    platform: platformId,
    actor,
    correlation: subject,
    reason,
  });
  return {
    subject,
    platformId,
    exportedAt: now,
    signIns: [...signIns],
    records,
    ...trail,
    mails: mails.map(({ requestedAt, template, status }) => ({ requestedAt, template, status })),
  };
};
