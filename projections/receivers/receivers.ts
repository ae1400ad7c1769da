import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import type { DocumentType } from '#/domain/brazil/document.ts';
import {
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
} from '#/domain/investigation/investigation.ts';
import type { SubmittedFile, Registration } from '#/domain/receiver/decider.ts';
import { checklistOf, type ReceiverFileKind } from '#/domain/receiver/files.ts';
import { investigationAfter } from '#/domain/receiver/resolve.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from '#/projections/engine/define/define-projection.ts';
import {
  json,
  keyed,
  nullable,
  text,
  time,
  enumText,
  type RowOf,
} from '#/projections/engine/define/table.ts';

/** INCOMPLETE: a required file, or the type of document, is missing. */
export type ReceiverReview = 'INCOMPLETE' | 'WAITING' | 'REJECTED' | 'APPROVED';

export interface ReceiverFileRow {
  readonly fileId: string;
  readonly kind: ReceiverFileKind;
  readonly status: SubmittedFile['status'];
  readonly contentType: SubmittedFile['contentType'];
  readonly size: number;
  /** Why staff rejected the file. */
  readonly reason: string | null;
  readonly submittedAt: Timestamp;
}

/** One row per seller who gave details or files; no personal data. */
export const receiverTable = keyed({
  name: 'receiver',
  columns: {
    sellerId: text,
    platformId: text,
    documentType: nullable(enumText<DocumentType>()),
    review: enumText<ReceiverReview>(),
    files: json<readonly ReceiverFileRow[]>(),
    /** When the oldest file that awaits review was submitted. */
    waitingSince: nullable(time),
    changedAt: time,
  },
  key: ['sellerId'],
  indexes: [
    { columns: ['platformId', 'changedAt', 'sellerId'] },
    { columns: ['platformId', 'review', 'changedAt', 'sellerId'] },
    { columns: ['platformId', 'waitingSince', 'sellerId'], where: 'waiting_since IS NOT NULL' },
  ],
});

/** The statuses of a registration that the acquirer has not decided yet. */
export const openRegistrationStatuses: readonly Registration['status'][] = [
  'REQUESTED',
  'BEGUN',
  'UNANSWERED',
  'PENDING',
];

/** SQL condition: the acquirer has not decided the registration yet. */
export const isOpenRegistration = `status IN (${openRegistrationStatuses.map((status) => `'${status}'`).join(', ')})`;

/** One row per seller and acquirer: the last registration there. */
export const receiverRegistrationTable = keyed({
  name: 'receiver_registration',
  columns: {
    sellerId: text,
    provider: text,
    /** Our account at the acquirer in which the call that registers the seller was made; empty = it has no name, is not on record, or there was no call yet. */
    merchantAccount: text,
    platformId: text,
    registrationId: text,
    status: enumText<Registration['status']>(),
    providerReceiverId: nullable(text),
    /** Why the registration was refused, or why its outcome is not known. */
    cause: nullable(text),
    /** The cause as a text to show, if there is one. */
    text: nullable(text),
    requestedAt: time,
    changedAt: time,
    /** Since when the oldest open question about the registration waits for staff. */
    waitsSince: nullable(time),
    /** The open questions, and what staff proposed or decided. Null = there never was one. */
    investigation: nullable(json<Investigation>()),
  },
  key: ['sellerId', 'provider'],
  indexes: [
    { columns: ['registrationId'] },
    { columns: ['waitsSince'], where: 'waits_since IS NOT NULL' },
    {
      columns: ['requestedAt', 'sellerId', 'provider'],
      where: isOpenRegistration,
    },
  ],
});

const tables = { receiver: receiverTable, registration: receiverRegistrationTable };

type Rows = RowsOf<typeof tables>;
export type ReceiverRow = RowOf<typeof receiverTable>;
export type RegistrationRow = RowOf<typeof receiverRegistrationTable>;

const reviewOf = (
  files: readonly ReceiverFileRow[],
  documentType: DocumentType | null,
): ReceiverReview => {
  const has = (status: SubmittedFile['status']) => files.some((file) => file.status === status);
  if (has('SUBMITTED')) return 'WAITING';
  if (has('REJECTED')) return 'REJECTED';
  if (documentType === null) return 'INCOMPLETE';
  const kinds = new Set(files.map(({ kind }) => kind));
  return checklistOf(documentType).every((kind) => kinds.has(kind)) ? 'APPROVED' : 'INCOMPLETE';
};

const waitingSinceOf = (files: readonly ReceiverFileRow[]): Timestamp | null =>
  files
    .filter(({ status }) => status === 'SUBMITTED')
    .map(({ submittedAt }) => submittedAt)
    .toSorted()[0] ?? null;

interface OfSeller {
  readonly platformId: string;
  readonly sellerId: string;
  readonly at: Timestamp;
}

const change = (
  rows: Rows,
  { platformId, sellerId, at: changedAt }: OfSeller,
  changes: (row: ReceiverRow) => Partial<ReceiverRow>,
): void => {
  const empty = {
    documentType: null,
    review: 'INCOMPLETE',
    files: [],
    waitingSince: null,
  } as const;
  const before = rows.receiver.get(sellerId) ?? { sellerId, platformId, changedAt, ...empty };
  const row = { ...before, ...changes(before), changedAt };
  const { files, documentType } = row;
  rows.receiver.put({
    ...row,
    review: reviewOf(files, documentType),
    waitingSince: waitingSinceOf(files),
  });
};

