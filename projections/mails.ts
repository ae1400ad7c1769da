import type { PersonKind } from '#/domain/access/commands.ts';
import { isOverAt, type RequestedMail } from '#/domain/mail/decider.ts';
import type { MailContent } from '#/domain/mail/events.ts';
import type { Timestamp } from '#/domain/time.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, rowsOf, select, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  enumText,
  integer,
  keyed,
  nullable,
  text,
  time,
  type RowOf,
} from './engine/define/table.ts';

/** One row per mail, with what the mail server said of it. It has no address: that is the person's, and may change. */
export const mailTable = keyed({
  name: 'mail',
  columns: {
    mailId: text,
    platformId: text,
    template: enumText<MailContent['template']>(),
    personKind: enumText<PersonKind>(),
    personId: text,
    status: enumText<RequestedMail['status']>(),
    attempts: integer,
    /** When it is due, while it waits. */
    nextAt: nullable(time),
    /** Why it was not taken, the last time or at last. */
    cause: nullable(text),
    explanation: nullable(text),
    requestedAt: time,
    concludedAt: nullable(time),
  },
  key: ['mailId'],
  indexes: [
    { columns: ['platformId', 'requestedAt', 'mailId'] },
    { columns: ['platformId', 'personId'] },
    { columns: ['nextAt'], where: "status = 'WAITING'" },
  ],
});

const tables = { mail: mailTable };

export type MailRow = RowOf<typeof mailTable>;

type Later = ProjectedNamed<
  'MailAttempted' | 'MailAccepted' | 'MailDeferred' | 'MailFailed' | 'MailWithheld'
>;

const change = (
  { aggregateId: mailId }: Later,
  rows: RowsOf<typeof tables>,
  changes: Partial<MailRow>,
): void => {
  const row = rows.mail.get(mailId);
  if (row === undefined) throw new Error(`mail ${mailId} goes on before it was requested`);
  rows.mail.put({ ...row, ...changes });
};

const end = (
  event: ProjectedNamed<'MailAccepted' | 'MailFailed' | 'MailWithheld'>,
  rows: RowsOf<typeof tables>,
  status: MailRow['status'],
): void => {
  const { at: concludedAt } = event.data;
  const cause = 'cause' in event.data ? event.data.cause : null;
  const explanation = ('text' in event.data && event.data.text) || null;
  change(event, rows, { status, cause, explanation, nextAt: null, concludedAt });
};

export const mails = defineProjection({
  name: 'mails',
  version: 1,
  tables,
  keys: ({ type, aggregateId: mailId }, { mail }) => {
    if (type === 'MailRequested') mail.creates(mailId);
    else mail.reads(mailId);
  },
  on: {
    MailRequested: ({ aggregateId: mailId, data }, rows) => {
      const { platformId, to, content, at } = data;
      rows.mail.put({
        mailId,
        platformId,
        template: content.template,
        personKind: to.kind,
        personId: to.personId,
        status: 'WAITING',
        attempts: 0,
        nextAt: at,
        cause: null,
        explanation: null,
        requestedAt: at,
        concludedAt: null,
      });
    },
    MailAttempted: (event, rows) => {
      const { ordinal: attempts } = event.data;
      change(event, rows, { attempts, nextAt: isOverAt(event.data) });
    },
    MailDeferred: (event, rows) => {
      const { cause, text: explanation = null, nextAt } = event.data;
      change(event, rows, { cause, explanation, nextAt });
    },
    MailAccepted: (event, rows) => end(event, rows, 'ACCEPTED'),
    MailFailed: (event, rows) => end(event, rows, 'FAILED'),
    MailWithheld: (event, rows) => end(event, rows, 'WITHHELD'),
  },
});

/** Finds the ids of mails that are due by a time, those that have been due longest first. */
export const mailsDueIn =
  (reader: Queryable) =>
  async (now: Timestamp, limit: number): Promise<readonly string[]> => {
    const rows = await rowsOf<Pick<MailRow, 'mailId'>>(
      reader,
      `SELECT mail_id AS "mailId" FROM ${viewOf(mailTable)}
        WHERE status = 'WAITING' AND next_at <= $1 ORDER BY next_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ mailId }) => mailId);
  };

/** Returns the mails to a person's accounts, oldest first. */
export const mailsTo = (
  reader: Queryable,
  platformId: string,
  people: { readonly sellerIds: readonly string[]; readonly staffIds: readonly string[] },
): Promise<readonly MailRow[]> =>
  rowsOf<MailRow>(
    reader,
    `SELECT ${selection(mailTable)} FROM ${viewOf(mailTable)} WHERE platform_id = $1
       AND (person_id = ANY($2) AND person_kind = 'seller' OR person_id = ANY($3) AND person_kind = 'staff')
     ORDER BY requested_at, mail_id`,
    [platformId, people.sellerIds, people.staffIds],
  );

export interface MailFilters {
  readonly platformId: string;
  readonly status?: MailRow['status'] | undefined;
}

/** Newest first. @throws InvalidCursor */
export const listMails = (
  reader: Queryable,
  filters: MailFilters,
  paging: Paging,
): Promise<Page<MailRow>> =>
  pageOf<MailRow>(reader, {
    rows: select(mailTable),
    filter: equal({ platform_id: filters.platformId, status: filters.status }),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['requested_at', 'mail_id'],
      direction: 'descending',
      keyOf: ({ requestedAt, mailId }) => [requestedAt, mailId],
    },
  });
