import type pg from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import type { Pair } from './load-log.ts';

/** Columns with positions of the backed-up log. Read models have more of them, but are derived again. */
const COLUMNS = [
  ['policies.checkpoint', 'position'],
  ['policies.parked', 'position'],
  ['audit.seal', 'to_position'],
] as const;

const PLACES = `
  CREATE TEMPORARY TABLE place ON COMMIT DROP AS
    SELECT DISTINCT was, NULL::text COLLATE "C" AS here FROM (
      ${COLUMNS.map(([table, column]) => `SELECT ${column} AS was FROM ${table}`).join(' UNION ALL ')}
    ) AS place WHERE was <> '';
  ALTER TABLE place ADD PRIMARY KEY (was);
`;

const PAGE = 1_000;

/** Pages through the positions of the former log in order, and stores the position here for each. */
class Translations {
  readonly #client: pg.Client;
  #wanted: readonly Position[] = [];
  #next = 0;
  #isLast = false;
  #found: (Position | null)[] = [];

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Returns the next position without an answer; undefined after the last. */
  async next(): Promise<Position | undefined> {
    if (this.#next === this.#wanted.length && !this.#isLast) await this.#turnPage();
    return this.#wanted[this.#next];
  }

  answer(here: Position | undefined): void {
    this.#found.push(here ?? null);
    this.#next += 1;
  }

  async #turnPage(): Promise<void> {
    await this.#write();
    const { rows } = await this.#client.query<{ was: Position }>(
      'SELECT was FROM place WHERE was > $1 ORDER BY was LIMIT $2',
      [this.#wanted.at(-1) ?? '', PAGE],
    );
    this.#wanted = rows.map(({ was }) => was);
    this.#next = 0;
    this.#found = [];
    this.#isLast = rows.length < PAGE;
  }

  async #write(): Promise<void> {
    await this.#client.query(
      `UPDATE place SET here = found.here
       FROM unnest($1::text[], $2::text[]) AS found(was, here) WHERE place.was = found.was`,
      [this.#wanted.slice(0, this.#next), this.#found],
    );
  }

  async finish(): Promise<void> {
    await this.#write();
  }
}

/**
 * Replaces every position in the tables by a position of the log here: that of the last event at or before it. A row with a
 * position before the first event is deleted; a checkpoint begins at the beginning. Call it within a transaction.
 */
export const translatePositions = async (
  client: pg.Client,
  pairs: AsyncIterable<readonly Pair[]>,
): Promise<void> => {
  await client.query(PLACES);
  const translations = new Translations(client);
  let wanted = await translations.next();
  let last: Position | undefined;
  for await (const batch of pairs) {
    for (const { archived, here } of batch) {
      while (wanted !== undefined && wanted < archived.position) {
        translations.answer(last);
        wanted = await translations.next();
      }
      last = here.position;
    }
  }
  for (; wanted !== undefined; wanted = await translations.next()) translations.answer(last);
  await translations.finish();
  // A reader that has not reached the first event begins at the beginning.
  await client.query(
    `UPDATE policies.checkpoint SET position = '' FROM place WHERE position = was AND here IS NULL`,
  );
  for (const [table, column] of COLUMNS) {
    await client.query(
      `DELETE FROM ${table} USING place WHERE ${table}.${column} = was AND here IS NULL`,
    );
    // In two steps, because a new position may equal an old one that another row still has.
    await client.query(
      `UPDATE ${table} SET ${column} = '>' || here FROM place WHERE ${table}.${column} = was`,
    );
    await client.query(
      `UPDATE ${table} SET ${column} = substr(${column}, 2) WHERE ${column} ~ '^>'`,
    );
  }
};
