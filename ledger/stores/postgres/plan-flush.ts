import type { Revision } from '#/ledger/event-store.ts';
import type { Head, LinkedEvent } from './log-tables.ts';
import type { PendingAppend } from './pending.ts';
import { chainHash } from '#/ledger/audit/hash.ts';
import { ABSENT } from '#/ledger/stores/append-request.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';

/** The outcomes of the appends of one flush, if it commits. */
export interface FlushPlan {
  readonly events: readonly LinkedEvent[];
  readonly accepted: readonly { readonly append: PendingAppend; readonly ordinal: number }[];
  /** Appends whose stream is at another revision than expected; the log must be read to tell why. */
  readonly mismatched: readonly PendingAppend[];
  /** Appends to streams that this flush moves to another revision; they are checked after it. */
  readonly deferred: readonly PendingAppend[];
  /** The last revision after the flush, of each stream to which it writes. */
  readonly moved: ReadonlyMap<string, Revision>;
  readonly head: Head;
}

const linkEvents = (append: PendingAppend, head: Head, recordedAt: string): LinkedEvent[] => {
  let { hash, ordinal } = head;
  let revision = append.before;
  return append.events.map(({ id, type, data, meta }) => {
    ordinal += 1;
    revision += 1;
    const position = decimalPosition(ordinal);
    const link = { position, stream: append.stream, revision, id, type, data, meta, recordedAt };
    hash = chainHash(hash, link);
    return { ...link, hash };
  });
};

/**
 * Plans what the next flush writes. A stream of which no revision is known counts as absent. If it exists, the unique key on (stream,
 * revision) refuses the write.
 */
export const planFlush = (
  batch: readonly PendingAppend[],
  start: Head,
  revisionOf: (stream: string) => Revision | undefined,
  now: string,
): FlushPlan => {
  const recordedAt = now > start.recordedAt ? now : start.recordedAt;
  const events: LinkedEvent[] = [];
  const accepted: { append: PendingAppend; ordinal: number }[] = [];
  const mismatched: PendingAppend[] = [];
  const deferred: PendingAppend[] = [];
  const moved = new Map<string, Revision>();
  let head = start;
  for (const append of batch) {
    if (append.settled) continue;
    const planned = moved.get(append.stream);
    if ((planned ?? revisionOf(append.stream) ?? ABSENT) !== append.before) {
      (planned === undefined ? mismatched : deferred).push(append);
      continue;
    }
    const linked = linkEvents(append, head, recordedAt);
    const ordinal = head.ordinal + linked.length;
    head = { ordinal, hash: linked.at(-1)?.hash ?? head.hash, recordedAt };
    events.push(...linked);
    accepted.push({ append, ordinal });
    moved.set(append.stream, append.before + linked.length);
  }
  return { events, accepted, mismatched, deferred, moved, head };
};
