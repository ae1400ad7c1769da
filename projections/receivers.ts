import type { DocumentType } from '#/domain/brazil/document.ts';
import type { HeldFile, Registration } from '#/domain/receiver/decider.ts';
import { checklistOf, type ReceiverFileKind } from '#/domain/receiver/files.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, rowsOf, select, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import { json, keyed, nullable, text, time, enumText, type RowOf } from './engine/define/table.ts';

/**
 * State of a seller's files. WAITING: at least one awaits review. REJECTED: none does, and at least one was rejected. APPROVED: all
 * required ones are there and approved. INCOMPLETE: a required one, or the seller's type of document, is missing.
 */
export type ReceiverReview = 'INCOMPLETE' | 'WAITING' | 'REJECTED' | 'APPROVED';

export interface ReceiverFileRow {
  readonly fileId: string;
  readonly kind: ReceiverFileKind;
  readonly status: HeldFile['status'];
  readonly contentType: HeldFile['contentType'];
  readonly size: number;
  /** Why it was rejected. */
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
    /** When the oldest file that awaits review was submitted; null while no file does. */
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

/** Statuses of a registration that its acquirer has not decided yet. */
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
  },
  key: ['sellerId', 'provider'],
  indexes: [
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
  const has = (status: HeldFile['status']) => files.some((file) => file.status === status);
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

const judge = (
  rows: Rows,
  data: OfSeller & { readonly fileId: string },
  judgement: Pick<ReceiverFileRow, 'status' | 'reason'>,
): void =>
  change(rows, data, ({ files }) => ({
    files: files.map((file) => (file.fileId === data.fileId ? { ...file, ...judgement } : file)),
  }));

type RegistrationEvent =
  | 'ReceiverRegistrationBegun'
  | 'ReceiverRegistered'
  | 'ReceiverRegistrationRefused'
  | 'ReceiverRegistrationUnanswered'
  | 'ReceiverActivated'
  | 'ReceiverRejected';

const goOn = (
  rows: Rows,
  { data }: ProjectedNamed<RegistrationEvent>,
  changes: Partial<RegistrationRow>,
): void => {
  const { sellerId, provider, at: changedAt } = data;
  const row = rows.registration.get(sellerId, provider);
  if (row === undefined)
    throw new Error(`${sellerId} at ${provider} continues before it was asked`);
  rows.registration.put({ ...row, cause: null, text: null, ...changes, changedAt });
};

export const receivers = defineProjection({
  name: 'receivers',
  version: 3,
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
      judge(rows, data, { status: 'APPROVED', reason: null }),
    ReceiverFileRejected: ({ data }, rows) =>
      judge(rows, data, { status: 'REJECTED', reason: data.reason }),
    ReceiverRegistrationRequested: ({ data }, rows) => {
      const { sellerId, provider, platformId, registrationId, at } = data;
      rows.registration.put({
        sellerId,
        provider,
        platformId,
        registrationId,
        status: 'REQUESTED',
        providerReceiverId: null,
        cause: null,
        text: null,
        requestedAt: at,
        changedAt: at,
      });
    },
    ReceiverRegistrationBegun: (event, rows) => goOn(rows, event, { status: 'BEGUN' }),
    ReceiverRegistered: (event, rows) => {
      const { status, providerReceiverId } = event.data;
      goOn(rows, event, { status, providerReceiverId });
    },
    ReceiverRegistrationRefused: (event, rows) => {
      const { cause, text: words } = event.data;
      goOn(rows, event, { status: 'REFUSED', cause, text: words });
    },
    ReceiverRegistrationUnanswered: (event, rows) =>
      goOn(rows, event, { status: 'UNANSWERED', cause: event.data.failure }),
    ReceiverActivated: (event, rows) => goOn(rows, event, { status: 'ACTIVE' }),
    ReceiverRejected: (event, rows) => goOn(rows, event, { status: 'REJECTED' }),
  },
});

const RECEIVERS = `SELECT ${selection(receiverTable)} FROM ${viewOf(receiverTable)}`;
const REGISTRATIONS = `SELECT ${selection(receiverRegistrationTable)} FROM ${viewOf(receiverRegistrationTable)}`;

export interface ReceiverFilters {
  readonly platformId: string;
  readonly review?: ReceiverReview | undefined;
}

/** Lists a platform's receivers, last changed first. @throws InvalidCursor */
export const listReceivers = (
  reader: Queryable,
  { platformId, review }: ReceiverFilters,
  paging: Paging,
): Promise<Page<ReceiverRow>> =>
  pageOf<ReceiverRow>(reader, {
    rows: select(receiverTable),
    filter: equal({ platform_id: platformId, review }),
    filters: { platformId, review },
    paging,
    sort: {
      columns: ['changed_at', 'seller_id'],
      direction: 'descending',
      keyOf: ({ changedAt, sellerId }) => [changedAt, sellerId],
    },
  });

export const getReceiver = async (
  reader: Queryable,
  sellerId: string,
): Promise<ReceiverRow | undefined> => {
  const rows = await rowsOf<ReceiverRow>(reader, `${RECEIVERS} WHERE seller_id = $1`, [sellerId]);
  return rows[0];
};

/** The state of a seller's files. */
type FileReview = Pick<ReceiverRow, 'sellerId' | 'review' | 'waitingSince'>;

/** Returns the reviews of these sellers' files, by seller id; sellers who gave no details or files are missing. */
export const reviewsOf = async (
  reader: Queryable,
  sellerIds: readonly string[],
): Promise<ReadonlyMap<string, FileReview>> => {
  const rows = await rowsOf<FileReview>(
    reader,
    `SELECT seller_id AS "sellerId", review, waiting_since AS "waitingSince"
      FROM ${viewOf(receiverTable)} WHERE seller_id = ANY($1)`,
    [sellerIds],
  );
  return new Map(rows.map((row) => [row.sellerId, row]));
};

export const registrationsOf = (
  reader: Queryable,
  sellerIds: readonly string[],
): Promise<readonly RegistrationRow[]> =>
  rowsOf<RegistrationRow>(
    reader,
    `${REGISTRATIONS} WHERE seller_id = ANY($1) ORDER BY seller_id, provider`,
    [sellerIds],
  );

/** Returns a page of the registrations of all platforms that an acquirer has not decided yet, oldest first. */
export const openRegistrationsAfter = (
  reader: Queryable,
  after: Pick<RegistrationRow, 'requestedAt' | 'registrationId'>,
  { limit }: { readonly limit: number },
): Promise<readonly RegistrationRow[]> =>
  rowsOf<RegistrationRow>(
    reader,
    `${REGISTRATIONS} WHERE ${isOpenRegistration} AND (requested_at, registration_id) > ($1, $2)
      ORDER BY requested_at, registration_id LIMIT $3`,
    [after.requestedAt, after.registrationId, limit],
  );
