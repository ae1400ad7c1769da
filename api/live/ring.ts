import { isComparable } from '#/ledger/event-store.ts';

/** One change, serialised once for all subscribers. */
export interface Delta {
  readonly topic: string;
  readonly position: string;
  /** JSON of the data. */
  readonly json: string;
}

/** The range of positions in which no delta is missing: from a position on. */
interface CompleteRange {
  readonly from: string;
  /** True if some deltas at `from` itself may be missing. */
  readonly exclusive: boolean;
}

interface Ring {
  readonly deltas: Delta[];
  bytes: number;
  known: CompleteRange;
}

export interface RingLimits {
  readonly deltasPerTopic: number;
  readonly bytesPerTopic: number;
  readonly topics: number;
  readonly bytes: number;
}

export const defaultRingLimits: RingLimits = {
  deltasPerTopic: 200,
  bytesPerTopic: 128_000,
  topics: 20_000,
  bytes: 64_000_000,
};

const kindOf = (topic: string): string => topic.slice(0, topic.indexOf(':'));

/** Recent deltas of each topic, so that a reconnecting socket continues without a gap. */
export class Rings {
  readonly #limits: RingLimits;
  readonly #rings = new Map<string, Ring>();
  /** By kind of topic, because kinds are few. A topic of that kind without a ring has no delta in this range. */
  readonly #known = new Map<string, CompleteRange>();
  #bytes = 0;

  constructor(limits: RingLimits = defaultRingLimits) {
    this.#limits = limits;
  }

  add(delta: Delta): void {
    const { topic, position, json } = delta;
    const kind = kindOf(topic);
    const known = this.#known.get(kind) ?? { from: position, exclusive: false };
    this.#known.set(kind, known);
    const ring = this.#rings.get(topic) ?? { deltas: [], bytes: 0, known };
    // Moves the ring to the end: the most recently changed topic is dropped last.
    this.#rings.delete(topic);
    this.#rings.set(topic, ring);
    ring.deltas.push(delta);
    ring.bytes += json.length;
    this.#bytes += json.length;
    this.#trim(ring);
    while (this.#rings.size > this.#limits.topics || this.#bytes > this.#limits.bytes) {
      this.#forgetOldest();
    }
  }

  /**
   * Returns the deltas after position `since`; undefined when some may be missing. If several deltas are at `since` itself, all of them are
   * returned too, because the socket may have lost some.
   */
  since(topic: string, since: string): readonly Delta[] | undefined {
    const ring = this.#rings.get(topic);
    const known = ring?.known ?? this.#known.get(kindOf(topic));
    // A position from before the log moved to another kind of store cannot be compared.
    if (known === undefined || !isComparable(since, known.from)) return undefined;
    if (since < known.from) return undefined;
    if (known.exclusive && since === known.from) return undefined;
    const deltas = ring?.deltas ?? [];
    const same = deltas.filter(({ position }) => position === since).length;
    return deltas.filter(({ position }) => position > since || (same > 1 && position === since));
  }

  /** Forgets all deltas of a kind of topic, so that `since` returns undefined for them. */
  clear(kind: string): void {
    for (const [topic, ring] of this.#rings) {
      if (kindOf(topic) !== kind) continue;
      this.#rings.delete(topic);
      this.#bytes -= ring.bytes;
    }
    this.#known.delete(kind);
  }

  #trim(ring: Ring): void {
    const { deltasPerTopic, bytesPerTopic } = this.#limits;
    while (ring.deltas.length > deltasPerTopic || ring.bytes > bytesPerTopic) {
      const gone = ring.deltas.shift();
      if (!gone) return;
      ring.bytes -= gone.json.length;
      this.#bytes -= gone.json.length;
      ring.known = { from: gone.position, exclusive: true };
    }
  }

  #forgetOldest(): void {
    const oldest = this.#rings.entries().next().value;
    if (!oldest) return;
    const [topic, ring] = oldest;
    this.#rings.delete(topic);
    this.#bytes -= ring.bytes;
    const from = ring.deltas.at(-1)?.position ?? ring.known.from;
    const kind = kindOf(topic);
    const known = this.#known.get(kind);
    if (!known || known.from <= from) this.#known.set(kind, { from, exclusive: true });
  }
}
