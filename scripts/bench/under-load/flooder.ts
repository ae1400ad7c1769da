import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { people } from '#/scripts/seeds/demo-catalogue.ts';

/** A request, and how many a second the attacker tries to send. */
interface Attack {
  readonly perSecond: number;
  readonly send: (transactionId: string) => {
    readonly path: string;
    /** Sent as JSON; without one it is a GET. */
    readonly body?: unknown;
  };
}

const notice = (orderId: string, status: string) => ({
  path: '/api/webhooks/cashtime/demo',
  body: { orderId, externalCode: randomUUID(), paymentMethod: 'pix', status, amount: 9_700 },
});

const attacks = {
  /** Ids with a character that no store can keep. */
  'poisoned ids': { perSecond: 400, send: () => ({ path: '/checkout/%00' }) },
  'ids of 15 kB': {
    perSecond: 300,
    send: () => ({ path: `/checkout/${randomBytes(7_500).toString('hex')}` }),
  },
  'invented notices': { perSecond: 300, send: () => notice(randomUUID(), 'paid') },
  'notices of one charge': {
    perSecond: 300,
    send: (transactionId) => notice(transactionId, `word-${randomUUID()}`),
  },
  'wrong passwords': {
    perSecond: 60,
    send: () => ({
      path: '/api/auth/sign-in/email',
      body: { email: people.admin.email, password: randomUUID() },
    }),
  },
} as const satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof attacks;

export const attackNames = Object.keys(attacks) as AttackName[];

const floodSchema = z.strictObject({
  url: z.url(),
  attack: z.enum(attackNames),
  /** The third number of the attacker's IP addresses. Each attack has another one, so that an earlier attack does not limit it. */
  network: z.int().min(2).max(250),
  /** Number of the attacker's IP addresses, which are used in turn. */
  addresses: z.int().min(1).max(200),
  seconds: z.number().max(60),
  /** Id of a charge at Cashtime. */
  transactionId: z.string(),
});

export type Flood = z.output<typeof floodSchema>;

/** The flood sends no more while this many have no answer. */
const OPEN_AT_ONCE = 64;

/**
 * Sends requests at the attack's rate, without waiting for the answers before.
 * @returns the count by status; 0 = no answer
 */
const flood = async (options: Flood): Promise<Readonly<Record<string, number>>> => {
  const { url, network, addresses, seconds } = options;
  const attack: Attack = attacks[options.attack];
  const agents = Array.from(
    { length: addresses },
    (_, nth) =>
      new Agent({
        localAddress: `127.0.${network}.${nth + 1}`,
        connect: { timeout: 2_000 },
        connections: Math.ceil(OPEN_AT_ONCE / addresses),
        headersTimeout: 5_000,
        bodyTimeout: 5_000,
      }),
  );
  const statuses: Record<string, number> = {};
  let open = 0;
  const once = async (nth: number): Promise<void> => {
    const { path, body } = attack.send(options.transactionId);
    const dispatcher = agents[nth % addresses];
    if (dispatcher === undefined) return;
    open += 1;
    let status = 0;
    try {
      const answer = await request(`${url}${path}`, {
        dispatcher,
        method: body === undefined ? 'GET' : 'POST',
        headers: { origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      status = answer.statusCode;
      await answer.body.dump();
    } catch {
      // Without an answer the status is 0.
    }
    statuses[status] = (statuses[status] ?? 0) + 1;
    open -= 1;
  };
  const begin = performance.now();
  for (let nth = 0; nth < attack.perSecond * seconds; nth += 1) {
    const early = begin + (nth * 1_000) / attack.perSecond - performance.now();
    if (early > 1) await delay(early);
    if (open < OPEN_AT_ONCE) void once(nth);
  }
  await Promise.all(agents.map((agent) => agent.destroy()));
  return statuses;
};

if (import.meta.main)
  console.log(JSON.stringify(await flood(floodSchema.parse(JSON.parse(process.argv[2] ?? '')))));
