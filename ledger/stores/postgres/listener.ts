import type { Client } from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import type { KnownCopy } from './known-copy.ts';
import type { NewPositionSignal } from '#/ledger/stores/tail.ts';
import type { StoreHealth } from '#/ledger/stores/store-health.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { WRITER_LOCK_CHANNEL } from './log-tables.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { dropSession, openSession, sessionName } from './session.ts';

/** One NOTIFY for every flush would slow the appends. */
const TELL_EVERY_MS = 5;

/** After this time it is asked again whether other processes listen. One that opens meanwhile finds the events by its next poll. */
const ASK_EVERY_MS = 1_000;

/** This process listens too. */
const LISTENERS = {
  name: 'listeners',
  text: `SELECT count(*) > 1 AS "areOthers" FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
  values: [sessionName('listener')],
};

export interface ListenerOptions {
  readonly connectionString: string;
  readonly arrivals: NewPositionSignal;
  readonly copy: KnownCopy;
  readonly onHealth: (health: StoreHealth) => void;
  readonly onWriterLockWanted: (writer: string) => void;
}

/**
 * Sends and receives notifications of new events. An append sends none itself: NOTIFY would hold a lock of the whole server until the
 * commit.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #unreported: Position | undefined;
  #timer: NodeJS.Timeout | undefined;
  #areOthers = true;
  /** When it was last asked whether other processes listen (`elapsedMs`). */
  #askedAt = -Infinity;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { connectionString, arrivals, copy, onHealth, onWriterLockWanted } = this.#options;
    const client = await openSession(connectionString, 'listener', (cause) => {
      if (this.#closing.signal.aborted || this.#client !== client) return;
      onHealth({ part: 'listener', state: 'lost', cause });
      void this.#reopen();
    });
    client.on('notification', ({ channel, payload }) => {
      if (channel === WRITER_LOCK_CHANNEL) onWriterLockWanted(payload ?? '');
      else arrivals.announce(decimalPosition(Number(payload)));
    });
    try {
      await copy.requireSame(client);
      await client.query(`LISTEN ledger; LISTEN ${WRITER_LOCK_CHANNEL}`);
    } catch (error) {
      dropSession(client);
      throw error;
    }
    this.#client = client;
    onHealth({ part: 'listener', state: 'connected' });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#tellLast();
    await this.#client?.end();
  }

  /** Sends one notification for all writes within a few milliseconds, if another process listens. */
  tell(position: Position): void {
    if (!this.#areOthers && !this.#mustAsk) return;
    this.#unreported = position;
    this.#timer ??= setTimeout(() => void this.#tellLast(), TELL_EVERY_MS);
  }

  async #tellLast(): Promise<void> {
    const position = this.#unreported;
    if (position === undefined) return;
    this.#unreported = undefined;
    const notify = { name: 'notify', text: "SELECT pg_notify('ledger', $1)", values: [position] };
    if (this.#mustAsk) await this.#ask();
    // If the notification is lost, the next poll of the other processes finds the events.
    if (this.#areOthers) await this.#client?.query(notify).catch(() => undefined);
    this.#timer = undefined;
    if (this.#unreported !== undefined && !this.#closing.signal.aborted)
      this.tell(this.#unreported);
  }

  get #mustAsk(): boolean {
    return thisMachine.elapsedMs() - this.#askedAt >= ASK_EVERY_MS;
  }

  async #ask(): Promise<void> {
    this.#askedAt = thisMachine.elapsedMs();
    const answer = await this.#client
      ?.query<{ areOthers: string }>(LISTENERS)
      .catch(() => undefined);
    this.#areOthers = answer?.rows[0]?.areOthers !== 'f';
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await backOff(attempt, { signal });
      try {
        await this.open();
        this.#options.arrivals.interrupt();
        return;
      } catch {}
    }
  }
}
