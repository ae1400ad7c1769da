import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CHAIN_START } from '#/ledger/audit/hash.ts';
import { readSealKey } from '#/ledger/audit/seal.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { startSealer } from '#/ledger/audit/sealer.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { makeBareEvent } from './append-event.ts';
import { createAppender, driveIn, group, type OpenContender } from './append.ts';
import { median, roundTo, type Measure } from '#/scripts/bench/measure.ts';
import { benchPool, withOwnDatabase } from '#/scripts/bench/own-database.ts';
import { inOwnProcess } from '#/scripts/bench/own-process.ts';

const WRITERS = 64;
const ROUNDS = 9;
/** The sealer seals every 1,000 events or every second. */
const MOST_UNSEALED_SECONDS = 1.5;

/** Events without a seal when the writers stopped. */
let unsealed = 0;

/** Opens the store as the product does: with content hash, chain, and a sealer in the same process. */
const openSealed: OpenContender = async (url) => {
  const store = await openPostgresStore({ connectionString: url });
  const pool = benchPool(url);
  const key = readSealKey(randomBytes(32).toString('base64'));
  const now = () => new Date().toISOString();
  const onFailure = (error: unknown): void => console.error(error);
  const table = await openSealTable(pool);
  const sealer = await startSealer({ store, table, key, now, onFailure });
  return {
    append: createAppender(store).append,
    close: async () => {
      unsealed = Number(await store.head()) - Number((await table.lastSeal())?.to ?? 0);
      await sealer.stop();
      await Promise.all([store.close(), pool.end()]);
    },
  };
};

/** Opens the store without hashes. @throws on closing, if the first event was chained nevertheless */
const openUnhashed: OpenContender = async (url) => {
  const store = await openPostgresStore({ connectionString: url });
  return {
    append: createAppender(store, makeBareEvent).append,
    close: async () => {
      for await (const [event] of store.readAll({ limit: 1 })) {
        if (event?.hash !== CHAIN_START) throw new Error('this process chains its events');
      }
      await store.close();
    },
  };
};

const contenders = { on: openSealed, chained: group, off: openUnhashed } as const;
type Kind = keyof typeof contenders;

export const driveHere = async (kind: Kind, url: string): Promise<void> => {
  const pace = await driveIn(url, contenders[kind], WRITERS);
  console.log(JSON.stringify({ ...pace, unsealed }));
};

type Figures = Readonly<Record<string, number>>;

const turn = (databaseUrl: string, kind: Kind): Promise<Figures> =>
  withOwnDatabase(databaseUrl, (url) =>
    kind === 'off'
      ? inOwnProcess(join(import.meta.dirname, 'unhashed.ts'), url)
      : inOwnProcess(import.meta.filename, kind, url),
  );

/** Measures the cost of hashes and seals. A slow sealer does not slow writers, so its backlog has a limit too. */
export const benchSealing = async (databaseUrl: string): Promise<readonly Measure[]> => {
  const rounds: Record<Kind, Figures>[] = [];
  while (rounds.length < ROUNDS) {
    const off = await turn(databaseUrl, 'off');
    const on = await turn(databaseUrl, 'on');
    rounds.push({ off, on, chained: await turn(databaseUrl, 'chained') });
  }
  const middle = (figure: (round: Record<Kind, Figures>) => number): number =>
    roundTo(median(rounds.map(figure)), 3);
  const of = (kind: Kind, name: string): number =>
    middle((round) => round[kind][name] ?? Number.NaN);
  const compareWith = (kind: Kind): number =>
    middle(({ on, [kind]: other }) => (on['perSecond'] ?? 0) / (other['perSecond'] ?? 0));
  const value = compareWith('off');
  const unsealedSeconds = roundTo(of('on', 'unsealed') / of('on', 'perSecond'));
  return [
    {
      name: 'append at 64 writers with content hash, chain and sealing on vs off',
      value,
      unit: '×',
      threshold: '≥ 0.80',
      ok: value >= 0.8 && unsealedSeconds <= MOST_UNSEALED_SECONDS,
      details: {
        onPerSecond: of('on', 'perSecond'),
        onP99Ms: of('on', 'p99'),
        offPerSecond: of('off', 'perSecond'),
        offP99Ms: of('off', 'p99'),
        chainedPerSecond: of('chained', 'perSecond'),
        onVsChained: compareWith('chained'),
        unsealedSeconds,
      },
    },
  ];
};

if (import.meta.main) {
  const [kind = '', url = ''] = process.argv.slice(2);
  await driveHere(kind as Kind, url);
}
