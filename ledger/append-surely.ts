import type { Machine } from '#/domain/ports/machine.ts';
import { backOff } from './concurrency/backoff.ts';
import {
  AppendError,
  LogRewound,
  type Appended,
  type EventStore,
  type Expected,
  type NewEvent,
} from './event-store.ts';

const AMBIGUOUS_RETRIES = 5;
const AMBIGUOUS_PAUSES = { firstMs: 50, longestMs: 1_600 };

/**
 * An append, and on what it was decided: the stream's revision, and how often the log had lost its newest events until then (`rewinds`).
 */
interface DecidedAppend {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: Expected;
  readonly rewinds: number;
}

/**
 * Appends, and repeats the append while its outcome is unknown; the store recognises ids it already has. Returns undefined when the first
 * attempt is a duplicate: the command was carried out before, or by another process. Repeats nothing once the log has lost its newest
 * events, because the expected revision may then match by chance: the caller must load and decide again.
 * @throws as `EventStore.append`; `ambiguous` after five repetitions, when the store becomes unavailable meanwhile, or once the log
 * has lost events
 */
export const appendSurely = async (
  store: EventStore,
  { stream, events, expected, rewinds }: DecidedAppend,
  machine: Machine,
): Promise<Appended | undefined> => {
  let doubt: AppendError | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const appended = await store.append(stream, events, { expected });
      return appended.duplicate && !doubt ? undefined : appended;
    } catch (error) {
      if (!(error instanceof AppendError)) throw error;
      // A retry that was not written says nothing about the first append: its outcome is still unknown.
      if (error.failure.kind === 'unavailable') throw doubt ?? error;
      if (error.failure.kind !== 'ambiguous' || attempt >= AMBIGUOUS_RETRIES) throw error;
      doubt = error;
      await backOff(attempt, { range: AMBIGUOUS_PAUSES, machine });
      if (store.rewinds() !== rewinds) throw doubt;
    }
  }
};

/**
 * Requires that the log has lost no events since a command was decided: the events that it was decided on may be lost, and so may
 * the keys of personal data in the command.
 * @throws AppendError `unavailable`
 */
export const requireSameLog = (store: EventStore, rewinds: number): void => {
  if (store.rewinds() === rewinds) return;
  const cause = new LogRewound();
  throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 }, { cause });
};
