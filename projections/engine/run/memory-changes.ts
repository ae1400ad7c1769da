import type { OpenFeed } from './change-feed.ts';

/** Connects processes in memory, as a shared database would. */
export const createMemoryChanges = (): OpenFeed => {
  const feeds = new Set<{ readonly receive: (text: string) => void }>();
  return async (onNotification) => {
    const ownFeed = { receive: (text: string): void => onNotification(JSON.parse(text)) };
    feeds.add(ownFeed);
    return {
      notify: (notification) => {
        const text = JSON.stringify(notification);
        for (const feed of feeds) {
          if (feed === ownFeed) continue;
          // Not at once: the sender continues first, as with a database.
          queueMicrotask(() => {
            if (feeds.has(feed)) feed.receive(text);
          });
        }
      },
      close: async () => void feeds.delete(ownFeed),
    };
  };
};
