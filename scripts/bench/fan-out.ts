import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openSessions } from '#/api/auth/sessions.ts';
import { balance } from '#/api/contract/seller.ts';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { seller } from '#/domain/seller/seller.ts';
import { sampleSeller } from '#/domain/testing/samples.ts';
import { addDays, dayOf } from '#/domain/values/time.ts';
import { createCaller, type Caller } from '#/scripts/load/answered.ts';
import { arrive } from '#/scripts/load/arrivals.ts';
import type { Product } from '#/scripts/load/product.ts';
import { signIn } from '#/scripts/load/seller-work.ts';
import { openCore, type OpenCore } from '#/scripts/launch/open-core.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { PASSWORD, PLATFORM_ID } from '#/scripts/seeds/demo-catalogue.ts';
import { context } from '#/scripts/seeds/demo-world.ts';
import { withProduct } from './market.ts';
import { quantile, roundTo, type Measure } from './measure.ts';
import { startSockets, type Sockets, type TopicSeen } from './sockets.ts';

/** All screens of a seller share one session. */
const SELLERS = 50;
const SOCKETS = 5_000;
/** Processes that open the sockets: two, so that receiving is not the bottleneck. */
const PROCESSES = 2;
/** Balance changes a second. */
const RATE = 100;
/** Longer than the interval in which the product checks a socket's rights again. */
const SECONDS = 62;
const NET = cents(1_000);
const THRESHOLD_MS = 100;
const THRESHOLD_MEGABYTES = 600;

interface SellerAccount {
  readonly id: string;
  readonly topic: string;
  readonly cookie: string;
}

const openAccount = async (
  { core }: OpenCore,
  sessions: Awaited<ReturnType<typeof openSessions>>,
  { caller, nth }: { readonly caller: Caller; readonly nth: number },
): Promise<SellerAccount> => {
  const id = `fan-out-${nth}`;
  const email = `${id}@example.com`;
  const create = { type: 'Create', details: sampleSeller, now: core.now() } as const;
  await core.handler.handle(seller, streamOf('seller', id), create, context(id));
  const { platformId } = sampleSeller;
  const membership = { kind: 'seller', personId: id, platformId } as const;
  await sessions.createUser({ email, name: id, password: PASSWORD, membership });
  await change(core, id);
  return { id, topic: `balance:${id}`, cookie: await signIn(caller, email) };
};

const openAccounts = async (
  open: OpenCore,
  caller: Caller,
  locations: { readonly databaseUrl: string; readonly dataDir: string },
): Promise<readonly SellerAccount[]> => {
  const secrets = await loadSecrets(locations.dataDir, process.env);
  const { databaseUrl } = locations;
  const sessions = await openSessions({ databaseUrl, secrets, publicUrl: 'http://localhost' });
  try {
    const accounts: SellerAccount[] = [];
    for (let nth = 0; nth < SELLERS; nth += 1) {
      accounts.push(await openAccount(open, sessions, { caller, nth }));
    }
    return accounts;
  } finally {
    await sessions.close();
  }
};

/** Books a sale's money as the policies do, by a command in this process. */
const change = async ({ accounts, now: clock }: OpenCore['core'], sellerId: string) => {
  const now = clock();
  const paymentId = randomUUID();
  const owner = { platformId: PLATFORM_ID, sellerId };
  const releaseOn = addDays(dayOf(now), 30);
  const receivables = [{ installment: 1, amount: NET, dueOn: releaseOn, releaseOn }];
  const booking = {
    paymentId,
    currency: 'BRL' as const,
    parts: { net: NET, fee: cents(0), interest: cents(0) },
    receivables,
  };
  const command = { type: 'BookReceivables', ...owner, ...booking, now } as const;
  await accounts.handle(owner, { command, context: context(paymentId) }, now);
};

interface Change {
  readonly sellerId: string;
  readonly position: string;
  /** Unix ms, just before the commit. */
  readonly recordedAt: number;
}

const changesOf = async ({ pool }: OpenCore): Promise<ReadonlyMap<string, readonly Change[]>> => {
  const { rows } = await pool.query<Change>(
    `SELECT data ->> 'receiverId' AS "sellerId", lpad(position::text, 20, '0') AS position,
       (extract(epoch FROM recorded_at) * 1000)::float8 AS "recordedAt"
     FROM ledger.event WHERE type = 'ReceivablesBooked' ORDER BY ledger.event.position`,
  );
  return Map.groupBy(rows, ({ sellerId }) => sellerId);
};

const measureResidentMegabytes = async (caller: Caller): Promise<number> => {
  const { text } = await caller.askUntilAnswered({ path: '/metrics' });
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
};

/** Watches the product's memory. @returns a function that stops, and returns the largest value in megabytes */
const watchMemory = (caller: Caller) => {
  let largest = 0;
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    largest = Math.max(largest, await measureResidentMegabytes(caller));
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, 1_000);
  return async (): Promise<number> => {
    clearInterval(timer);
    await looking;
    return largest;
  };
};

interface FanOutRecord {
  readonly accounts: readonly SellerAccount[];
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  readonly seen: readonly TopicSeen[];
  /** Balances at the end, as JSON. */
  readonly balances: ReadonlyMap<string, string>;
  /** Unix ms at which the measurement began. */
  readonly from: number;
  /** Largest resident memory of the product. */
  readonly megabytes: number;
}

