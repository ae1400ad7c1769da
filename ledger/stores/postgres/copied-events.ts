import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Recorded } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { isoTime } from './session.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;

/** Long fields last; the hash in digits because COPY would double the backslash of bytes. */
const COLUMNS = `position, revision, recorded_at, encode(hash, 'hex'), id, type, stream, meta, data`;

/**
 * Events after one ordinal, as far as another, as COPY prints them (Postgres manual, COPY, *Text Format*): bytes outside
 * the heap, of which `parseCopied` makes events as they are wanted.
 */
export const copyEvents = async (
  client: PoolClient,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Buffer> => {
  const range = `position > ${after} AND position <= ${upTo}`;
  const sql = `COPY (SELECT ${COLUMNS} FROM ledger.event WHERE ${range} ORDER BY position) TO STDOUT`;
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyStreams.to(sql))) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const ESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const unescaped = (field: string): string =>
  field.replaceAll(/\\(.)/g, (_, character: string) => ESCAPED[character] ?? character);

/** One line; `escapes` when a backslash is somewhere in it, which only JSON can hold. */
const parseLine = (bytes: Buffer, start: number, end: number, escapes: boolean): Recorded => {
  let from = start;
  // Up to the stream's name all is ASCII.
  const next = (): string => {
    const to = bytes.indexOf(TAB, from);
    const field = bytes.toString('latin1', from, to);
    from = to + 1;
    return field;
  };
  const position = decimalPosition(Number(next()));
  const revision = Number(next());
  const recordedAt = isoTime(next());
  const hash = next();
  const id = next();
  const type = next();
  const stream = next();
  const middle = bytes.indexOf(TAB, from);
  const meta = bytes.toString('utf8', from, middle);
  const data = bytes.toString('utf8', middle + 1, end);
  const at = { position, stream, revision, id, type, recordedAt, hash };
  if (!escapes) return { ...at, data, meta };
  return { ...at, data: unescaped(data), meta: unescaped(meta) };
};

/** Batches of the events in what `copyEvents` brought. */
export function* parseCopied(bytes: Buffer, batchSize: number): Generator<readonly Recorded[]> {
  let batch: Recorded[] = [];
  let start = 0;
  let backslash = bytes.indexOf(BACKSLASH);
  while (start < bytes.length) {
    const end = bytes.indexOf(NEWLINE, start);
    if (backslash >= 0 && backslash < start) backslash = bytes.indexOf(BACKSLASH, start);
    batch.push(parseLine(bytes, start, end, backslash >= 0 && backslash < end));
    start = end + 1;
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
