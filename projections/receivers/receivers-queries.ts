import type { Timestamp } from '#/domain/values/time.ts';
import { pageOf, type Page, type Paging } from '#/projections/engine/define/page.ts';
import { equal, rowsOf, select, type Queryable } from '#/projections/engine/define/query.ts';
import { selection, viewOf } from '#/projections/engine/define/table-sql.ts';
import {
  isOpenRegistration,
  receiverRegistrationTable,
  receiverTable,
  type ReceiverReview,
  type ReceiverRow,
  type RegistrationRow,
} from './receivers.ts';

const RECEIVERS = `SELECT ${selection(receiverTable)} FROM ${viewOf(receiverTable)}`;
const REGISTRATIONS = `SELECT ${selection(receiverRegistrationTable)} FROM ${viewOf(receiverRegistrationTable)}`;

export interface ReceiverFilters {
  readonly platformId: string;
  readonly review?: ReceiverReview | undefined;
}

/** The last changed first. @throws InvalidCursor */
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

type FileReview = Pick<ReceiverRow, 'sellerId' | 'review' | 'waitingSince'>;

/** By seller id; sellers who gave no details or files are missing. */
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

/** Finds the seller's last registration at an acquirer. */
export const findRegistration = async (
  reader: Queryable,
  registrationId: string,
): Promise<RegistrationRow | undefined> => {
  const [row] = await rowsOf<RegistrationRow>(
    reader,
    `${REGISTRATIONS} WHERE registration_id = $1`,
    [registrationId],
  );
  return row;
};

/** Of all platforms, oldest first. */
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

/** `since` = when the first one began to wait; null = none waits. */
export interface RegistrationsAwaitingStaff {
  readonly registrations: number;
  readonly since: Timestamp | null;
}

export const countRegistrationsAwaitingStaff = async (
  reader: Queryable,
): Promise<RegistrationsAwaitingStaff> => {
  const [row] = await rowsOf<Pick<RegistrationsAwaitingStaff, keyof RegistrationsAwaitingStaff>>(
    reader,
    `SELECT count(*)::int AS registrations, min(waits_since) AS since
     FROM ${viewOf(receiverRegistrationTable)} WHERE waits_since IS NOT NULL`,
    [],
  );
  return row ?? { registrations: 0, since: null };
};
