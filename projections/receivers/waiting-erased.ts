import { destinationTable } from '#/projections/destinations.ts';
import { rowsOf, type Queryable } from '#/projections/engine/define/query.ts';
import { viewOf } from '#/projections/engine/define/table-sql.ts';
import { receiverTable } from './receivers.ts';
import { sellerTable } from '#/projections/sellers.ts';
import { subjectErasureTable, type SubjectErasure } from '#/projections/subjects.ts';

type ErasedPerson = Pick<SubjectErasure, 'subject' | 'platformId'>;

/** The people of PIX keys and documents that wait for staff: few rows, by their partial indexes. */
const WAITING = `SELECT destination ->> 'subject' AS subject FROM ${viewOf(destinationTable)} WHERE waits_since IS NOT NULL
  UNION SELECT seller.identity ->> 'subject' FROM ${viewOf(receiverTable)} AS receiver
    JOIN ${viewOf(sellerTable)} AS seller USING (seller_id) WHERE receiver.waiting_since IS NOT NULL`;

/** Erased sellers whose PIX keys or documents still wait for staff. */
export const listErasedWhoWait = (reader: Queryable): Promise<readonly ErasedPerson[]> =>
  rowsOf<ErasedPerson>(
    reader,
    `SELECT subject, erasure.platform_id AS "platformId"
      FROM (${WAITING}) AS waiting JOIN ${viewOf(subjectErasureTable)} AS erasure USING (subject)
      WHERE erasure.erased::jsonb @> '["contact"]'`,
    [],
  );
