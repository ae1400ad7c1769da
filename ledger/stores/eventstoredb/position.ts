import type { Position as LogPosition } from '@eventstore/db-client';
import type { Position } from '#/ledger/event-store.ts';

/** Commit and prepare position in twenty digits each, as the largest unsigned 64-bit number has. */
export const positionText = (commit: bigint | string, prepare: bigint | string): Position =>
  `e:${String(commit).padStart(20, '0')}:${String(prepare).padStart(20, '0')}` as Position;

/** @throws RangeError for a position of another kind of store */
export const logPosition = (position: Position): LogPosition => {
  const [, commit, prepare] = /^e:(\d{20}):(\d{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) {
    throw new RangeError(`not a position of EventStoreDB: ${position}`);
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

/** The newest positions that this process knows. On a shared server, our last event may be far from the log's end. */
export class Horizon {
  #latest: Position | '' = '';
  #reported: Position | '' = '';
  #through: Position | undefined;
  #rewinds = 0;

  /** The position of our newest event that this process has seen. */
  get latest(): Position | '' {
    return this.#latest;
  }

  /** The newest known position of any product's event. */
  get received(): Position | '' {
    return this.#reported > this.#latest ? this.#reported : this.#latest;
  }

  /** The log was examined up to this position; undefined until then. */
  get through(): Position | undefined {
    const through = this.#through;
    return through === undefined || through > this.#latest ? through : (this.#latest as Position);
  }

  get rewinds(): number {
    return this.#rewinds;
  }

  /** Call when the server has lost its newest events. */
  rewind(): void {
    this.#latest = '';
    this.#reported = '';
    this.#through = undefined;
    this.#rewinds += 1;
  }

  /** Call with the position of any product's event. */
  report(position: Position): void {
    if (position > this.#reported) this.#reported = position;
  }

  /** Call with the position of an event of ours. */
  reach(position: Position): void {
    if (position > this.#latest) this.#latest = position;
  }

  /** Call after all our events after `from` (undefined: from the start) up to `to` were passed to `reach`. */
  cover(from: Position | '' | undefined, to: Position): void {
    const isGapless = from === undefined || (this.#through !== undefined && from <= this.#through);
    if (isGapless && to > (this.#through ?? '')) this.#through = to;
  }
}
