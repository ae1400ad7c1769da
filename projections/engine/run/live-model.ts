import type { Position } from '#/ledger/event-store.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { Checkpoint, Tables } from '#/projections/engine/tables/tables.ts';
import { Generation } from './generation.ts';

/** Why this process applies no more events to a read model. */
export interface Parked {
  /** `degraded`: it cannot apply an event, or includes lost ones. `superseded`: another release rebuilt it. */
  readonly status: 'degraded' | 'superseded';
  readonly error: string;
}

export interface ProjectionHealth {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly position: Position | '';
  readonly status: 'live' | Parked['status'];
  readonly error: string | null;
}

type Progress = Pick<Checkpoint, 'generation' | 'position'>;

/** A read model as this process serves it, whichever process applies the events. */
export class LiveModel {
  readonly projection: Projection;
  readonly #tables: Tables;
  #generation: Generation;
  #position: Position | '';
  #notifiedPosition: Position | '';
  #parked: Parked | undefined;

  constructor(tables: Tables, projection: Projection, at: Progress) {
    this.projection = projection;
    this.#tables = tables;
    this.#generation = new Generation(tables, projection, at);
    this.#position = at.position;
    this.#notifiedPosition = at.position;
  }

  get name(): string {
    return this.projection.name;
  }

  /** Up to date only in the leading process, which applies the events. */
  get generation(): Generation {
    return this.#generation;
  }

  /** The position that the rows are known to have reached, whichever process wrote them. */
  get position(): Position | '' {
    return this.#position;
  }

  /** Position of the last commit whose changes were sent to this process's clients. */
  get notifiedPosition(): Position | '' {
    return this.#notifiedPosition;
  }

  /** Undefined while events are applied. */
  get parked(): Parked | undefined {
    return this.#parked;
  }

  get health(): ProjectionHealth {
    return {
      name: this.name,
      version: this.projection.version,
      generation: this.#generation.number,
      position: this.#position,
      status: this.#parked?.status ?? 'live',
      error: this.#parked?.error ?? null,
    };
  }

  /** Continues from a checkpoint, with no rows in memory; it is no longer parked. */
  adopt(at: Progress): void {
    this.#generation = new Generation(this.#tables, this.projection, at);
    this.#position = at.position;
    this.#notifiedPosition = at.position;
    this.#parked = undefined;
  }

  park(parked: Parked): void {
    this.#parked = parked;
  }

  unpark(): void {
    this.#parked = undefined;
  }

  /** Reports may arrive late, so the position does not go back. */
  reach(position: Position | ''): void {
    if (position > this.#position) this.#position = position;
  }

  /** Call when clients were sent all changes up to this position. */
  noteNotified(position: Position): void {
    this.#notifiedPosition = position;
  }
}

/** Called in the process that applies the events. */
export interface Leader {
  /** A model has another generation, which may be behind. */
  readonly onAdopted: (model: LiveModel) => void;
  /** Another release of the program serves a model now. */
  readonly onSuperseded: () => void;
}
