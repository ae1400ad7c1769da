/** Every call of a port has two places at which its process may die. */
export const SIDES = ['before', 'after'] as const;

/** Before the call takes effect; or after it, so that the answer is lost. */
export type Side = (typeof SIDES)[number];

/** Where a process dies. */
export interface Death {
  readonly operation: string;
  /** How many calls of the operation pass after the death is planned and before it happens, whichever process makes them. */
  readonly passed: number;
  readonly side: Side;
}

interface PendingDeath {
  readonly side: Side;
  passed: number;
}

/** Counts the calls of all ports by operation, and decides at which of them a process dies. */
export class Deaths {
  readonly #calls = new Map<string, number>();
  #marked: ReadonlyMap<string, number> = new Map();
  #reached: ReadonlyMap<string, number> = new Map();
  #isOver = false;
  readonly #awaited = new Map<string, PendingDeath[]>();
  readonly #onDeath: (operation: string, side: Side) => void;

  constructor(onDeath: (operation: string, side: Side) => void = () => undefined) {
    this.#onDeath = onDeath;
  }

  /** How often each operation was called between `begin` and the last `mark` before `end`. */
  get calls(): ReadonlyMap<string, number> {
    return this.#marked;
  }

  /** How often each operation was called between `begin` and `callOff`. */
  get reached(): ReadonlyMap<string, number> {
    return this.#reached;
  }

  begin(): void {
    this.#calls.clear();
    this.mark();
  }

  mark(): void {
    if (!this.#isOver) this.#marked = new Map(this.#calls);
  }

  /** Ends the count: calls from now on do not belong to the history. */
  end(): void {
    this.#isOver = true;
  }

  /** No planned death happens any more. */
  callOff(): void {
    this.#awaited.clear();
    this.#reached = new Map(this.#calls);
  }

  /** Plans a death: a later call may be the last one of its process. */
  await({ operation, passed, side }: Death): void {
    const there = this.#awaited.get(operation) ?? [];
    this.#awaited.set(operation, [...there, { side, passed }]);
  }

  /**
   * Counts a call that begins.
   * @param names the names of its operation: an append has one for each type of event in it
   * @returns on which side of its effect the process dies; undefined = it survives
   */
  of(names: readonly string[]): Side | undefined {
    const sides = names.map((name) => this.#ofOperation(name));
    return sides.find((side) => side !== undefined);
  }

  #ofOperation(operation: string): Side | undefined {
    this.#calls.set(operation, (this.#calls.get(operation) ?? 0) + 1);
    const awaited = this.#awaited.get(operation) ?? [];
    const now = awaited.find(({ passed }) => passed === 0);
    // If two deaths are planned for the same call, the second one happens at the next call.
    for (const each of awaited) if (each.passed > 0) each.passed -= 1;
    if (now === undefined) return undefined;
    this.#awaited.set(
      operation,
      awaited.filter((each) => each !== now),
    );
    this.#onDeath(operation, now.side);
    return now.side;
  }
}
