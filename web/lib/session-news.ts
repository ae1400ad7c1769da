/** Tabs share the session cookie, but not their state. */
export type SessionNews = 'signed-in' | 'signed-out';

const NAME = 'razao.session';

const isNews = (data: unknown): data is SessionNews =>
  data === 'signed-in' || data === 'signed-out';

/** A second channel of this name would receive the tab's own messages. */
let channel: BroadcastChannel | undefined;

const openChannel = (): BroadcastChannel => (channel ??= new BroadcastChannel(NAME));

/** Notifies the other tabs. */
export const tellTabs = (news: SessionNews): void => openChannel().postMessage(news);

/** @returns a function that stops listening */
export const onOtherTabs = (listener: (news: SessionNews) => void): (() => void) => {
  const openedChannel = openChannel();
  const receive = ({ data }: MessageEvent): void => {
    if (isNews(data)) listener(data);
  };
  openedChannel.addEventListener('message', receive);
  return () => openedChannel.removeEventListener('message', receive);
};
