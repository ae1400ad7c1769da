import { facts, newStream } from '#/ledger/contract/samples.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import type { StoreHealth } from '#/ledger/stores/store-health.ts';

const quick = { readTimeoutMs: 1_000, quietMs: 200 };

interface Outcome {
  readonly fault: string;
  readonly store: string;
  readonly outcome: string;
}

const outcomes: Outcome[] = [];

const table = (): string => {
  const rows = [{ fault: 'fault', store: 'store', outcome: 'outcome' }, ...outcomes];
  const width = (of: (row: Outcome) => string) => Math.max(...rows.map((row) => of(row).length));
  const [faults, stores] = [width((row) => row.fault), width((row) => row.store)];
  const lines = rows.map(
    ({ fault, store, outcome }) => `  ${fault.padEnd(faults)}  ${store.padEnd(stores)}  ${outcome}`,
  );
  return `\n${lines.join('\n')}\n\n`;
};

export const printOutcomes = (): void => {
  if (outcomes.length > 0) process.stdout.write(table());
  outcomes.length = 0;
};

export class FaultyEventStoreDb {
  /** The log that the server serves. */
  readonly beneath: EventStore;
  readonly server: TestEventStoreDb;
  readonly store: EventStore;
  /** What the store has reported about its health. */
  readonly health: readonly StoreHealth[];
  readonly #appends: 'batch' | 'single';
  readonly #releases: (() => Promise<void>)[];

  private constructor(
    opened: Pick<FaultyEventStoreDb, 'beneath' | 'server' | 'store' | 'health'>,
    appends: 'batch' | 'single',
  ) {
    this.beneath = opened.beneath;
    this.server = opened.server;
    this.store = opened.store;
    this.health = opened.health;
    this.#appends = appends;
    this.#releases = [() => opened.server.stop(), () => opened.store.close()];
  }

  static async open(appends: 'batch' | 'single'): Promise<FaultyEventStoreDb> {
    const beneath = createMemoryStore();
    const server = await testEventStoreDb(beneath);
    const health: StoreHealth[] = [];
    const onHealth = (report: StoreHealth): void => void health.push(report);
    const options = { connectionString: server.url, appends, onHealth, ...quick };
    const store = await openEventStoreDb(options);
    return new FaultyEventStoreDb({ beneath, server, store, health }, appends);
  }

  async close(): Promise<void> {
    this.server.faults.thaw();
    for (const release of this.#releases.splice(0).toReversed()) await release();
    await this.beneath.close();
  }

  /** Opens another store, which is closed before any server stops. */
  async openAt(url: string): Promise<EventStore> {
    const options = { connectionString: url, appends: this.#appends, ...quick };
    const opened = await openEventStoreDb(options);
    this.#releases.push(() => opened.close());
    return opened;
  }

  /** Starts another server of the same log. */
  async start(port?: number): Promise<TestEventStoreDb> {
    const started = await testEventStoreDb(this.beneath, port);
    this.afterwards(() => started.stop());
    return started;
  }

  /** Runs `release` at the end, after every store is closed. */
  afterwards(release: () => Promise<void>): void {
    this.#releases.unshift(release);
  }

  add(timeoutMs = 2_000) {
    return this.store.append(newStream(), facts(1), { expected: 'no_stream', timeoutMs });
  }

  report(fault: string, outcome: string): void {
    outcomes.push({ fault, store: `eventstoredb, ${this.#appends}`, outcome });
  }
}
