import { thisMachine } from '#/ledger/machine.ts';
import type { Pool, PoolClient } from 'pg';
import type { TopicData } from '#/projections/engine/define/define-projection.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import type { ChangeFeed, Notification } from './change-feed.ts';

const CHANNEL = 'projection_changes';
/** Limit for the topics of one notification; Postgres accepts less than 8,000 bytes. */
const MOST_BYTES = 7_600;
/** Notifications sent in one statement. */
const AT_ONCE = 100;
/** Limit for the notifications that wait while Postgres is slow or cannot be reached. */
const MOST_WAITING = 5_000;

type Movement = Extract<Notification, { readonly kind: 'moved' }>;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** A topic that is too large for a notification is left out, and a `resync` follows. */
const splitMovement = (movement: Movement): readonly Notification[] => {
  const parts: TopicData[][] = [[]];
  let room = MOST_BYTES;
  let isTooLarge = false;
  for (const topic of movement.topics) {
    const size = bytesOf(JSON.stringify(topic)) + 1;
    if (size > MOST_BYTES) {
      isTooLarge = true;
      continue;
    }
    if (size > room) {
      parts.push([]);
      room = MOST_BYTES;
    }
    room -= size;
    parts.at(-1)?.push(topic);
  }
  const movements = parts.map((topics, index): Notification => {
    return { ...movement, topics, isWhole: index === parts.length - 1 };
  });
  return isTooLarge ? [...movements, { kind: 'resync', name: movement.name }] : movements;
};

/** Uses LISTEN and NOTIFY on one connection, so that messages keep their order. */
class NotifiedFeed implements ChangeFeed {
  readonly #pool: Pool;
  readonly #onNotification: (notification: Notification) => void;
  readonly #self = thisMachine.uuid().slice(0, 8);
  readonly #closing = new AbortController();
  #session: PoolClient | undefined;
  #waiting: string[] = [];
  /** Makes each payload unique, because Postgres drops a notification equal to another in its transaction. */
  #number = 0;
  /** Read models with dropped messages; they get a `resync`. */
  readonly #unsent = new Set<string>();
  #sending: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;

  constructor(pool: Pool, onNotification: (notification: Notification) => void) {
    this.#pool = pool;
    this.#onNotification = onNotification;
  }

  async open(): Promise<void> {
    const session = await this.#pool.connect();
    const lose = (): void => this.#lose(session);
    session.on('error', lose).on('end', lose);
    session.on('notification', ({ payload = '' }) => {
      // A message that was sent before the feed closed may still arrive.
      if (this.#closing.signal.aborted) return;
      const [from, , ...rest] = payload.split(' ');
      if (from !== this.#self) this.#onNotification(JSON.parse(rest.join(' ')));
    });
    try {
      await session.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      session.release(true);
      throw error;
    }
    this.#session = session;
    this.#send();
  }

  notify(notification: Exclude<Notification, { readonly kind: 'gap' }>): void {
    const parts = notification.kind === 'moved' ? splitMovement(notification) : [notification];
    if (this.#waiting.length + parts.length > MOST_WAITING) {
      if ('name' in notification) this.#unsent.add(notification.name);
      return;
    }
    for (const part of parts) {
      this.#number += 1;
      this.#waiting.push(`${this.#self} ${this.#number} ${JSON.stringify(part)}`);
    }
    this.#send();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#sending, this.#reopening]);
    const session = this.#session;
    this.#session = undefined;
    session?.release(true);
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#session !== undefined && this.#waiting.length > 0) {
      const session = this.#session;
      const texts = this.#waiting.splice(0, AT_ONCE);
      try {
        await session.query({
          name: 'notify changes',
          text: 'SELECT pg_notify($1, part) FROM unnest($2::text[]) AS part',
          values: [CHANNEL, texts],
        });
      } catch {
        // It is unknown which parts were sent. Order matters more than delivery: drop them and the connection.
        this.#forgetWaiting(texts);
        this.#lose(session);
      }
      if (this.#waiting.length === 0) this.#sendUnsent();
    }
  }

  #forgetWaiting(unsent: readonly string[]): void {
    for (const text of [...unsent, ...this.#waiting]) {
      const notification: Notification = JSON.parse(text.slice(text.indexOf('{')));
      if ('name' in notification) this.#unsent.add(notification.name);
    }
    this.#waiting = [];
  }

  #sendUnsent(): void {
    const names = [...this.#unsent];
    this.#unsent.clear();
    for (const name of names) this.notify({ kind: 'resync', name });
  }

  #lose(session: PoolClient): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    session.release(true);
    this.#reopening = this.#reopen();
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; ; attempt += 1) {
      await backOff(attempt, { signal });
      if (signal.aborted) return;
      try {
        await this.open();
        this.#onNotification({ kind: 'gap' });
        this.#sendUnsent();
        return;
      } catch {}
    }
  }
}

/** Messages arrive in order and at most once; `resync` or `gap` reports that some were missed. */
export const openChangeFeed = async (
  pool: Pool,
  onNotification: (notification: Notification) => void,
): Promise<ChangeFeed> => {
  const feed = new NotifiedFeed(pool, onNotification);
  await feed.open();
  return feed;
};
