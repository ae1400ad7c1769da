import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import { leafHash, sealedPosition } from './hash.ts';
import { merkleRoot } from './merkle.ts';
import { faultOf, NOTHING_SEALED, SEAL_STREAM, progressAfter, type SealProgress } from './seal.ts';
import { entryOf, readSealEvents, recordedEntry } from './seal-log.ts';
import type { SealRow, SealTable } from './seal-table.ts';
import type { SealWrittenData } from '#/domain/seal/events.ts';

export interface Finding {
  readonly position: string | null;
  readonly stream: string | null;
  readonly revision: number | null;
  /** A sentence without its subject: `was altered: …`. */
  readonly wrong: string;
}

export class Unfit extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.wrong);
    this.name = 'Unfit';
    this.finding = finding;
  }
}

export const unfitOf = (
  at: Pick<Recorded, 'position' | 'stream' | 'revision'>,
  wrong: string,
): Unfit => {
  const { position, stream, revision } = at;
  return new Unfit({ position, stream, revision, wrong });
};

/** A seal whose events are being read. */
interface OpenSeal {
  readonly seal: SealWrittenData;
  readonly row: SealRow | undefined;
  readonly recorded: Recorded;
}

/** Returns the leaf that an event would have at another event's position. */
const hashLeafAt = (event: Recorded, other: Recorded): Buffer =>
  leafHash({ ...event, sealedAs: sealedPosition(other) });

/** Finds the changed event by the leaves in the seal's row; if these do not fit the seal either, names the whole range. */
const findChangedEvent = (
  { seal, row, recorded }: OpenSeal,
  events: readonly Recorded[],
): Unfit => {
  const leaves = row?.leaves ?? [];
  const sealed = `what seal ${seal.number} covers`;
  if (merkleRoot(leaves).toString('hex') !== seal.root) {
    return unfitOf(
      { ...recorded, position: seal.from as Position },
      `covers ${seal.from} to ${seal.to}, and the events there are not those that it sealed`,
    );
  }
  const index = leaves.findIndex((leaf, nth) => {
    const event = events[nth];
    return event === undefined || !leafHash(event).equals(leaf);
  });
  const event = events[index];
  const leaf = leaves[index];
  if (event === undefined || leaf === undefined) {
    const at = events[index] ?? { ...recorded, position: seal.to as Position };
    const counts = `${events.length} events are and seal ${seal.number} covers ${seal.count}`;
    return unfitOf(at, `stands where ${counts}`);
  }
  const belongs = events.find((other) => hashLeafAt(other, event).equals(leaf));
  if (belongs !== undefined && belongs !== event) {
    const { stream, revision } = belongs;
    return unfitOf(
      event,
      `was reordered: revision ${revision} of ${stream} was sealed in its place`,
    );
  }
  const after = events[index + 1];
  const next = leaves[index + 1];
  const isNext = after && next && hashLeafAt(event, after).equals(next);
  if (isNext === true || events.length < seal.count) {
    return unfitOf(event, `has taken the place of an event that was removed from ${sealed}`);
  }
  if (events.length > seal.count) return unfitOf(event, `was inserted into ${sealed}`);
  return unfitOf(event, `was altered: it is not the event that seal ${seal.number} covers`);
};

/** Selects the events up to the seal's last one; if that is missing, up to its position. */
const selectCovered = ({ seal }: OpenSeal, events: readonly Recorded[]): readonly Recorded[] => {
  const last = events.findLastIndex((event) => sealedPosition(event) === seal.to);
  if (last >= 0) return events.slice(0, last + 1);
  return events.filter((event) => sealedPosition(event) <= seal.to);
};

const countUnsealed = (events: readonly Recorded[]): number =>
  events.filter(({ stream }) => stream !== SEAL_STREAM).length;

/** Checks events against their seals, and each seal against the one before and its row in the table. */
export class SealCheck {
  readonly #store: EventStore;
  readonly #table: SealTable;
  readonly #entries: AsyncGenerator<Recorded>;
  #progress: SealProgress = NOTHING_SEALED;
  #open: OpenSeal | undefined;
  #events: Recorded[] = [];
  #leaves: Buffer[] = [];
  #rows: SealRow[] = [];
  #ended = false;
  #unsealed = 0;
  /** Number of seals whose events all equal the sealed ones. */
  proved = 0;

  constructor(store: EventStore, table: SealTable) {
    this.#store = store;
    this.#table = table;
    this.#entries = readSealEvents(store, 0);
  }

  get progress(): SealProgress {
    return this.#progress;
  }

  /** Number of events after the last proved seal, not counting seals. */
  get unsealed(): number {
    return this.#unsealed + countUnsealed(this.#events);
  }

