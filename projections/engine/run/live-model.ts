import type { Position } from '#/ledger/event-store.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { Generation } from './generation.ts';

/**
 * `degraded` = parked at an event it cannot apply; `superseded` = another release of the program rebuilt it in another shape.
 */
export type ProjectionStatus = 'live' | 'degraded' | 'superseded';

export interface ProjectionHealth {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly position: Position | '';
  readonly status: ProjectionStatus;
  readonly error: string | null;
}

/** A read model as this process knows it. */
export interface LiveModel {
  readonly projection: Projection;
  generation: Generation;
  status: ProjectionStatus;
  error: string | null;
  /** The position that the rows are known to have reached, whichever process wrote them. */
  position: Position | '';
  /** Position of the last commit whose changes were sent to this process's clients. */
  notifiedPosition: Position | '';
}

/** The part of this process that applies events to the models. */
export interface Leader {
  /** A model has another generation, which may be behind. */
  readonly onAdopted: (model: LiveModel) => void;
  /** Another release of the program serves a model now. */
  readonly onSuperseded: () => void;
}
