interface Update<Data> {
  readonly position: string;
  readonly data: Data;
}

/** The most updates that are stored: more than a screen shows. The oldest are discarded first. */
const MOST = 500;

/** Stores live updates: a query sent before an update may return older data, which must not undo the update. */
export class LatestUpdates<Data> {
  readonly #latest = new Map<string, Update<Data>>();

  note(id: string, update: Update<Data>): void {
    this.#latest.delete(id);
    this.#latest.set(id, update);
    const [oldest] = this.#latest.keys();
    if (oldest !== undefined && this.#latest.size > MOST) this.#latest.delete(oldest);
  }

  /** The data of the last update, if it is known to be newer than the position. */
  after(id: string, position: string): Data | undefined {
    const latest = this.#latest.get(id);
    // Positions of different lengths are of different kinds of event store, and cannot be compared.
    const isNewer = latest?.position.length === position.length && latest.position > position;
    return isNewer ? latest.data : undefined;
  }
}
