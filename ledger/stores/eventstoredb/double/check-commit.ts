import type { EventLog, Tail } from './event-log.ts';
import type { RecentIds } from './recent-ids.ts';
import type { Expectation, WriteResult } from './stream-writer.ts';
import { isTombstoned } from './event-log.ts';
import { isMetastream, isSoftDeleted, metastreamOf, originalOf } from './stream-metadata.ts';

interface Question {
  readonly stream: string;
  readonly expected: Expectation;
  readonly ids: readonly string[];
  readonly recent: RecentIds;
}

type Decision =
  | {
      readonly kind: 'ok';
      /** Last revision, -1 for a stream without events. */
      readonly before: bigint;
      readonly softDeleted: boolean;
      /** The stream is the metastream of a soft-deleted stream. */
      readonly originalSoftDeleted: boolean;
      readonly current: bigint;
    }
  /** The same events were written before. */
  | ({ readonly kind: 'repeated'; readonly current: bigint } & WriteResult)
  | { readonly kind: 'wrong'; readonly current: bigint }
  | { readonly kind: 'deleted' };

/** Compares the events from a revision on with these ids; `some` when only the first ones are equal. */
const compare = async (
  log: EventLog,
  { stream, ids }: Question,
  from: bigint,
): Promise<'none' | 'some' | WriteResult> => {
  let last: WriteResult | undefined;
  let index = 0;
  for await (const event of log.forwards(stream, from, from + BigInt(ids.length) - 1n)) {
    if (event.id !== ids[index]) return last === undefined ? 'none' : 'some';
    last = { revision: event.revision, ordinal: event.ordinal };
    index += 1;
  }
  if (last === undefined) return 'none';
  return index === ids.length ? last : 'some';
};

/** Like `compare`, for `any` and `stream_exists`: there a duplicate is recognised by the ids in memory. */
const checkRecent = ({ stream, ids, recent }: Question): 'none' | 'some' | WriteResult => {
  let last: WriteResult | undefined;
  for (const id of ids) {
    const entry = recent.find(stream, id);
    if (entry === undefined) return last === undefined ? 'none' : 'some';
    last = entry;
  }
  return last ?? 'none';
};

/** A tombstone also closes the metastream, unless metadata was written there. */
const isClosed = async (log: EventLog, stream: string, tail: Tail): Promise<boolean> => {
  if (isTombstoned(tail)) return true;
  if (!isMetastream(stream) || tail.last >= 0n) return false;
  return isTombstoned(await log.knownTail(originalOf(stream)));
};

/** Decides on an append as the server's `IndexWriter.CheckCommit` does. */
export const checkCommit = async (log: EventLog, question: Question): Promise<Decision> => {
  const { stream, expected, ids } = question;
  const tail = await log.knownTail(stream);
  if (await isClosed(log, stream, tail)) return { kind: 'deleted' };
  const current = tail.last;
  const softDeleted = isSoftDeleted(await log.knownMetadata(stream));
  const originalSoftDeleted =
    isMetastream(stream) && isSoftDeleted(await log.knownMetadata(originalOf(stream)));
  const ok = { kind: 'ok', before: current, softDeleted, originalSoftDeleted, current } as const;
  const wrong = { kind: 'wrong', current } as const;
  const repeatOf = ({ revision, ordinal }: WriteResult): Decision => ({
    kind: 'repeated',
    current,
    revision,
    ordinal: softDeleted ? undefined : ordinal,
  });

  if (expected === 'stream_exists') {
    if (softDeleted) return { kind: 'deleted' };
    const exists = current >= 0n || (await log.knownTail(metastreamOf(stream))).last >= 0n;
    if (!exists) return wrong;
  }
  if (expected === 'any' || expected === 'stream_exists') {
    const match = checkRecent(question);
    if (match === 'none') return ok;
    return match === 'some' ? wrong : repeatOf(match);
  }

  const before = expected === 'no_stream' ? -1n : expected;
  if (before === current) return ok;
  if (before > current || ids.length === 0) return wrong;
  const match = await compare(log, question, before + 1n);
  if (match === 'some') return wrong;
  if (match !== 'none') return repeatOf(match);
  return expected === 'no_stream' && softDeleted ? ok : wrong;
};
