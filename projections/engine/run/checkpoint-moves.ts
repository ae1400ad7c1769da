import type { Pool } from 'pg';
import type { Position } from '#/ledger/event-store.ts';

interface Move {
  readonly name: string;
  readonly generation: number;
  /** The checkpoint moves only from this position. */
  readonly from: Position | '';
  readonly to: Position;
}

interface Waiting extends Move {
  readonly settle: PromiseWithResolvers<boolean>;
}

/** Locks in the order of names, like every other code that locks several checkpoints, so that there is no deadlock. */
const MOVE = `WITH stands AS (
    SELECT name, generation, upto FROM projections.checkpoint
    JOIN unnest($1::text[], $2::int[], $3::text[], $4::text[]) AS move (name, generation, stood, upto)
      USING (name, generation)
    WHERE position = stood AND status IN ('live', 'ready', 'returning')
    ORDER BY name, generation FOR UPDATE OF checkpoint),
  moved AS (
    UPDATE projections.checkpoint AS checkpoint SET position = upto, updated_at = now()
    FROM stands WHERE checkpoint.name = stands.name AND checkpoint.generation = stands.generation
    RETURNING checkpoint.name, checkpoint.generation)
  SELECT name, generation, set_config('synchronous_commit', 'off', true) FROM moved`;

/**
 * Moves checkpoints past events that changed no row, as most read models must for most batches; all moves requested in the same
 * turn of the event loop share one statement.
 */
export class CheckpointMoves {
  readonly #pool: Pool;
  #waiting: Waiting[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @returns false when the checkpoint is at another position, or its generation no longer takes events */
  move(move: Move): Promise<boolean> {
    if (this.#waiting.length === 0) setImmediate(() => void this.#send());
    const settle = Promise.withResolvers<boolean>();
    this.#waiting.push({ ...move, settle });
    return settle.promise;
  }

  async #send(): Promise<void> {
    const moves = this.#waiting;
    this.#waiting = [];
    try {
      const { rows } = await this.#pool.query<Pick<Move, 'name' | 'generation'>>({
        name: 'move checkpoints',
        text: MOVE,
        values: [
          moves.map(({ name }) => name),
          moves.map(({ generation }) => generation),
          moves.map(({ from }) => from),
          moves.map(({ to }) => to),
        ],
      });
      for (const { name, generation, settle } of moves)
        settle.resolve(rows.some((row) => row.name === name && row.generation === generation));
    } catch (error) {
      for (const { settle } of moves) settle.reject(error);
    }
  }
}
