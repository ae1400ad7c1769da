import pg from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { isEventType } from '#/ledger/codec.ts';
import { RecordCut, type EventStore, type Position } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** The database was filled from another log, a restore of it is unfinished, or the log is another program's. */
export class LogMismatch extends OperatorError {}

/** A log is recognised by the position and id of its first event. */
interface FirstEvent {
  readonly position: string;
  readonly id: string;
  readonly stream: string;
}

/** The first event as marked in the database; earlier releases did not store its stream. */
type Mark = Omit<FirstEvent, 'stream'> & { readonly stream: string | null };

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS audit;
  CREATE TABLE IF NOT EXISTS audit.log (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), first_position text NOT NULL, first_id text NOT NULL);
  ALTER TABLE audit.log ADD COLUMN IF NOT EXISTS first_stream text;
`;

const FURTHEST = {
  'projections.checkpoint': `SELECT max(position) AS position FROM projections.checkpoint
    WHERE status IN ('live', 'degraded') AND position <> ''`,
  'policies.checkpoint': `SELECT max(position) AS position FROM policies.checkpoint WHERE position <> ''`,
  'search.progress': `SELECT max(position) AS position FROM search.progress WHERE position <> ''`,
  'audit.seal': 'SELECT max(to_position) AS position FROM audit.seal',
} as const;

const refuse = (was: string, is: string): never => {
  throw new LogMismatch(
    `The read models, policies and seals in this database were made from another log (${was}; this one ${is}): ` +
      'name the log they came from in EVENTSTORE_URL, or leave that out when it is in this database, ' +
      'or give DATABASE_URL an empty database.',
  );
};

const describeFirst = (first: Omit<FirstEvent, 'stream'> | undefined): string =>
  first === undefined
    ? 'is empty'
    : `begins at ${first.position} with event ${first.id.slice(0, 8)}`;

/** @throws LogMismatch when another program wrote the first event, into an EventStoreDB that we share */
const firstOf = async (store: EventStore): Promise<FirstEvent | undefined> => {
  const [first] = (await Array.fromAsync(store.readAll({ limit: 1 }))).flat();
  if (first === undefined) return undefined;
  const { position, id, stream, type } = first;
  if (store.cuts === undefined || isEventType(type)) return { position, id, stream };
  throw new LogMismatch(
    `This EventStoreDB holds events of another program in streams of our names (${stream} begins with ${type}): set ` +
      'EVENTSTORE_PREFIX to a word that is this product’s alone there.',
  );
};

/** True if the marked event begins its stream. Reads only this stream: searching the whole log of a shared server may take long. */
const isInLog = async (store: EventStore, { stream, position, id }: Mark): Promise<boolean> => {
  if (stream === null) return false;
  const [first] = await store.readStream(stream, { limit: 1 }).catch((error: unknown) => {
    if (error instanceof RecordCut) return [];
    throw error;
  });
  return first?.position === position && first.id === id;
};

/** True if the position is of this kind of store, and not beyond the end of its log. */
const isPositionIn = async (store: EventStore, position: Position): Promise<boolean> => {
  try {
    await Array.fromAsync(store.readAll({ after: position, limit: 1 }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
  return position <= ((await store.head()) ?? '');
};

const requirePositions = async (
  client: pg.Client,
  store: EventStore,
  first: FirstEvent | undefined,
) => {
  for (const [table, furthest] of Object.entries(FURTHEST)) {
    const there = await client.query<{ there: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS there',
      [table],
    );
    if (there.rows[0]?.there !== true) continue;
    const { rows } = await client.query<{ position: Position | null }>(furthest);
    const position = rows[0]?.position ?? null;
    if (position === null || (await isPositionIn(store, position))) continue;
    refuse(`${table} stands at ${position}`, describeFirst(first));
  }
};

/** The log of an interrupted restore is incomplete. */
const requireRestored = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ begun: boolean }>(
    `SELECT to_regclass('audit.restore') IS NOT NULL AS begun`,
  );
  if (rows[0]?.begun !== true) return;
  throw new LogMismatch(
    'A backup is being restored into this database, or that was cut off: npm run restore -- <the same file> goes on with it.',
  );
};

/** Requires that the log begins with the event marked in the database: positions mean nothing in another log. @throws LogMismatch */
export const requireSameLog = async (store: EventStore, databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireRestored(client);
    await applySchema(client, SCHEMA);
    const { rows } = await client.query<Mark>(
      'SELECT first_position AS position, first_id AS id, first_stream AS stream FROM audit.log',
    );
    const [marked] = rows;
    if (marked !== undefined && (await isInLog(store, marked))) return;
    const first = await firstOf(store);
    if (marked !== undefined) {
      const isSame = marked.position === first?.position && marked.id === first.id;
      if (!isSame)
        refuse(describeFirst(marked).replace('begins', 'it begins'), describeFirst(first));
      return;
    }
    // There is no mark: the log was empty at every earlier start, or the database is from an earlier release.
    await requirePositions(client, store, first);
    if (first === undefined) return;
    await client.query(
      `INSERT INTO audit.log (first_position, first_id, first_stream) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [first.position, first.id, first.stream],
    );
  } finally {
    await client.end();
  }
};
