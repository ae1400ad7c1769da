import type pg from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import type { Pair } from './load-log.ts';

/** Columns with positions of the backed-up log. Those of read models are missing, because read models are rebuilt. */
const COLUMNS = [
  ['policies.checkpoint', 'position'],
  ['policies.parked', 'position'],
  ['policies.queue', 'position'],
  ['audit.seal', 'to_position'],
] as const;

const CREATE_TRANSLATIONS = `
  CREATE TEMPORARY TABLE translation ON COMMIT DROP AS
    SELECT DISTINCT former, NULL::text COLLATE "C" AS restored FROM (
      ${COLUMNS.map(([table, column]) => `SELECT ${column} AS former FROM ${table}`).join(' UNION ALL ')}
    ) AS positions WHERE former <> '';
  ALTER TABLE translation ADD PRIMARY KEY (former);
`;

const PAGE = 1_000;

/** Gives the former positions in ascending order, and stores the restored position that `answer` gets for each. */
class Translations {
  readonly #client: pg.Client;
  #page: readonly Position[] = [];
  #next = 0;
  #isLast = false;
  #answers: (Position | null)[] = [];

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Returns undefined after the last position. */
  async next(): Promise<Position | undefined> {
    if (this.#next === this.#page.length && !this.#isLast) await this.#nextPage();
    return this.#page[this.#next];
  }

  answer(restored: Position | undefined): void {
    this.#answers.push(restored ?? null);
    this.#next += 1;
  }

  async #nextPage(): Promise<void> {
    await this.#write();
    const { rows } = await this.#client.query<{ former: Position }>(
      'SELECT former FROM translation WHERE former > $1 ORDER BY former LIMIT $2',
      [this.#page.at(-1) ?? '', PAGE],
    );
    this.#page = rows.map(({ former }) => former);
    this.#next = 0;
    this.#answers = [];
    this.#isLast = rows.length < PAGE;
  }

  async #write(): Promise<void> {
    await this.#client.query(
      `UPDATE translation SET restored = answer.restored
       FROM unnest($1::text[], $2::text[]) AS answer(former, restored) WHERE translation.former = answer.former`,
      [this.#page.slice(0, this.#next), this.#answers],
    );
  }

  async finish(): Promise<void> {
    await this.#write();
  }
}

/**
 * Replaces each position by that of the last restored event at or before it.
 * Call it within a transaction.
 */
export const translatePositions = async (
  client: pg.Client,
  pairs: AsyncIterable<readonly Pair[]>,
): Promise<void> => {
  await client.query(CREATE_TRANSLATIONS);
  const translations = new Translations(client);
  let former = await translations.next();
  let last: Position | undefined;
  for await (const batch of pairs) {
    for (const { archived, restored } of batch) {
      while (former !== undefined && former < archived.position) {
        translations.answer(last);
        former = await translations.next();
      }
      last = restored.position;
    }
  }
  for (; former !== undefined; former = await translations.next()) translations.answer(last);
  await translations.finish();
  // A checkpoint before the first event becomes the beginning of the log.
  await client.query(
    `UPDATE policies.checkpoint SET position = '' FROM translation WHERE position = former AND restored IS NULL`,
  );
  for (const [table, column] of COLUMNS) {
    await client.query(
      `DELETE FROM ${table} USING translation WHERE ${table}.${column} = former AND restored IS NULL`,
    );
    // Two steps, because a new position may equal an old one in another row.
    await client.query(
      `UPDATE ${table} SET ${column} = '>' || restored FROM translation WHERE ${table}.${column} = former`,
    );
    await client.query(
      `UPDATE ${table} SET ${column} = substr(${column}, 2) WHERE ${column} ~ '^>'`,
    );
  }
};
