import { AppendError, type EventStore } from '#/ledger/event-store.ts';
import type { Metrics } from './metrics.ts';
import { appendWithinMs } from '#/api/http/request-deadline.ts';

const outcomeOf = (error: unknown): string =>
  error instanceof AppendError ? error.failure.kind : 'failed';

/** Measures appends, and ends each append before its request's deadline. Reads are passed on unchanged. */
export const observeStore = (store: EventStore, metrics: Metrics): EventStore => ({
  append: async (stream, events, options) => {
    const stop = metrics.appendSeconds.startTimer();
    const within = appendWithinMs();
    try {
      if (within === 0) throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 2 });
      const timeoutMs = Math.min(within ?? Infinity, options.timeoutMs ?? Infinity);
      const timed = Number.isFinite(timeoutMs) ? { ...options, timeoutMs } : options;
      const appended = await store.append(stream, events, timed);
      if (!appended.duplicate) metrics.appendedEvents.inc(events.length);
      stop({ outcome: appended.duplicate ? 'duplicate' : 'appended' });
      return appended;
    } catch (error) {
      stop({ outcome: outcomeOf(error) });
      throw error;
    }
  },
  readStream: (stream, options) => store.readStream(stream, options),
  readAll: (options) => store.readAll(options),
  subscribe: (options) => store.subscribe(options),
  head: () => store.head(),
  rewinds: () => store.rewinds(),
  lineage: () => store.lineage(),
  checkpoints: store.checkpoints,
  ...(store.cuts && { cuts: store.cuts }),
  close: () => store.close(),
});
