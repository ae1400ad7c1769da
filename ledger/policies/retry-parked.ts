import pLimit from 'p-limit';
import type { Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { createRedo } from './redo.ts';
import type { Reacting } from './reactor.ts';

const PAUSE_MS = 60_000;

/** How much work of one queue is read at once. */
const PAGE = 200;

const QUEUES_AT_ONCE = 8;

/** Work stays stored while it is retried, so that a crash loses none. */
const retryParked = async (reacting: Reacting, signal: AbortSignal): Promise<void> => {
  const { store, checkpoints, parking } = reacting;
  const { redo, redoRefused } = createRedo(reacting, signal);
  // Read before the work: what it records may be lost together with later events, while the work itself is still parked.
  const rewinds = store.rewinds();

  const retryQueue = async (queue: string, parked: readonly Parked[]): Promise<void> => {
    const done = await redo(queue, parked);
    if (done < parked.length) return parking.unpark(parked.slice(0, done), rewinds);
    while (!signal.aborted) {
      const page = await checkpoints.listQueued(queue, PAGE);
      if (page.length === 0) {
        if (await parking.release(queue, parked, rewinds)) return undefined;
        continue;
      }
      const next = page[await redo(queue, page)];
      if (next === undefined) {
        await checkpoints.dequeue(queue, page, rewinds);
        continue;
      }
      await checkpoints.dequeue(queue, page.slice(0, page.indexOf(next) + 1), rewinds);
      const isNext = ({ policy, position }: Parked) =>
        policy === next.policy && position === next.position;
      return parking.unpark(
        parked.filter((each) => !isNext(each)),
        rewinds,
      );
    }
  };

  const byQueue = Map.groupBy(await parking.list(), ({ holds }) => holds);
  const refused = byQueue.get(undefined) ?? [];
  const retries = [
    ...[...byQueue].flatMap(([queue, parked]) =>
      queue === undefined ? [] : [() => retryQueue(queue, parked)],
    ),
    ...refused.map((each) => async () => {
      if (await redoRefused(each)) await parking.unpark([each], rewinds);
    }),
  ];
  const failures: unknown[] = [];
  const limit = pLimit(QUEUES_AT_ONCE);
  const all = retries.map((retry) =>
    limit(async () => {
      // The error is one of the log or the database, which the other queues would meet too.
      if (signal.aborted || failures.length > 0) return;
      await retry().catch((error: unknown) => failures.push(error));
    }),
  );
  await Promise.all(all);
  if (failures.length > 0) throw failures[0];
};

/** Retries all failed work now, and again after each pause (default one minute). */
export const keepRetrying = async (
  reacting: Reacting,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<void> => {
  while (!signal.aborted) {
    await retryParked(reacting, signal).catch((error: unknown) => {
      reacting.onFailure({ policy: 'parked', error });
    });
    await reacting.machine.pause(pauseMs, signal);
  }
};
