interface Update<Data> {
  readonly position: string;
  readonly data: Data;
}

/** More than a screen shows; the oldest are discarded first. No library (`lru-cache`) does it, because browsers would have to load it. */
const MOST = 500;

/**
 * The last live update of each record. The response to a query that was sent before an update came may be older than the
 * update, and must not undo it.
 */
export class LatestUpdates<Data> {
  readonly #latest = new Map<string, Update<Data>>();

  note(id: string, update: Update<Data>): void {
    this.#latest.delete(id);
    this.#latest.set(id, update);
    const [oldest] = this.#latest.keys();
    if (oldest !== undefined && this.#latest.size > MOST) this.#latest.delete(oldest);
  }

  /** Returns a record's last update if it is known to be newer than a position. */
  after(id: string, position: string): Data | undefined {
    const latest = this.#latest.get(id);
    // Positions of one log have the same length; positions of different logs cannot be compared.
    const isNewer = latest?.position.length === position.length && latest.position > position;
    return isNewer ? latest.data : undefined;
  }
}
