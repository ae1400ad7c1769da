import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { makeEvent } from './append-event.ts';
import { median, roundTo, type Measure } from '#/scripts/bench/measure.ts';
import { withOwnDatabase } from '#/scripts/bench/own-database.ts';
import { inOwnProcess } from '#/scripts/bench/own-process.ts';

const WRITERS = 64;
const ROUNDS = 5;
/** Time for all processes to start writing. */
const BEGIN_IN_MS = 3_000;
const WINDOW_MS = 3_000;

/** Appends in this process; each writer appends again as soon as it is answered. @param from Unix ms at which counting begins */
const appendHere = async (url: string, writers: number, from: number): Promise<void> => {
  const store = await openPostgresStore({ connectionString: url });
  let appended = 0;
  const write = async (): Promise<void> => {
    while (Date.now() < from + WINDOW_MS) {
      const { stream, ...event } = makeEvent();
      const begun = Date.now();
      await store.append(stream, [event], { expected: 'no_stream' });
      if (begun >= from) appended += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await store.close();
  console.log(JSON.stringify({ perSecond: (appended * 1_000) / WINDOW_MS }));
};

interface Together {
  readonly perSecond: number;
  /** Share of the slower process, from 0 to 1. */
  readonly least: number;
}

const runTogether = (databaseUrl: string, processes: number): Promise<Together> =>
  withOwnDatabase(databaseUrl, async (url) => {
    const from = String(Date.now() + BEGIN_IN_MS);
    const writers = String(WRITERS / processes);
    const messages = await Promise.all(
      Array.from({ length: processes }, () =>
        inOwnProcess(import.meta.filename, url, writers, from),
      ),
    );
    const each = messages.map(({ perSecond = Number.NaN }) => perSecond);
    const perSecond = each.reduce((sum, one) => sum + one, 0);
    return { perSecond, least: Math.min(...each) / perSecond };
  });

/** Compares the same writers in two processes and in one, in turns. */
export const benchAppendProcesses = async (databaseUrl: string): Promise<readonly Measure[]> => {
  const rounds: { readonly one: Together; readonly two: Together }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await runTogether(databaseUrl, 1);
    rounds.push({ one, two: await runTogether(databaseUrl, 2) });
  }
  const ratio = roundTo(median(rounds.map(({ one, two }) => two.perSecond / one.perSecond)), 3);
  return [
    {
      name: 'append at 64 writers with 2 live processes vs 1',
      value: ratio,
      unit: '×',
      threshold: '≥ 0.70',
      ok: ratio >= 0.7,
      details: {
        onePerSecond: roundTo(median(rounds.map(({ one }) => one.perSecond)), 3),
        leastShare: roundTo(median(rounds.map(({ two }) => two.least)), 3),
        twoPerSecond: roundTo(median(rounds.map(({ two }) => two.perSecond)), 3),
      },
    },
  ];
};

if (import.meta.main) {
  const [url = '', writers = '', from = ''] = process.argv.slice(2);
  await appendHere(url, Number(writers), Number(from));
}
