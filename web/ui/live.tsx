import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactNode } from 'react';
import { Live } from '#/web/lib/live.ts';
import type { TopicData, TopicKind } from '#/api/contract/live.ts';
import type { LiveStatus, LiveUpdate } from '#/web/lib/live.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { notePosition } from '#/web/lib/own-writes.ts';

const LiveContext = createContext<Live | undefined>(undefined);

const noteLoss = (code: string): void => {
  if (code === 'session/required') sessionLost.note();
};

interface LiveProviderProps {
  /** Keeps the socket open on every page; undefined for users without live data. */
  readonly topic: `${TopicKind}:${string}` | undefined;
  readonly children: ReactNode;
}

/** Gives one live socket to the page. A regained session or another topic opens a new one. */
export const LiveProvider = ({ topic, children }: LiveProviderProps) => {
  const [live, setLive] = useState<Live>();
  // A socket belongs to its session.
  const { onChange, regainCount } = sessionLost;
  const session = useSyncExternalStore(onChange, regainCount, regainCount);
  useEffect(() => {
    if (topic === undefined) return undefined;
    const opened = new Live();
    opened.subscribe(topic, {
      onUpdate: ({ position }) => notePosition(position),
      onRefused: noteLoss,
    });
    setLive(opened);
    return () => opened.close();
  }, [topic, session]);
  return <LiveContext value={live}>{children}</LiveContext>;
};

/** Notes each update's position: later reads ask for data no older. */
export const useLiveTopic = <Kind extends TopicKind>(
  topic: `${Kind}:${string}`,
  onUpdate: (update: LiveUpdate<TopicData[Kind]>) => void,
): void => {
  const live = useContext(LiveContext);
  const latest = useRef(onUpdate);
  useEffect(() => {
    latest.current = onUpdate;
  }, [onUpdate]);
  useEffect(
    () =>
      live?.subscribe(topic, {
        onUpdate: (update) => {
          notePosition(update.position);
          latest.current(update);
        },
        onRefused: noteLoss,
      }),
    [live, topic],
  );
};

const never = () => () => undefined;
const getServerStatus = (): LiveStatus => 'connecting';

export const useLiveStatus = (): LiveStatus => {
  const live = useContext(LiveContext);
  return useSyncExternalStore(
    live?.onStatus ?? never,
    live?.status ?? getServerStatus,
    getServerStatus,
  );
};
