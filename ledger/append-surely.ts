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

/** An append, with what it was decided on: the stream's revision (`expected`) and the store's `rewinds`. */
interface DecidedAppend {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expected: Expected;
  readonly rewinds: number;
}

/**
 * Appends, and repeats the append while its outcome is unknown.
 * @returns undefined when the events were in the log before this call
 * @throws as `EventStore.append`; `ambiguous` when the outcome stays unknown
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
      // This attempt wrote nothing, but an earlier ambiguous one may have.
      if (error.failure.kind === 'unavailable') throw doubt ?? error;
      if (error.failure.kind !== 'ambiguous' || attempt >= AMBIGUOUS_RETRIES) throw error;
      doubt = error;
      await backOff(attempt, { range: AMBIGUOUS_PAUSES, machine });
      if (store.rewinds() !== rewinds) throw doubt;
    }
  }
};

/**
 * Refuses a command that was decided on a log which has lost events since.
 * @throws AppendError `unavailable`
 */
export const requireSameLog = (store: EventStore, rewinds: number): void => {
  if (store.rewinds() === rewinds) return;
  const cause = new LogRewound();
  throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 }, { cause });
};
