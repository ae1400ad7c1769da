interface Update<Data> {
  readonly position: string;
  readonly data: Data;
}

/** More than a screen shows; the oldest are forgotten first. */
const MOST = 500;

/**
 * What live updates said last of each thing. The answer to a question that was under way when an update came may be older
 * than it, and must not undo it.
 */
export class Told<Data> {
  readonly #latest = new Map<string, Update<Data>>();

  note(id: string, update: Update<Data>): void {
    this.#latest.delete(id);
    this.#latest.set(id, update);
    const [oldest] = this.#latest.keys();
    if (oldest !== undefined && this.#latest.size > MOST) this.#latest.delete(oldest);
  }

  /** What was told of a thing after a position; undefined where an answer of that position has it. */
  after(id: string, position: string): Data | undefined {
    const told = this.#latest.get(id);
    // Positions of one log are of one length; those of another are not to be compared.
    const isNewer = told?.position.length === position.length && told.position > position;
    return isNewer ? told.data : undefined;
  }
}
