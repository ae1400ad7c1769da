/** Messages between the tabs of one browser: tabs share the session cookie, but not their state. */
export type SessionNews = 'signed-in' | 'signed-out';

const NAME = 'razao.session';

const isNews = (data: unknown): data is SessionNews =>
  data === 'signed-in' || data === 'signed-out';

/** Notifies the other tabs, not this one. */
export const tellTabs = (news: SessionNews): void => {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
};

/** @returns a function that stops listening */
export const onOtherTabs = (listener: (news: SessionNews) => void): (() => void) => {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }) => {
    if (isNews(data)) listener(data);
  });
  return () => channel.close();
};
