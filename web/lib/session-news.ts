/** What the tabs of one browser tell each other: they share the session's cookie, and not what they know of it. */
export type SessionNews = 'signed-in' | 'signed-out';

const NAME = 'razao.session';

const isNews = (data: unknown): data is SessionNews =>
  data === 'signed-in' || data === 'signed-out';

/** Tells the other tabs, not this one. */
export const tellTabs = (news: SessionNews): void => {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
};

/** @returns how to stop listening */
export const hearTabs = (listener: (news: SessionNews) => void): (() => void) => {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }) => {
    if (isNews(data)) listener(data);
  });
  return () => channel.close();
};
