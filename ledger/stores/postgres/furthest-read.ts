import type { Recorded } from '#/ledger/event-store.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import type { Seen } from './log-tables.ts';

/** The furthest event that this process has read, also of those that other processes wrote. */
export class FurthestRead {
  #event: Seen | undefined;

  /** @param events in their order */
  note(events: readonly Recorded[]): readonly Recorded[] {
    const last = events.at(-1);
    if (last?.hash === undefined) return events;
    const ordinal = ordinalOf(last.position);
    if (ordinal > (this.#event?.ordinal ?? 0)) this.#event = { ordinal, hash: last.hash };
    return events;
  }

  /** Returns this event, or another one that is further. */
  orFurther(other: Seen): Seen {
    return this.#event !== undefined && this.#event.ordinal > other.ordinal ? this.#event : other;
  }

  forget(): void {
    this.#event = undefined;
  }
}
