import { retentionClasses, type RetentionClass } from '#/domain/privacy/encrypted.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import type { RetentionCause } from '#/domain/subject/retention.ts';
import type { Day } from '#/domain/values/time.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  day,
  json,
  keyed,
  log,
  nullable,
  text,
  time,
  boolean,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

const recordColumns = { subject: text, recordId: text, platformId: text };

/** One row for each payment or withdrawal that holds data of a person; such records are never revised. */
export const subjectRequestTable = log({
  name: 'subject_errand',
  columns: { ...recordColumns, kind: enumText<'payment' | 'withdrawal'>() },
  key: ['subject', 'kind', 'recordId'],
});

/** One row for each other record that holds data of a person; such records may be revised. */
export const subjectProfileTable = keyed({
  name: 'subject_profile',
  columns: {
    ...recordColumns,
    kind: enumText<
      'seller' | 'staff' | 'manager' | 'master' | 'receiver' | 'notes' | 'destination'
    >(),
  },
  key: ['subject', 'kind', 'recordId'],
});

export interface RetainedDataClass {
  readonly class: RetentionClass;
  readonly causes: readonly RetentionCause[];
  readonly until: Day | null;
}

/** One row for each person whose erasure was requested. */
export const subjectErasureTable = keyed({
  name: 'subject_erasure',
  columns: {
    subject: text,
    platformId: text,
    requestedAt: time,
    held: json<readonly RetainedDataClass[]>(),
    erased: json<readonly RetentionClass[]>(),
    /** Some class of data is not erased yet. */
    open: boolean,
    /** Nothing can be erased before this day; null = something may be erased at any time. */
    reviewOn: nullable(day),
  },
  key: ['subject'],
  indexes: [{ columns: ['subject', 'reviewOn'], where: 'open' }],
});

const tables = {
  request: subjectRequestTable,
  profile: subjectProfileTable,
  erasure: subjectErasureTable,
};

type Rows = RowsOf<typeof tables>;
export type SubjectRecord = RowOf<typeof subjectRequestTable> | RowOf<typeof subjectProfileTable>;
export type SubjectErasure = RowOf<typeof subjectErasureTable>;

/** The first day on which a retention duty ends. Null = something may be erased at any time: a duty without a day may end today. */
const reviewDay = (
  held: readonly RetainedDataClass[],
  erased: readonly RetentionClass[],
): Day | null => {
  const isHeld = (each: RetentionClass) => held.some((hold) => hold.class === each);
  if (retentionClasses.some((each) => !erased.includes(each) && !isHeld(each))) return null;
  const days = held.map(({ until }) => until);
  if (days.some((until) => until === null)) return null;
  return days.filter((until) => until !== null).toSorted()[0] ?? null;
};

const changeErasure = (
  rows: Rows,
  subject: string,
  changes: Partial<Pick<SubjectErasure, 'held' | 'erased'>>,
): void => {
  const row = rows.erasure.get(subject);
  if (row === undefined)
    throw new Error(`the erasure of subject ${subject} continues before it was requested`);
  const { held, erased } = { ...row, ...changes };
  const open = retentionClasses.some((each) => !erased.includes(each));
  rows.erasure.put({ ...row, held, erased, open, reviewOn: reviewDay(held, erased) });
};

const putSeller = (
  { aggregateId: recordId, data: { details } }: ProjectedNamed<'SellerCreated' | 'SellerRevised'>,
  rows: Rows,
): void => {
  const { identity, platformId } = details;
  rows.profile.put({ subject: identity.subject, kind: 'seller', recordId, platformId });
};

const putStaff = (
  { aggregateId: recordId, data: { details } }: ProjectedNamed<'StaffCreated' | 'StaffRevised'>,
  rows: Rows,
): void => {
  const { contact, platformId } = details;
  rows.profile.put({ subject: contact.subject, kind: 'staff', recordId, platformId });
};

const putManager = (
  { aggregateId: recordId, data: { details } }: ProjectedNamed<'ManagerCreated' | 'ManagerRevised'>,
  rows: Rows,
): void => {
  const { contact, platformId } = details;
  rows.profile.put({ subject: contact.subject, kind: 'manager', recordId, platformId });
};

const putMaster = (
  { aggregateId: recordId, data: { details } }: ProjectedNamed<'MasterCreated' | 'MasterRevised'>,
  rows: Rows,
): void => {
  const { subject } = details.contact;
  rows.profile.put({ subject, kind: 'master', recordId, platformId: INSTALLATION_ID });
};

/** The details for acquirers, also of the people who are responsible for a company, are data of the seller. */
const putReceiver = (
  { aggregateId: recordId, data }: ProjectedNamed<'ReceiverDetailsRevised'>,
  rows: Rows,
): void => {
  const { register, platformId } = data;
  rows.profile.put({ subject: register.subject, kind: 'receiver', recordId, platformId });
};

