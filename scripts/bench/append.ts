import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Measure } from './measure.ts';
import { contentHash } from '#/ledger/audit/hash.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { median, quantile, rounded } from './measure.ts';

const WARM_UP_MS = 500;
const WINDOW_MS = 2_000;
const ROUNDS = 3;

/** A plausible approved payment, about 500 bytes. */
const DATA = JSON.stringify({
  paymentId: randomUUID(),
  providerId: 'sandbox',
  paymentMethod: 'PIX',
  amount: 9_700,
  approvedAt: '2026-11-20T12:49:00.000Z',
  splits: ['seller', 'platform', 'affiliate'].map((role) => ({
    role,
    receiverId: randomUUID(),
    amount: 3_233,
    fee: 99,
  })),
});
const META = { v: 1, platform: 'demo', actor: 'buyer', correlation: randomUUID() };

const makeEvent = () => {
  const id = randomUUID();
  const stream = `payment-${id}`;
  const type = 'PaymentApproved';
  const hash = contentHash({ id, stream, type, v: META.v, data: DATA });
  return { id, stream, type, data: DATA, meta: JSON.stringify({ ...META, causation: id, hash }) };
};

interface Contender {
  readonly append: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const group = async (url: string): Promise<Contender> => {
  const store = await openPostgresStore({ connectionString: url });
  return {
    append: () => {
      const { stream, ...event } = makeEvent();
      return store.append(stream, [event], { expected: 'no_stream' });
    },
    close: () => store.close(),
  };
};

/** What one would write without thinking of groups: the same row under the same keys, prepared once a connection. */
const single = async (url: string, writers: number): Promise<Contender> => {
  const pool = new pg.Pool({ connectionString: url, max: writers });
  // Its connections still say goodbye when their database is dropped.
  pool.on('error', () => undefined);
  await pool.query(`CREATE TABLE event (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision bigint NOT NULL,
    recorded_at timestamptz(3) NOT NULL, id uuid NOT NULL UNIQUE, stream text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL, data json NOT NULL, meta json NOT NULL, hash bytea NOT NULL,
    UNIQUE (stream, revision))`);
  const hash = Buffer.alloc(32);
  return {
    append: () => {
      const { id, stream, type, data, meta } = makeEvent();
      return pool.query({
        name: 'append',
        text: `INSERT INTO event (revision, recorded_at, id, stream, type, data, meta, hash)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [0, new Date().toISOString(), id, stream, type, data, meta, hash],
      });
    },
    close: () => pool.end(),
  };
};

interface Pace {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** So many writers, each of which appends again as soon as it was answered. */
const drive = async ({ append }: Contender, writers: number): Promise<Pace> => {
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + WINDOW_MS;
  const latencies: number[] = [];
  const write = async (): Promise<void> => {
    for (;;) {
      const sent = performance.now();
      if (sent >= end) return;
      await append();
      if (sent >= begin) latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return {
    perSecond: (latencies.length * 1_000) / WINDOW_MS,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
};

/** Each turn has a database of its own, so that neither pays for the rows of the other. */
const turn = async (
  server: pg.Client,
  databaseUrl: string,
  [open, writers]: readonly [(url: string, writers: number) => Promise<Contender>, number],
): Promise<Pace> => {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  try {
    const contender = await open(url.href, writers);
    await server.query('CHECKPOINT');
    const pace = await drive(contender, writers);
    await contender.close();
    return pace;
  } finally {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
};

const compare = async (server: pg.Client, databaseUrl: string, writers: number) => {
  const rounds: { readonly ours: Pace; readonly theirs: Pace }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const theirs = await turn(server, databaseUrl, [single, writers]);
    const ours = await turn(server, databaseUrl, [group, writers]);
    rounds.push({ ours, theirs });
  }
  const middle = (figure: (round: { ours: Pace; theirs: Pace }) => number): number =>
    rounded(median(rounds.map(figure)), 3);
  return {
    throughput: middle(({ ours, theirs }) => ours.perSecond / theirs.perSecond),
    latency: middle(({ ours, theirs }) => ours.p50 / theirs.p50),
    details: {
      appendsPerSecond: middle(({ ours }) => ours.perSecond),
      appendP50Ms: middle(({ ours }) => ours.p50),
      appendP99Ms: middle(({ ours }) => ours.p99),
      insertsPerSecond: middle(({ theirs }) => theirs.perSecond),
      insertP50Ms: middle(({ theirs }) => theirs.p50),
      insertP99Ms: middle(({ theirs }) => theirs.p99),
    },
  };
};

/**
 * Appending, durable and chained, against one prepared INSERT per event through a pool, in turns on the same server. The
 * given database is only connected to; all rows go into databases of the bench's own.
 */
export const benchAppend = async (databaseUrl: string): Promise<Measure[]> => {
  const server = new pg.Client(databaseUrl);
  await server.connect();
  try {
    const many = await compare(server, databaseUrl, 64);
    const one = await compare(server, databaseUrl, 1);
    return [
      {
        name: 'append at 64 writers, durable, hash chain on, vs one INSERT per event at 64',
        value: many.throughput,
        unit: '×',
        reach: '≥ 2.0',
        ok: many.throughput >= 2,
        details: many.details,
      },
      {
        name: 'append at 1 writer, p50, vs the same single INSERT',
        value: one.latency,
        unit: '×',
        reach: '≤ 1.15',
        ok: one.latency <= 1.15,
        details: one.details,
      },
    ];
  } finally {
    await server.end();
  }
};