  /** Skips the seals that end before `from`, without reading their events. @returns where the last skipped seal ends */
  async skipTo(from: Position): Promise<Position | undefined> {
    for (;;) {
      const open = await this.#next();
      // Only the table's row says where in this log a seal ends.
      const to = open?.row?.to ?? undefined;
      if (open === undefined || to === undefined || to >= from) return this.#progress.to;
      this.#close(open, to);
    }
  }

  /** @returns whether `settle` must be awaited before the next event */
  take(event: Recorded, leaf: Buffer): boolean {
    this.#events.push(event);
    this.#leaves.push(leaf);
    return this.#open === undefined || this.#isDue(this.#open, event);
  }

  /** A seal is checked at its last event; if that is missing, at the seal's own event. */
  #isDue({ seal, recorded }: OpenSeal, event: Recorded): boolean {
    const isLast = sealedPosition(event) === seal.to && this.#events.length >= seal.count;
    return isLast || event.position >= recorded.position;
  }

  /** Checks each seal that is due at the event added last. @throws Unfit */
  async settle(event: Recorded): Promise<void> {
    for (;;) {
      const open = await this.#next();
      if (open === undefined) {
        this.#unsealed += countUnsealed(this.#events);
        this.#forget(this.#events.length);
      }
      if (open === undefined || !this.#isDue(open, event)) return;
      const { seal } = open;
      const covered = selectCovered(open, this.#events);
      const root = merkleRoot(this.#leaves.slice(0, covered.length)).toString('hex');
      const [first] = covered;
      const begins = first !== undefined && sealedPosition(first) === seal.from;
      const isWhole = begins && covered.length === seal.count;
      if (!isWhole || root !== seal.root) throw findChangedEvent(open, covered);
      this.#forget(covered.length);
      this.proved += 1;
      this.#close(open, covered.at(-1)?.position);
      if (this.#events.length === 0) return;
    }
  }

  #forget(count: number): void {
    this.#events = this.#events.slice(count);
    this.#leaves = this.#leaves.slice(count);
  }

  /** Call after the last event. @throws Unfit when sealed events or seals are missing from the log */
  async end(head: Position | undefined): Promise<void> {
    const open = await this.#next();
    if (open !== undefined && open.recorded.position <= (head ?? '')) {
      throw findChangedEvent(open, this.#events);
    }
    await this.#requireLastRow();
  }

  #close({ seal }: OpenSeal, to: Position | undefined): void {
    this.#progress = progressAfter({ type: 'SealWritten', data: seal }, to);
    this.#open = undefined;
  }

  async #next(): Promise<OpenSeal | undefined> {
    while (this.#open === undefined) {
      const next = await this.#entry();
      if (next === undefined) return undefined;
      const { recorded, row } = next;
      const entry = recordedEntry(recorded);
      const fault = faultOf(this.#progress, entry);
      if (fault !== undefined) throw unfitOf(recorded, `was rewritten: ${fault}`);
      if (entry.type === 'SealWritten') this.#open = { seal: entry.data, row, recorded };
      else this.#progress = progressAfter(entry, this.#progress.to);
    }
    return this.#open;
  }

  async #entry(): Promise<{ recorded: Recorded; row: SealRow | undefined } | undefined> {
    const { value: recorded } = this.#ended ? { value: undefined } : await this.#entries.next();
    if (recorded === undefined) {
      this.#ended = true;
      return undefined;
    }
    const row = await this.#row(recorded.revision);
    if (row !== undefined && row.data !== recorded.data) {
      const wrong = `was rewritten: seal ${recorded.revision} is another one in audit.seal`;
      throw unfitOf(recorded, wrong);
    }
    return { recorded, row };
  }

  /** Returns undefined after the table's last row: the log is written before the table. @throws Unfit when a row in between is missing */
  async #row(number: number): Promise<SealRow | undefined> {
    if (this.#rows.length === 0) this.#rows = [...(await this.#table.read(number, 100))];
    if (this.#rows[0]?.number === number) return this.#rows.shift();
    if (this.#rows.length === 0) return undefined;
    throw new Unfit({
      position: null,
      stream: SEAL_STREAM,
      revision: number,
      wrong: `was removed from audit.seal, which goes on with ${this.#rows[0]?.number}`,
    });
  }

  /** If the table's last entry is not in the log, entries were removed from the log. */
  async #requireLastRow(): Promise<void> {
    const last = await this.#table.last();
    if (last === undefined) return;
    const { number } = last;
    const logged = await this.#store.readStream(SEAL_STREAM, { from: number, limit: 1 });
    if (logged.length > 0) return;
    const entry = entryOf(last);
    const reach =
      entry.type === 'SealWritten' ? `, which covers events up to ${entry.data.to},` : '';
    throw new Unfit({
      position: last.to,
      stream: SEAL_STREAM,
      revision: number,
      wrong: `was removed: seal ${number}${reach} is in audit.seal and not in the log`,
    });
  }
}