const reviewFile = (
  rows: Rows,
  data: OfSeller & { readonly fileId: string },
  result: Pick<ReceiverFileRow, 'status' | 'reason'>,
): void =>
  change(rows, data, ({ files }) => ({
    files: files.map((file) => (file.fileId === data.fileId ? { ...file, ...result } : file)),
  }));

type InvestigationEvent =
  | 'ReceiverRegistrationContradicted'
  | 'ReceiverRegistrationResolutionProposed'
  | 'ReceiverRegistrationResolutionRejected'
  | 'ReceiverRegistrationResolved';

type RegistrationEvent =
  | 'ReceiverRegistrationBegun'
  | 'ReceiverRegistered'
  | 'ReceiverRegistrationRefused'
  | 'ReceiverRegistrationUnanswered'
  | 'ReceiverActivated'
  | 'ReceiverRejected';

const withQuestions = (
  rows: Rows,
  event: ProjectedNamed<RegistrationEvent | InvestigationEvent>,
): RegistrationRow => {
  const { sellerId, provider } = event.data;
  const row = rows.registration.get(sellerId, provider);
  if (row === undefined)
    throw new Error(`${sellerId} at ${provider} continues before it was asked`);
  const before = row.investigation ?? NOT_INVESTIGATED;
  const investigation = investigationAfter(before, event);
  if (investigation === before) return row;
  return { ...row, investigation, waitsSince: waitsSince(investigation) };
};

const continueRegistration = (
  rows: Rows,
  event: ProjectedNamed<RegistrationEvent>,
  changes: Partial<RegistrationRow>,
): void => {
  const row = withQuestions(rows, event);
  const { at: changedAt } = event.data;
  rows.registration.put({ ...row, cause: null, text: null, ...changes, changedAt });
};

const investigate = (event: ProjectedNamed<InvestigationEvent>, rows: Rows): void =>
  rows.registration.put(withQuestions(rows, event));

export const receivers = defineProjection({
  name: 'receivers',
  version: 5,
  tables,
  keys: ({ data }, { receiver, registration }) => {
    if ('provider' in data) registration.reads(data.sellerId, data.provider);
    else receiver.reads(data.sellerId);
  },
  on: {
    ReceiverDetailsRevised: ({ data }, rows) =>
      change(rows, data, () => ({ documentType: data.documentType })),
    ReceiverFileSubmitted: ({ data }, rows) => {
      const { fileId, kind, contentType, size, at: submittedAt } = data;
      const about = { fileId, kind, contentType, size, submittedAt };
      const file: ReceiverFileRow = { ...about, status: 'SUBMITTED', reason: null };
      change(rows, data, ({ files }) => ({
        files: [...files.filter((each) => each.kind !== kind), file],
      }));
    },
    ReceiverFileRemoved: ({ data }, rows) =>
      change(rows, data, ({ files }) => ({
        files: files.filter(({ fileId }) => fileId !== data.fileId),
      })),
    ReceiverFileApproved: ({ data }, rows) =>
      reviewFile(rows, data, { status: 'APPROVED', reason: null }),
    ReceiverFileRejected: ({ data }, rows) =>
      reviewFile(rows, data, { status: 'REJECTED', reason: data.reason }),
    ReceiverRegistrationRequested: ({ data }, rows) => {
      const { sellerId, provider, platformId, registrationId, at } = data;
      rows.registration.put({
        sellerId,
        provider,
        merchantAccount: '',
        platformId,
        registrationId,
        status: 'REQUESTED',
        providerReceiverId: null,
        cause: null,
        text: null,
        requestedAt: at,
        changedAt: at,
        waitsSince: null,
        investigation: null,
      });
    },
    ReceiverRegistrationBegun: (event, rows) =>
      continueRegistration(rows, event, {
        status: 'BEGUN',
        ...accountPart(event.data.attempt ?? {}),
      }),
    ReceiverRegistered: (event, rows) => {
      const { status, providerReceiverId } = event.data;
      continueRegistration(rows, event, { status, providerReceiverId });
    },
    ReceiverRegistrationRefused: (event, rows) => {
      const { cause, text: explanation } = event.data;
      continueRegistration(rows, event, {
        status: 'REFUSED',
        providerReceiverId: null,
        cause,
        text: explanation,
      });
    },
    ReceiverRegistrationUnanswered: (event, rows) =>
      continueRegistration(rows, event, { status: 'UNANSWERED', cause: event.data.failure }),
    ReceiverRegistrationContradicted: investigate,
    ReceiverRegistrationResolutionProposed: investigate,
    ReceiverRegistrationResolutionRejected: investigate,
    ReceiverRegistrationResolved: investigate,
    ReceiverActivated: (event, rows) => continueRegistration(rows, event, { status: 'ACTIVE' }),
    ReceiverRejected: (event, rows) => continueRegistration(rows, event, { status: 'REJECTED' }),
  },
});
