import type { Clock } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { categoryOf } from '#/domain/values/ids.ts';
import type { Position, Recorded } from '#/ledger/event-store.ts';
import { leafHash, sealedPosition } from './hash.ts';

export interface SealLeaf {
  readonly position: Position;
  /** The position that seals use for the event. */
  readonly sealedAs: Position;
  readonly hash: Buffer;
  readonly isSeal: boolean;
}

/** The leaves of events that no seal covers yet, and when the next seal is due. */
export class Unsealed {
  readonly #most: number;
  readonly #longestMs: number;
  readonly #clock: Clock;
  #leaves: SealLeaf[] = [];
  #last: Position | undefined;
  #dueAt: number | undefined;

  constructor(
    after: Position | undefined,
    limits: { readonly most: number; readonly longestMs: number; readonly clock?: Clock },
  ) {
    this.#last = after;
    this.#most = limits.most;
    this.#longestMs = limits.longestMs;
    this.#clock = limits.clock ?? thisMachine;
  }

  /** Milliseconds until a seal is due; undefined while no event requires one. */
  get dueInMs(): number | undefined {
    if (this.#leaves.length >= this.#most) return 0;
    return this.#dueAt && Math.max(0, this.#dueAt - this.#clock.elapsedMs());
  }

  /** A subscription may deliver events twice, so events that were added before are skipped. */
  add(events: readonly Recorded[]): void {
    for (const event of events) {
      const { position, stream } = event;
      if (this.#last !== undefined && position <= this.#last) continue;
      this.#last = position;
      this.#leaves.push({
        position,
        sealedAs: sealedPosition(event),
        hash: leafHash(event),
        isSeal: categoryOf(stream) === 'seal',
      });
    }
    this.#setDue();
  }

  /** Removes and returns the leaves of the next seal. */
  take(): readonly SealLeaf[] {
    const leaves = this.#leaves.splice(0, this.#most);
    this.#dueAt = undefined;
    this.#setDue();
    return leaves;
  }

  /** Seals alone make no seal due: otherwise each seal would require another one. */
  #setDue(): void {
    if (this.#dueAt !== undefined || this.#leaves.every(({ isSeal }) => isSeal)) return;
    this.#dueAt = this.#clock.elapsedMs() + this.#longestMs;
  }
}
