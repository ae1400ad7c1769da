/** A process may die on either side of a call's effect. */
export const SIDES = ['before', 'after'] as const;

/** The side of a call's effect on which a process dies: `before` = there is no effect; `after` = only the answer is lost. */
export type Side = (typeof SIDES)[number];

export interface Death {
  readonly operation: string;
  /** Calls of the operation, by any process, before the death. */
  readonly passed: number;
  readonly side: Side;
}

interface PendingDeath {
  readonly side: Side;
  passed: number;
}

/** Counts the calls of ports, and decides at which of them a process dies. */
export class Deaths {
  readonly #calls = new Map<string, number>();
  #marked: ReadonlyMap<string, number> = new Map();
  #reached: ReadonlyMap<string, number> = new Map();
  #isOver = false;
  readonly #planned = new Map<string, PendingDeath[]>();
  readonly #onDeath: (operation: string, side: Side) => void;

  constructor(onDeath: (operation: string, side: Side) => void = () => undefined) {
    this.#onDeath = onDeath;
  }

  /** Calls by operation, from `begin` to the last `mark` before `end`. */
  get calls(): ReadonlyMap<string, number> {
    return this.#marked;
  }

  /** Calls by operation, from `begin` to `callOff`. */
  get reached(): ReadonlyMap<string, number> {
    return this.#reached;
  }

  begin(): void {
    this.#calls.clear();
    this.mark();
  }

  /** Calls so far belong to the history. */
  mark(): void {
    if (!this.#isOver) this.#marked = new Map(this.#calls);
  }

  /** Calls from now on do not belong to the history. */
  end(): void {
    this.#isOver = true;
  }

  /** Cancels the deaths that are still planned. */
  callOff(): void {
    this.#planned.clear();
    this.#reached = new Map(this.#calls);
  }

  plan({ operation, passed, side }: Death): void {
    const planned = this.#planned.get(operation) ?? [];
    this.#planned.set(operation, [...planned, { side, passed }]);
  }

  /**
   * Counts an operation of a process, at which its death may be planned.
   * @param names of the operation; an append has one for each type of event
   * @returns the side of its effect on which the process dies; undefined = it survives
   */
  of(names: readonly string[]): Side | undefined {
    const sides = names.map((name) => this.#ofOperation(name));
    return sides.find((side) => side !== undefined);
  }

  #ofOperation(operation: string): Side | undefined {
    this.#calls.set(operation, (this.#calls.get(operation) ?? 0) + 1);
    const planned = this.#planned.get(operation) ?? [];
    const due = planned.find(({ passed }) => passed === 0);
    // A second death planned for this call comes at the next.
    for (const each of planned) if (each.passed > 0) each.passed -= 1;
    if (due === undefined) return undefined;
    this.#planned.set(
      operation,
      planned.filter((each) => each !== due),
    );
    this.#onDeath(operation, due.side);
    return due.side;
  }
}
