import type { Machine } from '#/domain/ports/machine.ts';
import { NoCheckpoint, type EventRead, type Reached } from '#/ledger/checkpoints/checkpoints.ts';
import { decodeShared, type RecordedEvent } from '#/ledger/codec.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { LogRewound, type Position } from '#/ledger/event-store.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { isPassing } from '#/ledger/database/database-away.ts';
import { isRewound } from './policy-result.ts';
import { createParking } from './parking.ts';
import { createReactor, type Reacting, type Read, type ReactorDependencies } from './reactor.ts';
import { keepRetrying } from './retry-parked.ts';
import { createSending } from './sending.ts';

export interface PolicyDependencies extends Omit<ReactorDependencies, 'machine'> {
  readonly machine?: Machine;
  /** Milliseconds between two retries of failed work (default one minute). */
  readonly retryParkedMs?: number;
}

export interface PolicyRunner {
  /** How far both policies and reactions have read. Work of earlier events may have failed, or may wait. */
  position(): Position | undefined;
  positions(): ReadonlyMap<string, Position | ''>;
  stop(): Promise<void>;
}

const BATCH = 500;
/** After a crash, events since the last saved checkpoint are processed again. */
const SAVED_EVERY_MS = 250;

/**
 * Follows the log and passes its events to `take` in batches; after an error, the same batch again. If the log has lost events, begins
 * again at the saved checkpoint.
 */
const follow = (
  name: string,
  dependencies: Reacting,
  signal: AbortSignal,
  take: (events: readonly RecordedEvent[], read: Read) => Promise<void>,
) => {
  const { store, checkpoints, ports, onFailure, machine, parking } = dependencies;
  let position: Reached | undefined;
  let savedAt = 0;

  /** Repeats a task until it succeeds. @returns false when the runner was stopped first @throws errors for which `isOver` returns true */
  const untilDone = async (
    task: () => Promise<void>,
    isOver: (error: unknown) => boolean = () => false,
  ): Promise<boolean> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await task();
        return true;
      } catch (error) {
        if (isOver(error)) throw error;
        if (!isPassing(error)) onFailure({ policy: name, error });
        await backOff(attempt, { signal, machine });
      }
    }
    return false;
  };

  const run = async (): Promise<void> => {
    position = await checkpoints.load(name);
    // A missing position does not mean the start of the log: payouts and refunds could be requested from providers again.
    if (position === undefined) throw new NoCheckpoint();
    // The epoch is recorded before any event leads to a call, so that a later epoch shows what may be lost.
    await ports.epoch();
    await parking.load();
    const after = position === '' ? {} : { after: position };
    const options = { ...after, maximumBatch: BATCH, signal };
    const rewinds = store.rewinds();
    const read = { rewinds, signal };
    let saved = position;
    let last: EventRead | undefined;
    // Saves the last event's position, not the later one that the subscription reported: the log may lose its end and reuse positions.
    const save = async (): Promise<void> => {
      if (!last) return;
      await checkpoints.save(name, last.position, { last, since: saved, rewinds });
      saved = last.position;
    };
    for await (const message of store.subscribe(options)) {
      if (message.kind === 'caught-up') continue;
      const { upTo } = message;
      const isDone = await untilDone(async () => {
        // Checked before every try, because the log may have lost these events since.
        if (store.rewinds() !== rewinds) throw new LogRewound();
        if (message.kind === 'events') await take(message.events.map(decodeShared), read);
      }, isRewound);
      if (!isDone) break;
      position = upTo;
      if (message.kind === 'events') last = message.events.at(-1);
      if (machine.elapsedMs() - savedAt < SAVED_EVERY_MS) continue;
      await untilDone(save, isRewound);
      savedAt = machine.elapsedMs();
    }
    await save();
  };

  return { done: untilDone(run), position: () => position };
};

export const startPolicyRunner = ({
  machine = thisMachine,
  retryParkedMs,
  ...others
}: PolicyDependencies): PolicyRunner => {
  const parking = createParking(others);
  const sending = createSending(others.dispatch, parking);
  const dependencies = { ...others, machine, parking, sending };
  const stopping = new AbortController();
  const reactor = createReactor(dependencies);
  const retried = keepRetrying(dependencies, stopping.signal, retryParkedMs);
  const decisions = follow('policies', dependencies, stopping.signal, reactor.decide);
  const calls = follow('reactions', dependencies, stopping.signal, reactor.call);
  return {
    position: () => {
      const [decided = '', called = ''] = [decisions.position(), calls.position()];
      return (decided < called ? decided : called) || undefined;
    },
    positions: () =>
      new Map([
        ['policies', decisions.position() ?? ''],
        ['reactions', calls.position() ?? ''],
      ]),
    stop: async () => {
      stopping.abort();
      await Promise.all([retried, decisions.done, calls.done]);
    },
  };
};
