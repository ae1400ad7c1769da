import type { Revision } from '#/ledger/event-store.ts';

/**
 * The last revision of the streams that were used last; all of it is true at one head of the log.
 * Two generations, the older dropped as a whole: taking single entries from the front of a Map
 * costs more the more were taken before.
 */
export class RecentRevisions {
  readonly #capacity: number;
  #young = new Map<string, Revision>();
  #old = new Map<string, Revision>();

  /** Remembers at least half as many streams, at most as many. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(stream: string): Revision | undefined {
    return this.#young.get(stream) ?? this.#old.get(stream);
  }

  set(stream: string, revision: Revision): void {
    if (this.#young.size >= this.#capacity / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(stream, revision);
  }

  forget(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
