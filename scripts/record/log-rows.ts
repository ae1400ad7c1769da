import type pg from 'pg';
import type { Position, Recorded } from '#/ledger/event-store.ts';

/** Selects events in the form that the event store port gives them, so that hashes verify (`ledger/audit`). */
const SELECT = `SELECT lpad(position::text, 20, '0') AS position, stream, revision::int, id, type,
    data::text, meta::text, encode(hash, 'hex') AS hash,
    sealed_as AS "sealedAs",
    to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "recordedAt"
  FROM ledger.event AS event`;

const PAGE = 1_000;

/** An event of a log with a chain of hashes. */
export type LogRow = Recorded & Required<Pick<Recorded, 'hash'>>;

type Row = Omit<LogRow, 'sealedAs'> & { readonly sealedAs: Position | null };

const eventOf = ({ sealedAs, ...event }: Row): LogRow =>
  sealedAs === null ? event : { ...event, sealedAs };

/** Reads the log in Postgres without the event store, so it needs no lease and writes nothing. */
export async function* readLogRows(
  client: Pick<pg.Client, 'query'>,
  { stream, after = 0 }: { readonly stream?: string | undefined; readonly after?: number } = {},
): AsyncGenerator<readonly LogRow[]> {
  let position: string | number = after;
  for (;;) {
    const { rows }: pg.QueryResult<Row> = await client.query<Row>(
      `${SELECT} WHERE event.position > $1 AND ($2::text IS NULL OR stream = $2)
       ORDER BY event.position LIMIT ${PAGE}`,
      [position, stream ?? null],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(eventOf);
    position = last.position;
  }
}
