import type { EventStore } from '#/ledger/event-store.ts';

/** Returns the store with some members replaced. It has no `cuts`, unless they are among those. */
export const storeWith = (store: EventStore, replaced: Partial<EventStore>): EventStore => ({
  append: (stream, events, options) => store.append(stream, events, options),
  readStream: (stream, options) => store.readStream(stream, options),
  readAll: (options) => store.readAll(options),
  subscribe: (options) => store.subscribe(options),
  head: () => store.head(),
  rewinds: () => store.rewinds(),
  lineage: () => store.lineage(),
  checkpoints: store.checkpoints,
  close: () => store.close(),
  ...replaced,
});

/** `reads` gets the name of a stream at each call of `readStream`. */
export const countingReads = (store: EventStore) => {
  const reads: string[] = [];
  const counting = storeWith(store, {
    readStream: (stream, options) => {
      reads.push(stream);
      return store.readStream(stream, options);
    },
  });
  return { counting, reads };
};