/** Which records hold which person's data, and who asked to be erased. Holds ids only, no personal data. */
export const subjects = defineProjection({
  name: 'subjects',
  version: 6,
  tables,
  keys: (event, { profile, erasure }) => {
    switch (event.type) {
      case 'SellerCreated':
        profile.creates(event.data.details.identity.subject, 'seller', event.aggregateId);
        break;
      case 'SellerRevised':
        profile.reads(event.data.details.identity.subject, 'seller', event.aggregateId);
        break;
      case 'StaffCreated':
        profile.creates(event.data.details.contact.subject, 'staff', event.aggregateId);
        break;
      case 'StaffRevised':
        profile.reads(event.data.details.contact.subject, 'staff', event.aggregateId);
        break;
      case 'ManagerCreated':
        profile.creates(event.data.details.contact.subject, 'manager', event.aggregateId);
        break;
      case 'ManagerRevised':
        profile.reads(event.data.details.contact.subject, 'manager', event.aggregateId);
        break;
      case 'MasterCreated':
        profile.creates(event.data.details.contact.subject, 'master', event.aggregateId);
        break;
      case 'MasterRevised':
        profile.reads(event.data.details.contact.subject, 'master', event.aggregateId);
        break;
      case 'ReceiverDetailsRevised':
        profile.reads(event.data.register.subject, 'receiver', event.aggregateId);
        break;
      case 'DestinationDeclared':
        profile.reads(event.data.destination.subject, 'destination', event.aggregateId);
        break;
      case 'SellerNoteWritten':
        profile.reads(event.data.text.subject, 'notes', event.aggregateId);
        break;
      case 'SubjectErasureRequested':
      case 'SubjectErasureScheduled':
      case 'SubjectErased':
        erasure.reads(event.aggregateId);
        break;
      default:
    }
  },
  on: {
    PaymentRequested: ({ aggregateId: recordId, data: { buyer, platformId } }, rows) =>
      rows.request.append({
        subject: buyer.identity.subject,
        kind: 'payment',
        recordId,
        platformId,
      }),
    WithdrawalRequested: ({ aggregateId: recordId, data: { destination, platformId } }, rows) =>
      rows.request.append({
        subject: destination.subject,
        kind: 'withdrawal',
        recordId,
        platformId,
      }),
    SellerCreated: putSeller,
    SellerRevised: putSeller,
    StaffCreated: putStaff,
    StaffRevised: putStaff,
    ManagerCreated: putManager,
    ManagerRevised: putManager,
    MasterCreated: putMaster,
    MasterRevised: putMaster,
    ReceiverDetailsRevised: putReceiver,
    DestinationDeclared: ({ aggregateId: recordId, data: { destination, platformId } }, rows) => {
      const { subject } = destination;
      rows.profile.put({ subject, kind: 'destination', recordId, platformId });
    },
    SellerNoteWritten: ({ aggregateId: recordId, data: { text: note, platformId } }, rows) =>
      rows.profile.put({ subject: note.subject, kind: 'notes', recordId, platformId }),
    SubjectErasureRequested: (
      { aggregateId: subject, data: { platformId, at: requestedAt } },
      rows,
    ) =>
      rows.erasure.put({
        subject,
        platformId,
        requestedAt,
        held: [],
        erased: [],
        open: true,
        reviewOn: null,
      }),
    SubjectErasureScheduled: ({ aggregateId: subject, data: { classes } }, rows) =>
      changeErasure(rows, subject, { held: classes.filter(({ causes }) => causes.length > 0) }),
    SubjectErased: ({ aggregateId: subject, data: { classes } }, rows) => {
      const erased = [...(rows.erasure.get(subject)?.erased ?? []), ...classes];
      changeErasure(rows, subject, { erased });
    },
  },
});

const RECORDS = [subjectRequestTable, subjectProfileTable]
  .map((table) => `SELECT ${selection(subjectRequestTable)} FROM ${viewOf(table)}`)
  .join(' UNION ALL ');

export const recordsOf = (reader: Queryable, subject: string): Promise<readonly SubjectRecord[]> =>
  rowsOf<SubjectRecord>(
    reader,
    `SELECT * FROM (${RECORDS}) AS record WHERE subject = $1 ORDER BY kind, "recordId"`,
    [subject],
  );

/** In order of id. */
export const sellersOf = async (
  reader: Queryable,
  platformId: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await rowsOf<{ id: string }>(
    reader,
    `SELECT DISTINCT record_id AS id FROM ${viewOf(subjectProfileTable)}
      WHERE kind = 'seller' AND platform_id = $1 ORDER BY id LIMIT $2`,
    [platformId, limit],
  );
  return rows.map(({ id }) => id);
};

export const listPlatformsWithRecords = async (reader: Queryable): Promise<readonly string[]> => {
  const rows = await rowsOf<{ platformId: string }>(
    reader,
    `SELECT DISTINCT "platformId" FROM (${RECORDS}) AS record`,
    [],
  );
  return rows.map(({ platformId }) => platformId);
};

const ERASURES = `SELECT ${selection(subjectErasureTable)} FROM ${viewOf(subjectErasureTable)}`;

/** Erasures for which a retention duty may have ended by `today`, in order of id. */
export const listErasuresToReview = (
  reader: Queryable,
  { today, after, limit }: { readonly today: Day; readonly after: string; readonly limit: number },
): Promise<readonly SubjectErasure[]> =>
  rowsOf<SubjectErasure>(
    reader,
    `${ERASURES} WHERE open AND (review_on IS NULL OR review_on <= $1) AND subject > $2
      ORDER BY subject LIMIT $3`,
    [today, after, limit],
  );

export const listErasedSubjects = (reader: Queryable): Promise<readonly SubjectErasure[]> =>
  rowsOf<SubjectErasure>(reader, `${ERASURES} WHERE erased::text <> '[]'`, []);
