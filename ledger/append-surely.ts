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
 * An append, and what it was decided on: `expected`, the stream's revision, and `rewinds`, what `EventStore.rewinds` returned when the
 * stream was read.
 */
interface DecidedAppend {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: Expected;
  readonly rewinds: number;
}

/**
 * Appends, and repeats the append while its outcome is unknown; the store recognises ids it already has. Returns undefined when the store
 * answers the first attempt with `duplicate`: the command was carried out before, or by another process. Repeats nothing once `rewinds` has
 * changed, because the expected revision may then match by chance: the caller must load and decide again.
 * @throws as `EventStore.append`; `ambiguous` after five repetitions, or when the outcome is unknown and then the store becomes unavailable
 * or `rewinds` changes
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
 * Requires that `EventStore.rewinds` is still what it was when the stream of a command was read. Otherwise the log may have lost the
 * events on which the command was decided, and the database the keys of personal data in the command.
 * @throws AppendError `unavailable`
 */
export const requireSameLog = (store: EventStore, rewinds: number): void => {
  if (store.rewinds() === rewinds) return;
  const cause = new LogRewound();
  throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 }, { cause });
};
