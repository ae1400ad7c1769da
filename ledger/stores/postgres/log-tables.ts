import type { Client, ClientBase, QueryArrayResult } from 'pg';
import { sessionLock, sessionUnlock } from '#/ledger/database/advisory-locks.ts';
import type { Recorded, Revision } from '#/ledger/event-store.ts';
import { CHAIN_START } from '#/ledger/audit/hash.ts';
import { ABSENT } from '#/ledger/stores/append-request.ts';
import { isoTime, isRolledBack } from './session.ts';
import { FENCE } from './schema.ts';
import { textArray } from '#/ledger/database/text-array.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

export interface Head {
  /** Ordinal of the last event; 0 for an empty log. */
  readonly ordinal: number;
  readonly hash: string;
  readonly recordedAt: string;
}

/** An event that this process has seen in the log. */
export type SeenEvent = Pick<Head, 'ordinal' | 'hash'>;

export type LinkedEvent = Recorded & Required<Pick<Recorded, 'hash'>>;

export interface RevisionRange {
  readonly stream: string;
  /** The revision that the append follows. */
  readonly before: Revision;
  readonly events: readonly unknown[];
}

export interface RecordedRevisions {
  readonly actual: Revision;
  /** Ids of the events recorded at these revisions, in order. */
  readonly ids: readonly string[];
  /** Ordinal of the event at the last of these revisions. */
  readonly ordinal: number | undefined;
}

const numberOr = <T>(printed: string | null, otherwise: T): number | T =>
  printed === null ? otherwise : Number(printed);

const START: Head = { ordinal: 0, hash: CHAIN_START, recordedAt: '' };

const HEAD = `SELECT position, encode(hash, 'hex'), recorded_at
  FROM ledger.event ORDER BY position DESC LIMIT 1`;

type HeadRow = [string, string, string];

const headOf = (row: HeadRow | undefined): Head => {
  if (row === undefined) return START;
  const [ordinal, hash, recordedAt] = row;
  return { ordinal: Number(ordinal), hash, recordedAt: isoTime(recordedAt) };
};

export const readHead = async (client: Client): Promise<Head> => {
  const { rows } = await client.query<HeadRow>({ name: 'head', rowMode: 'array', text: HEAD });
  return headOf(rows[0]);
};

/** Whether an earlier head is still in the log, so that nothing up to it was lost. */
export const hasHead = async (
  client: ClientBase,
  { ordinal, hash }: SeenEvent,
): Promise<boolean> => {
  if (ordinal === 0) return true;
  const { rows } = await client.query<[string]>({
    name: 'has head',
    rowMode: 'array',
    text: "SELECT encode(hash, 'hex') FROM ledger.event WHERE position = $1",
    values: [ordinal],
  });
  return rows[0]?.[0] === hash;
};

/** The cluster, its timeline (which rises when a standby takes over), and the database. */
export const readLineage = async (client: ClientBase): Promise<string> => {
  const { rows } = await client.query<[string]>({
    rowMode: 'array',
    text: `SELECT concat_ws('/', 'postgres', system_identifier,
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), pg_database.oid)
      FROM pg_control_system(), pg_database WHERE datname = current_database()`,
  });
  return rows[0]?.[0] ?? '';
};

/** The channel on which a waiting writer asks the holder for the lock. */
export const WRITER_LOCK_CHANNEL = 'ledger_turn';

const LOCK_TIMEOUT = '55P03';

/** @throws OperatorError when the session is read-only */
export const requireWritable = async (client: Client): Promise<void> => {
  const { rows } = await client.query<[string]>({
    rowMode: 'array',
    text: 'SHOW transaction_read_only',
  });
  if (rows[0]?.[0] !== 'on') return;
  throw new OperatorError(
    'The database takes no writes (it is read-only or a standby): give DATABASE_URL the primary.',
  );
};

/**
 * Waits for the writers' lock, then reads the head (the last event) in a second statement. One statement would read the head as it
 * was before the wait. Undefined = the lock was not free in time.
 */
export const acquireWriterLock = async (
  client: Client,
  timeoutMs: number,
): Promise<Head | undefined> => {
  const wait = `SET LOCAL lock_timeout = ${timeoutMs}; ${sessionLock('ledger writer')}`;
  try {
    const results: unknown = await client.query({ rowMode: 'array', text: `${wait}; ${HEAD}` });
    const { rows } = (results as readonly QueryArrayResult<HeadRow>[]).at(-1) ?? { rows: [] };
    return headOf(rows[0]);
  } catch (error) {
    if (isRolledBack(error) && error.code === LOCK_TIMEOUT) return undefined;
    throw error;
  }
};

