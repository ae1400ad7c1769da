import { every } from '#/api/workers/every.ts';
import type { Machine } from '#/domain/ports/machine.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import type {
  StoredNotice,
  NoticeEnd,
  NoticeStore,
  LeasedTarget,
  Trust,
} from '#/api/webhooks/store/notice-store.ts';
import { createLossWatch, type LossWatchDependencies } from './loss-watch.ts';
import { readBackOnce } from './one-read-back.ts';
import { createWorkQueue } from './work-queue.ts';

/** Interval of looking for targets that are due. */
const SWEEP_MS = 1_000;
/** Interval of deleting rows. */
const TIDY_MS = 60_000;
/** Interval of looking for an epoch that another process began; after a loss that this process noticed, it looks at each sweep. */
const EPOCH_MS = 60_000;

/** Most read-backs under way in this process. */
const WIDTH: Readonly<Record<Trust, number>> = { genuine: 32, unproved: 4 };

interface NoticeWorkDependencies extends LossWatchDependencies {
  readonly notices: Pick<
    NoticeStore,
    'take' | 'conclude' | 'askAgain' | 'boundUnproved' | 'forgetOld'
  >;
  readonly apply: (notice: StoredNotice) => Promise<NoticeEnd>;
  readonly metrics: NoticeMetrics;
  readonly machine: Machine;
}

/** While fewer genuine read-backs are under way, a new target is leased when its notice is stored, which saves two queries. */
const TAKEN_WITH_NOTICE = 8;

export type NoticeMetrics = Pick<Metrics, 'noticeReadBacks' | 'noticesDropped'>;

export const startNoticeWork = (dependencies: NoticeWorkDependencies) => {
  const { notices, apply, metrics, machine, onFailure } = dependencies;
  const queueOf = (trust: Trust) =>
    createWorkQueue<LeasedTarget>({
      machine,
      width: WIDTH[trust],
      take: (limit) => notices.take(trust, limit),
      work: async (leased) => {
        metrics.noticeReadBacks.inc({ standing: trust });
        await notices.conclude(await readBackOnce(leased.notices, apply), leased);
      },
      onFailure,
    });
  const queues = { genuine: queueOf('genuine'), unproved: queueOf('unproved') };
  const onDropped = (dropped: number): void => metrics.noticesDropped.inc(dropped);
  const losses = createLossWatch(dependencies);
  const sweep = async (): Promise<void> => {
    for (const queue of Object.values(queues)) queue.wake();
    losses.lookAfterLoss();
  };
  const bound = async (): Promise<void> => onDropped(await notices.boundUnproved());
  const regular = [
    every({ everyMs: EPOCH_MS, timers: machine }, losses.look, onFailure),
    every({ everyMs: SWEEP_MS, timers: machine }, sweep, onFailure),
    every({ everyMs: TIDY_MS, timers: machine }, bound, onFailure),
    every({ everyMs: TIDY_MS, timers: machine }, notices.forgetOld, onFailure),
  ];

  return {
    wake: (trust: Trust, afterMs: number): void => queues[trust].wake(afterMs),
    reserve: () => queues.genuine.reserve(TAKEN_WITH_NOTICE),
    onDropped,
    stop: async (): Promise<void> => {
      await Promise.all(regular.map((each) => each.stop()));
      await Promise.all(Object.values(queues).map((queue) => queue.stop()));
    },
  };
};