const balanceOf = async (caller: Caller, { id, cookie }: SellerAccount, after: string) => {
  const path = `/api/seller.getBalance?after=${after}`;
  const { text } = await caller.askUntilAnswered({ path, headers: { cookie } });
  const { sellerId: _, position: __, ...updates } = balance.parse(JSON.parse(text));
  return [id, JSON.stringify(updates)] as const;
};

const watchTopics = async (
  open: OpenCore,
  caller: Caller,
  accounts: readonly SellerAccount[],
  processes: readonly Sockets[],
): Promise<FanOutRecord> => {
  const from = Date.now();
  const memory = watchMemory(caller);
  await arrive({ rate: RATE, seconds: SECONDS, arrivals: 'even' }, async (nth) => {
    await change(open.core, accounts[nth % SELLERS]?.id ?? '');
  });
  const megabytes = await memory();
  const changes = await changesOf(open);
  const endOf = (id: string): string => changes.get(id)?.at(-1)?.position ?? '';
  const ends = new Map(accounts.map(({ id, topic }) => [topic, endOf(id)]));
  const seen = (await Promise.all(processes.map(({ end }) => end(ends)))).flat();
  const balances = await Promise.all(
    accounts.map((account) => balanceOf(caller, account, endOf(account.id))),
  );
  return { accounts, changes, seen, balances: new Map(balances), from, megabytes };
};

const runFanOut = async ({ url }: Product, dataDir: string): Promise<FanOutRecord> => {
  const databaseUrl = (await findRunningPostgres(dataDir)) ?? '';
  const open = await openCore({ databaseUrl }, dataDir);
  const caller = createCaller(url);
  const processes = Array.from({ length: PROCESSES }, startSockets);
  try {
    const topics = await openAccounts(open, caller, { databaseUrl, dataDir });
    const request = { url, topics, socketsPerTopic: SOCKETS / SELLERS / PROCESSES };
    await Promise.all(processes.map((each) => each.open(request)));
    return await watchTopics(open, caller, topics, processes);
  } finally {
    for (const { kill } of processes) kill();
    await Promise.all([caller.close(), open.close()]);
  }
};

/** `lost` = messages that a socket missed; `others` = wrong balances, and trouble. */
const countFaults = (
  { updates, receipts, trouble }: TopicSeen,
  changes: readonly Change[],
  balanceNow: string,
) => {
  const wrongSums = updates.filter(({ position, data }) => {
    const upTo = changes.filter((each) => each.position <= position).length;
    return z.object({ pending: z.number() }).parse(data).pending !== upTo * NET;
  });
  const lost = receipts.reduce((sum, { length }) => sum + updates.length - length, 0);
  const isLast = JSON.stringify(updates.at(-1)?.data) === balanceNow;
  return { lost, others: trouble.length + wrongSums.length + (isLast ? 0 : 1) };
};

const delaysOf = (
  { updates, receipts }: TopicSeen,
  changes: readonly Change[],
): readonly number[] =>
  changes.flatMap(({ position, recordedAt }) => {
    const place = updates.findIndex((each) => each.position >= position);
    return receipts.map((at) => (at[place] ?? Number.POSITIVE_INFINITY) - recordedAt);
  });

/** Whether the sockets of both processes received the same updates. */
const isSameForAll = (seen: readonly TopicSeen[]): boolean =>
  new Set(
    seen.map(({ updates }) =>
      JSON.stringify(updates.map(({ position, data }) => [position, data])),
    ),
  ).size === 1;

/** Measures how long a changed balance takes to reach all screens of its seller. */
export const benchFanOut = async (): Promise<readonly Measure[]> => {
  const { accounts, changes, seen, balances, from, megabytes } = await withProduct(runFanOut);
  const byTopic = Map.groupBy(seen, ({ topic }) => topic);
  const delays: number[] = [];
  let [lost, wrong, messages, measured] = [0, 0, 0, 0];
  for (const { id, topic } of accounts) {
    const [all, of] = [changes.get(id) ?? [], byTopic.get(topic) ?? []];
    const timed = all.filter(({ recordedAt }) => recordedAt >= from);
    measured += timed.length;
    if (!isSameForAll(of)) wrong += 1;
    for (const each of of) {
      const faults = countFaults(each, all, balances.get(id) ?? '');
      lost += faults.lost;
      wrong += faults.others;
      messages += each.receipts.reduce((sum, { length }) => sum + length, 0);
      for (const delay of delaysOf(each, timed)) delays.push(delay);
    }
  }
  const p99 = roundTo(quantile(delays, 0.99), 0);
  const details = {
    sockets: seen.reduce((sum, { receipts }) => sum + receipts.length, 0),
    sellers: accounts.length,
    changes: measured,
    messages,
    lost,
    wrong,
    p50Ms: roundTo(quantile(delays, 0.5), 0),
    p90Ms: roundTo(quantile(delays, 0.9), 0),
    maximumMs: roundTo(quantile(delays, 1), 0),
  };
  const name = '5,000 sockets, 100 balance changes/s';
  return [
    {
      name: `${name}: event → receipt, p99, nothing lost, doubled or out of order`,
      value: p99,
      unit: 'ms',
      threshold: `≤ ${THRESHOLD_MS}`,
      ok: p99 <= THRESHOLD_MS && lost + wrong === 0 && details.sockets === SOCKETS,
      details,
    },
    {
      name: `${name}: resident memory of the product`,
      value: roundTo(megabytes, 0),
      unit: 'MB',
      threshold: `≤ ${THRESHOLD_MEGABYTES}`,
      ok: megabytes <= THRESHOLD_MEGABYTES,
      details,
    },
  ];
};
