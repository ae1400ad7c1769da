import type { Recorded } from '#/ledger/event-store.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';

const MAXIMUM_EVENTS = 5_000;
const MAXIMUM_CHARACTERS = 8_000_000;

const sizeOf = ({ data, meta }: Recorded): number => data.length + meta.length;

/** The last events that this process wrote, so that its subscribers need not read the database. */
export class RecentEvents {
  #events: Recorded[] = [];
  /** Ordinal of the first event in `#events`. */
  #first = 1;
  #characters = 0;

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

  /** Call when the log has lost its newest events. */
  clear(): void {
    this.#events = [];
    this.#first = 1;
    this.#characters = 0;
  }

  /** Returns events after an ordinal; undefined when the next one is not here, so that the database must be read. */
  after(ordinal: number, limit: number): readonly Recorded[] | undefined {
    const from = ordinal + 1 - this.#first;
    if (from < 0 || from >= this.#events.length) return undefined;
    return this.#events.slice(from, from + limit);
  }

  /** Removes half at once, because removal from the front of an array is slow. */
  #trim(): void {
    while (this.#events.length > MAXIMUM_EVENTS || this.#characters > MAXIMUM_CHARACTERS) {
      const gone = this.#events.splice(0, Math.ceil(this.#events.length / 2));
      this.#first += gone.length;
      this.#characters -= gone.reduce((sum, event) => sum + sizeOf(event), 0);
    }
  }
}
