import type { PersonKind } from '#/domain/access/commands.ts';
import { isOverAt, type RequestedMail } from '#/domain/mail/decider.ts';
import type { MailContent } from '#/domain/mail/events.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { columnsOf, type Accounts } from '#/ledger/vault/accounts.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import {
  all,
  equal,
  rowsIn,
  rowsOf,
  select,
  type Filter,
  type Queryable,
} from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  boolean,
  enumText,
  integer,
  keyed,
  nullable,
  text,
  time,
  type RowOf,
} from './engine/define/table.ts';
import { staffTable } from './staff.ts';

/** One row per mail, without an e-mail address. */
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
    /** Where the mail was last sent: the id of the person's e-mail in the vault. */
    mailbox: nullable(text),
    /** When the next attempt is due; null once there are no more attempts. */
    nextAt: nullable(time),
    /** Why the last attempt failed. Of a bounce: `status-` and its status (RFC 3463). */
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

/** Mailboxes that a mail server reported as gone; some were released since. */
export const mailboxTable = keyed({
  name: 'mailbox',
  columns: { mailbox: text, isSuppressed: boolean },
  key: ['mailbox'],
});

const tables = { mail: mailTable, mailbox: mailboxTable };

export type MailRow = RowOf<typeof mailTable>;

type Later = ProjectedNamed<
  'MailAttempted' | 'MailAccepted' | 'MailDeferred' | 'MailFailed' | 'MailBounced' | 'MailWithheld'
>;

const change = (
  { aggregateId: mailId }: Later,
  rows: RowsOf<typeof tables>,
  changes: Partial<MailRow>,
): void => {
  const row = rows.mail.get(mailId);
  if (row === undefined) throw new Error(`mail ${mailId} continues before it was requested`);
  rows.mail.put({ ...row, ...changes });
};

type OutcomeEvent = ProjectedNamed<'MailAccepted' | 'MailFailed' | 'MailBounced' | 'MailWithheld'>;

const causeIn = (data: OutcomeEvent['data']): string | null => {
  if ('cause' in data) return data.cause;
  return 'status' in data ? `status-${data.status}` : null;
};

const end = (event: OutcomeEvent, rows: RowsOf<typeof tables>, status: MailRow['status']): void => {
  const { at: concludedAt } = event.data;
  const cause = causeIn(event.data);
  const explanation = ('text' in event.data && event.data.text) || null;
  change(event, rows, { status, cause, explanation, nextAt: null, concludedAt });
};

export const mails = defineProjection({
  name: 'mails',
  version: 2,
  tables,
  keys: ({ type, aggregateId: id }, { mail, mailbox }) => {
    if (type === 'MailboxSuppressed' || type === 'MailboxReleased') mailbox.reads(id);
    else if (type === 'MailRequested') mail.creates(id);
    else mail.reads(id);
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
        mailbox: null,
        nextAt: at,
        cause: null,
        explanation: null,
        requestedAt: at,
        concludedAt: null,
      });
    },
    MailAttempted: (event, rows) => {
      const { ordinal: attempts, mailbox = null } = event.data;
      change(event, rows, { attempts, mailbox, nextAt: isOverAt(event.data) });
    },
    MailDeferred: (event, rows) => {
      const { cause, text: explanation = null, nextAt } = event.data;
      change(event, rows, { cause, explanation, nextAt });
    },
    MailAccepted: (event, rows) => end(event, rows, 'ACCEPTED'),
    MailFailed: (event, rows) => end(event, rows, 'FAILED'),
    MailBounced: (event, rows) => end(event, rows, 'BOUNCED'),
    MailWithheld: (event, rows) => end(event, rows, 'WITHHELD'),
    MailboxSuppressed: ({ aggregateId: mailbox }, rows) =>
      rows.mailbox.put({ mailbox, isSuppressed: true }),
    MailboxReleased: ({ aggregateId: mailbox }, rows) =>
      rows.mailbox.put({ mailbox, isSuppressed: false }),
  },
});

/** The ids of mails whose next attempt is due, the longest due first. */
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

/** Returns which of these mailboxes get no mail. */
export const listSuppressed = async (
  reader: Queryable,
  mailboxes: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await rowsOf<{ readonly mailbox: string }>(
    reader,
    `SELECT mailbox FROM ${viewOf(mailboxTable)} WHERE is_suppressed AND mailbox = ANY($1)`,
    [mailboxes],
  );
  return new Set(rows.map(({ mailbox }) => mailbox));
};

/** Oldest first. */
export const listMailsTo = (
  reader: Queryable,
  platformId: string,
  accounts: Accounts,
): Promise<readonly MailRow[]> =>
  rowsOf<MailRow>(
    reader,
    `SELECT ${selection(mailTable)} FROM ${viewOf(mailTable)} WHERE platform_id = $1
       AND (person_kind, person_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))
     ORDER BY requested_at, mail_id`,
    [platformId, ...columnsOf(accounts)],
  );

/** Those of the given mails that went to these accounts. */
export const listMailIdsTo = async (
  reader: Queryable,
  accounts: Accounts,
  mailIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await rowsOf<Pick<MailRow, 'mailId'>>(
    reader,
    `SELECT mail_id AS "mailId" FROM ${viewOf(mailTable)} WHERE mail_id = ANY($1)
       AND (person_kind, person_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [mailIds, ...columnsOf(accounts)],
  );
  return rows.map(({ mailId }) => mailId);
};

const NEWEST_FIRST = {
  columns: ['requested_at', 'mail_id'],
  direction: 'descending',
  keyOf: ({ requestedAt, mailId }: MailRow) => [requestedAt, mailId],
} as const;

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
    sort: NEWEST_FIRST,
  });

/** Restricts to mails to masters, and invitations of administrators of any platform. */
const ofInstallation: Filter = (query) =>
  query.where((either) => {
    const administrators = rowsIn(staffTable).select('staff_id').where('role', 'ADMIN');
    void either.where('platform_id', INSTALLATION_ID).orWhere((invited) => {
      void invited.where('template', 'invitation').whereIn('person_id', administrators);
    });
  });

/** Newest first. @throws InvalidCursor */
export const listInstallationMails = (
  reader: Queryable,
  { status }: Pick<MailFilters, 'status'>,
  paging: Paging,
): Promise<Page<MailRow>> =>
  pageOf<MailRow>(reader, {
    rows: select(mailTable),
    filter: all(equal({ status }), ofInstallation),
    filters: { status, of: 'installation' },
    paging,
    sort: NEWEST_FIRST,
  });
