import type { Position as LogPosition } from '@eventstore/db-client';
import type { Position } from '#/ledger/event-store.ts';

/** Commit and prepare in twenty digits each, which is as long as an unsigned 64-bit number gets. */
export const positionText = (commit: bigint | string, prepare: bigint | string): Position =>
  `e:${String(commit).padStart(20, '0')}:${String(prepare).padStart(20, '0')}` as Position;

/** What the server calls it. @throws RangeError for a position of another kind of store */
export const logPosition = (position: Position): LogPosition => {
  const [, commit, prepare] = /^e:(\d{20}):(\d{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) {
    throw new RangeError(`not a position of EventStoreDB: ${position}`);
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

/**
 * What this process knows of the log's end. A server is shared, so the last event of ours may lie far before the last of
 * all; who asks again need only look at what came since.
 */
export class Horizon {
  #latest: Position | '' = '';
  #heard: Position | '' = '';
  #through: Position | undefined;

  /** The furthest event of ours that this process has heard of. */
  get latest(): Position | '' {
    return this.#latest;
  }

  /** The furthest place that this process has heard of, whoever wrote there. */
  get heard(): Position | '' {
    return this.#heard > this.#latest ? this.#heard : this.#latest;
  }

  /** No event of ours stands between `latest` and this place; undefined until the end was looked at. */
  get through(): Position | undefined {
    const through = this.#through;
    return through === undefined || through > this.#latest ? through : (this.#latest as Position);
  }

  hear(position: Position): void {
    if (position > this.#heard) this.#heard = position;
  }

  reach(position: Position): void {
    if (position > this.#latest) this.#latest = position;
  }

  /** All events of ours up to `to` were looked at, and `reach` was told of them; before it, of those up to `from`. */
  cover(from: Position | '' | undefined, to: Position): void {
    const isGapless = from === undefined || (this.#through !== undefined && from <= this.#through);
    if (isGapless && to > (this.#through ?? '')) this.#through = to;
  }
}
