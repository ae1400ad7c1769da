import { createHmac, randomUUID } from 'node:crypto';

import { Agent, request } from 'undici';
import { z } from 'zod';

import { growingPause } from '#/domain/values/backoff.ts';

import type { Store } from './store.ts';

/** The table is the queue. Claiming sets the time of the next attempt, so a crash loses no notice. */

const IN_FLIGHT_MAX = 64;
const ANSWER_WITHIN_MS = 10_000;
const RETRY_MS = { first: 200, longest: 3 * 60 * 1000 };
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;
const DUPLICATE_AFTER_MS = 100;

interface Notice {
  readonly url: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** 2 = delivered once more under the same id. */
  readonly copies: 1 | 2;
}

export interface Notices {
  /** Stores the notice in the open transaction, if any. */
  readonly enqueue: (notice: Notice) => void;
  readonly close: () => Promise<void>;
}

const claimedRow = z.object({
  id: z.string(),
  url: z.string(),
  body: z.string(),
  copies: z.number(),
  attempts: z.number(),
  created_at: z.number(),
});
type ClaimedNotice = z.output<typeof claimedRow>;

const nextDueRow = z.object({ due_at: z.number().nullable() });

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
const signature = (secret: string, body: string, seconds: number): string => {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
};

const prepare = ({ database }: Store) => ({
  insert: database.prepare(
    `INSERT INTO notices (id, url, body, copies, attempts, created_at, due_at)
     VALUES (?, ?, ?, ?, 0, ?, ?)`,
  ),
  claim: database.prepare(
    `UPDATE notices SET attempts = attempts + 1, due_at = ?
     WHERE id IN (SELECT id FROM notices WHERE due_at <= ? ORDER BY due_at LIMIT ?)
     RETURNING id, url, body, copies, attempts, created_at`,
  ),
  nextDue: database.prepare('SELECT min(due_at) AS due_at FROM notices'),
  postpone: database.prepare('UPDATE notices SET due_at = ? WHERE id = ?'),
  repeat: database.prepare(
    'UPDATE notices SET copies = copies - 1, attempts = 0, due_at = ? WHERE id = ?',
  ),
  remove: database.prepare('DELETE FROM notices WHERE id = ?'),
  makeAllDue: database.prepare('UPDATE notices SET due_at = ?'),
});

const post = async (agent: Agent, notice: ClaimedNotice, secret: string): Promise<boolean> => {
  try {
    const seconds = Math.floor(Date.now() / 1000);
    const reply = await request(notice.url, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/json',
        'x-sandbox-signature': signature(secret, notice.body, seconds),
      },
      body: notice.body,
    });
    await reply.body.dump();
    return reply.statusCode >= 200 && reply.statusCode < 300;
  } catch {
    return false;
  }
};

export const startNotices = (store: Store, secret: string): Notices => {
  const statements = prepare(store);
  const agent = new Agent({
    connections: IN_FLIGHT_MAX,
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
    connect: { timeout: ANSWER_WITHIN_MS },
  });
  let inFlight = 0;
  let isClosed = false;
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  const settle = (notice: ClaimedNotice, isAccepted: boolean): void => {
    const now = Date.now();
    if (isAccepted && notice.copies > 1) {
      statements.repeat.run(now + DUPLICATE_AFTER_MS, notice.id);
    } else if (isAccepted || now - notice.created_at > GIVE_UP_AFTER_MS) {
      statements.remove.run(notice.id);
    } else {
      statements.postpone.run(now + growingPause(notice.attempts - 1, RETRY_MS), notice.id);
    }
  };

  const deliver = async (notice: ClaimedNotice): Promise<void> => {
    inFlight += 1;
    const isAccepted = await post(agent, notice, secret);
    inFlight -= 1;
    if (isClosed) return;
    settle(notice, isAccepted);
    wake();
  };

  const pump = (): void => {
    soon = undefined;
    const free = IN_FLIGHT_MAX - inFlight;
    if (isClosed || free === 0) return;
    const now = Date.now();
    const claimed = statements.claim
      .all(now + 2 * ANSWER_WITHIN_MS, now, free)
      .map((row) => claimedRow.parse(row));
    for (const notice of claimed) void deliver(notice);
    if (claimed.length === free) return;
    const { due_at: dueAt } = nextDueRow.parse(statements.nextDue.get());
    clearTimeout(later);
    if (dueAt !== null) later = setTimeout(wake, Math.max(1, dueAt - now));
  };

  /** Runs later, so that an open transaction is committed first. */
  const wake = (): void => {
    if (!isClosed) soon ??= setImmediate(pump);
  };

  // After a restart, notices do not wait for their next try.
  statements.makeAllDue.run(Date.now());
  wake();
  return {
    enqueue: ({ url, type, data, copies }) => {
      const id = `nt_${randomUUID()}`;
      const now = Date.now();
      const body = JSON.stringify({ id, type, created_at: new Date(now).toISOString(), data });
      statements.insert.run(id, url, body, copies, now, now);
      wake();
    },
    close: async () => {
      isClosed = true;
      clearImmediate(soon);
      clearTimeout(later);
      await agent.destroy();
    },
  };
};
