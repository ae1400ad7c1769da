/** How many are worked on at once, and how many may wait in memory; the rest waits in the table. */
const CONCURRENT = 32;
const MOST_WAITING = 5_000;

/** Works on what it is given, each key once at a time, and forgets what is too much: whoever swept it up comes again. */
export const createWorkQueue = <Item>(parts: {
  readonly keyOf: (item: Item) => string;
  readonly work: (item: Item) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}) => {
  const { keyOf, work, onFailure } = parts;
  const waiting = new Map<string, Item>();
  const running = new Set<Promise<void>>();

  const drain = (): void => {
    for (const [key, item] of waiting) {
      if (running.size >= CONCURRENT) return;
      waiting.delete(key);
      const working: Promise<void> = work(item)
        .catch(onFailure)
        .finally(() => {
          running.delete(working);
          drain();
        });
      running.add(working);
    }
  };

  return {
    add: (item: Item): void => {
      if (waiting.size >= MOST_WAITING) return;
      waiting.set(keyOf(item), item);
      drain();
    },
    stop: async (): Promise<void> => {
      waiting.clear();
      await Promise.all(running);
    },
  };
};
