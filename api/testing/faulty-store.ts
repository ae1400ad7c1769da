import { AppendError, type EventStore } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';

/** A store that refuses to append to streams whose name begins with `fault.refused`. */
export const faultyStore = () => {
  const store = createMemoryStore();
  const fault: { refused?: string } = {};
  const storeAppend = store.append.bind(store);
  const append: EventStore['append'] = (stream, ...rest) =>
    fault.refused !== undefined && stream.startsWith(fault.refused)
      ? Promise.reject(new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 }))
      : storeAppend(stream, ...rest);
  return { store: Object.assign(store, { append }), fault };
};
