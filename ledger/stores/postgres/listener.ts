import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Arrivals } from '#/ledger/stores/tail.ts';
import type { StoreHealth } from './session.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { retryDelay } from '#/ledger/stores/tail.ts';
import { dropSession, openSession } from './session.ts';

export interface ListenerOptions {
  readonly connectionString: string;
  readonly arrivals: Arrivals;
  readonly onHealth: (health: StoreHealth) => void;
}

/** Hears of what other processes append; what it missed while it was away, an interruption makes readers look for. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #closing = new AbortController();
  #client: Client | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { connectionString, arrivals, onHealth } = this.#options;
    const client = await openSession(connectionString, 'listener', (cause) => {
      if (this.#closing.signal.aborted || this.#client !== client) return;
      onHealth({ part: 'listener', state: 'lost', cause });
      void this.#reopen();
    });
    client.on('notification', ({ payload }) => {
      arrivals.announce(decimalPosition(Number(payload)));
    });
    try {
      await client.query('LISTEN ledger');
    } catch (error) {
      dropSession(client);
      throw error;
    }
    this.#client = client;
    onHealth({ part: 'listener', state: 'connected' });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end();
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await delay(retryDelay(attempt), undefined, { signal }).catch(() => undefined);
      try {
        await this.open();
        this.#options.arrivals.interrupted();
        return;
      } catch {
        // The next attempt comes with the next turn of the loop.
      }
    }
  }
}
