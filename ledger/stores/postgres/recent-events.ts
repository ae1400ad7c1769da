import type { Recorded } from '#/ledger/event-store.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';

const MAXIMUM_EVENTS = 5_000;
const MAXIMUM_CHARACTERS = 8_000_000;

const sizeOf = ({ data, meta }: Recorded): number => data.length + meta.length;

/**
 * The last events that this process wrote, without a gap between them: its own subscribers read them here rather than ask
 * the database for what it was given a moment ago. When another process writes in between, the run begins anew.
 */
export class RecentEvents {
  #events: Recorded[] = [];
  /** Ordinal of the first one that is kept. */
  #first = 1;
  #characters = 0;

  /** Takes what was committed behind the log's head. */
  add(events: readonly Recorded[]): void {
    const [first] = events;
    if (first === undefined) return;
    const begin = ordinalOf(first.position);
    if (begin !== this.#first + this.#events.length) {
      this.#events = [];
      this.#first = begin;
      this.#characters = 0;
    }
    this.#events.push(...events);
    this.#characters += events.reduce((sum, event) => sum + sizeOf(event), 0);
    this.#trim();
  }

  /** The events after an ordinal; undefined when only the database knows, which may have those of others too. */
  after(ordinal: number, limit: number): readonly Recorded[] | undefined {
    const from = ordinal + 1 - this.#first;
    if (from < 0 || from >= this.#events.length) return undefined;
    return this.#events.slice(from, from + limit);
  }

  /** Half goes at once, because taking from the front of a list costs as much as the list is long. */
  #trim(): void {
    while (this.#events.length > MAXIMUM_EVENTS || this.#characters > MAXIMUM_CHARACTERS) {
      const gone = this.#events.splice(0, Math.ceil(this.#events.length / 2));
      this.#first += gone.length;
      this.#characters -= gone.reduce((sum, event) => sum + sizeOf(event), 0);
    }
  }
}
