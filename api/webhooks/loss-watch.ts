import type { Timestamp } from '#/domain/values/time.ts';
import type { NoticeStore } from '#/api/webhooks/store/notice-store.ts';

export interface LossWatchDependencies {
  readonly notices: Pick<NoticeStore, 'askAgain'>;
  /** Reads when the log may last have lost events (when its epoch began); undefined = it never did. */
  readonly epochSince: () => Promise<Timestamp | undefined>;
  /**
   * Names the copy of the log that this process uses; changes when this process notices that the log may have lost events. Costs no query.
   */
  readonly copyOfLog: () => string;
  readonly onFailure: (error: unknown) => void;
}

/** Repeats read-backs after the log may have lost events, because it may have lost what the acquirers answered. */
export const createLossWatch = (dependencies: LossWatchDependencies) => {
  const { notices, epochSince, copyOfLog, onFailure } = dependencies;
  let handledEpoch: Timestamp | undefined;
  let settledCopy = copyOfLog();
  let looking: Promise<void> | undefined;

  const askAgain = async (): Promise<void> => {
    const copy = copyOfLog();
    const since = await epochSince();
    if (since === undefined || since === handledEpoch) return;
    await notices.askAgain(since);
    [handledEpoch, settledCopy] = [since, copy];
  };

  return {
    /** Reads the log: another process may have noticed the loss. */
    look: async (): Promise<void> => {
      const copy = copyOfLog();
      await askAgain();
      settledCopy = copy;
    },
    /**
     * Reads the log only if this process has noticed a loss since the last `look`, and has not found its epoch, which may be recorded a
     * moment after the loss.
     */
    lookAfterLoss: (): void => {
      if (copyOfLog() === settledCopy) return;
      looking ??= askAgain()
        .catch(onFailure)
        .finally(() => {
          looking = undefined;
        });
    },
  };
};
