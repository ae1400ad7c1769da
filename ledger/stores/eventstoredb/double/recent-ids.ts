import { LRUCache } from 'lru-cache';
import type { WriteResult } from './stream-writer.ts';

interface Entry extends WriteResult {
  readonly stream: string;
}

/** About as many ids as fit in the 8 MiB that the server keeps. */
const KEPT = 100_000;

/**
 * Remembers the event ids of the latest appends until the process ends, as the server does. By them, a repeated append that expects
 * `any` or `stream_exists` is recognised.
 */
export class RecentIds {
  /** Read by `peek`, which does not reorder: the oldest is dropped first, as in the server. */
  readonly #entries = new LRUCache<string, Entry>({ max: KEPT });

  add(stream: string, ids: readonly string[], last: WriteResult): void {
    for (const [index, id] of ids.entries()) {
      const eventsAfter = ids.length - 1 - index;
      this.#entries.set(id, {
        stream,
        revision: last.revision - BigInt(eventsAfter),
        ordinal: last.ordinal === undefined ? undefined : last.ordinal - eventsAfter,
      });
    }
  }

  find(stream: string, id: string): WriteResult | undefined {
    const entry = this.#entries.peek(id);
    return entry?.stream === stream ? entry : undefined;
  }
}
