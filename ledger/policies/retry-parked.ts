import type { Checkpoints, Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { decode } from '#/ledger/codec.ts';
import { RecordCut } from '#/ledger/event-store.ts';
import { createReactor, type ReactorDependencies } from './reactor.ts';

const PAUSE_MS = 60_000;

const nameOf = ({ policy, position }: Pick<Parked, 'policy' | 'position'>): string =>
  `${policy} ${position}`;

/** Retries parked events. An event stays parked until its retry has succeeded, even if this process dies meanwhile. */
const retryParked = async (
  dependencies: ReactorDependencies,
  signal: AbortSignal,
): Promise<void> => {
  const { store, checkpoints } = dependencies;
  const parkedAgain = new Set<string>();
  const park: Checkpoints['park'] = async (it, event) => {
    parkedAgain.add(nameOf(it));
    await checkpoints.park(it, event);
  };
  const reactor = createReactor({ ...dependencies, checkpoints: { ...checkpoints, park } });
  for (const parked of await checkpoints.listParked()) {
    if (signal.aborted) return;
    const range = { from: parked.revision, limit: 1 };
    const recorded = await store.readStream(parked.stream, range).catch((error: unknown) => {
      // The event stays parked, and so visible; the other parked events are still retried.
      if (error instanceof RecordCut) return [];
      throw error;
    });
    if (recorded.length === 0) continue;
    const events = recorded.map(decode);
    await reactor.decide(events);
    await reactor.call(events, signal);
    if (!parkedAgain.has(nameOf(parked))) await checkpoints.unpark(parked);
  }
};

/** Retries all parked events now, and again after each pause, which is a minute by default. */
export const keepRetrying = async (
  dependencies: ReactorDependencies,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<void> => {
  while (!signal.aborted) {
    await retryParked(dependencies, signal).catch((error: unknown) => {
      dependencies.onFailure({ policy: 'parked', error });
    });
    await dependencies.machine.pause(pauseMs, signal);
  }
};