/** Asks a process that keeps the lock to share it for a while. */
export const requestWriterLock = async (client: Client, writer: string): Promise<void> => {
  const text = `SELECT pg_notify('${WRITER_LOCK_CHANNEL}', $1)`;
  await client.query({ name: 'request writer lock', text, values: [writer] });
};

export const releaseWriterLock = async (client: Client): Promise<void> => {
  await client.query({
    name: 'release writer lock',
    text: sessionUnlock('ledger writer'),
  });
};

/** Returns the last revision of each stream, in the order of the streams. */
export const readRevisions = async (
  client: Client,
  streams: readonly string[],
): Promise<readonly Revision[]> => {
  const { rows } = await client.query<[string | null]>({
    name: 'revisions',
    rowMode: 'array',
    text: `SELECT (SELECT max(revision) FROM ledger.event WHERE stream = s.name)
      FROM unnest($1::text[]) WITH ORDINALITY AS s(name, n) ORDER BY n`,
    values: [textArray(streams)],
  });
  return rows.map(([revision]) => numberOr(revision, ABSENT));
};

/** Returns what the log has at the revisions of each append, in the order of the appends. */
export const readRanges = async (
  client: Client,
  ranges: readonly RevisionRange[],
): Promise<readonly RecordedRevisions[]> => {
  const { rows } = await client.query<[string | null, string, string | null]>({
    name: 'places',
    rowMode: 'array',
    text: `SELECT
        (SELECT max(revision) FROM ledger.event WHERE stream = p.stream),
        array_to_string(ARRAY(
          SELECT id FROM ledger.event
          WHERE stream = p.stream AND revision > p.before AND revision <= p.before + p.count
          ORDER BY revision), ','),
        (SELECT position FROM ledger.event
          WHERE stream = p.stream AND revision = p.before + p.count)
      FROM unnest($1::text[], $2::bigint[], $3::bigint[])
        WITH ORDINALITY AS p(stream, before, count, n) ORDER BY n`,
    values: [
      ranges.map(({ stream }) => stream),
      ranges.map(({ before }) => before),
      ranges.map(({ events }) => events.length),
    ],
  });
  return rows.map(([actual, ids, ordinal]) => ({
    actual: numberOr(actual, ABSENT),
    ids: ids === '' ? [] : ids.split(','),
    ordinal: numberOr(ordinal, undefined),
  }));
};

const COLUMNS = 'position, revision, recorded_at, id, stream, type, data, meta, hash';

const writeOne = (before: number, event: LinkedEvent) => ({
  name: 'append one',
  text: `INSERT INTO ledger.event (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  values: [
    before + 1,
    event.revision,
    event.recordedAt,
    event.id,
    event.stream,
    event.type,
    event.data,
    event.meta,
    Buffer.from(event.hash, 'hex'),
  ],
});

const writeMany = (before: number, events: readonly LinkedEvent[], recordedAt: string) => ({
  name: 'append many',
  text: `INSERT INTO ledger.event (${COLUMNS})
    SELECT $1 + n, r::bigint, $2, i::uuid, s, t, d::json, m::json, decode(h, 'hex')
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
      WITH ORDINALITY AS e(r, i, s, t, d, m, h, n)`,
  values: [
    before,
    recordedAt,
    textArray(events.map(({ revision }) => String(revision))),
    textArray(events.map(({ id }) => id)),
    textArray(events.map(({ stream }) => stream)),
    textArray(events.map(({ type }) => type)),
    textArray(events.map(({ data }) => data)),
    textArray(events.map(({ meta }) => meta)),
    textArray(events.map(({ hash }) => hash)),
  ],
});

/** Returns false, having written nothing, when another writer has taken the next position. */
export const writeEvents = async (
  client: Client,
  head: Head,
  events: readonly LinkedEvent[],
): Promise<boolean> => {
  const [first] = events;
  if (first === undefined) return true;
  const { ordinal } = head;
  const query =
    events.length === 1 ? writeOne(ordinal, first) : writeMany(ordinal, events, first.recordedAt);
  try {
    await client.query(query);
    return true;
  } catch (error) {
    if (isRolledBack(error) && error.constraint === FENCE) return false;
    throw error;
  }
};
