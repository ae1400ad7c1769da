import type { Revision } from '#/ledger/event-store.ts';

/** The last revision of the streams that were used last; all of it is true at one head of the log. */
export class RecentRevisions {
  readonly #revisions = new Map<string, Revision>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(stream: string): Revision | undefined {
    return this.#revisions.get(stream);
  }

  /** A map keeps the order of insertion, so its first key is the one that was set longest ago. */
  set(stream: string, revision: Revision): void {
    this.#revisions.delete(stream);
    this.#revisions.set(stream, revision);
    if (this.#revisions.size <= this.#capacity) return;
    const oldest = this.#revisions.keys().next();
    if (oldest.done !== true) this.#revisions.delete(oldest.value);
  }

  forget(): void {
    this.#revisions.clear();
  }
}
