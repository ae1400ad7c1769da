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
import type { LiveStatus, LiveUpdate, TopicData, TopicKind } from '#/web/lib/live.ts';
import { notePosition } from '#/web/lib/own-writes.ts';

const LiveContext = createContext<Live | undefined>(undefined);

interface LiveProviderProps {
  /** Followed all along, so that the socket is open on pages that follow nothing themselves. */
  readonly topic: `${TopicKind}:${string}`;
  readonly children: ReactNode;
}

/** One socket for everything that is signed in; it closes with the session. */
export const LiveProvider = ({ topic, children }: LiveProviderProps) => {
  const [live, setLive] = useState<Live>();
  useEffect(() => {
    const opened = new Live();
    opened.subscribe(topic, { onUpdate: ({ position }) => notePosition(position) });
    setLive(opened);
    return () => opened.close();
  }, [topic]);
  return <LiveContext value={live}>{children}</LiveContext>;
};

/** Calls back with every update of a topic. What it brings counts as shown: later reads are no older. */
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
      }),
    [live, topic],
  );
};

const never = () => () => undefined;
const connecting = (): LiveStatus => 'connecting';

export const useLiveStatus = (): LiveStatus => {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live?.onStatus ?? never, live?.status ?? connecting);
};
