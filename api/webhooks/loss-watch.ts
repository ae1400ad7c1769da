import type { Timestamp } from '#/domain/values/time.ts';
import type { NoticeStore } from '#/api/webhooks/store/notice-store.ts';

export interface LossWatchDependencies {
  readonly notices: Pick<NoticeStore, 'askAgain'>;
  /** Reads when the log may last have lost events; undefined = it never did. */
  readonly epochSince: () => Promise<Timestamp | undefined>;
  /** Differs where this process knows that the log may have lost events; reads nothing. */
  readonly copyOfLog: () => string;
  readonly onFailure: (error: unknown) => void;
}

/** Lets acquirers be asked again after a loss, of which the log may have lost the answers. */
export const createLossWatch = (dependencies: LossWatchDependencies) => {
  const { notices, epochSince, copyOfLog, onFailure } = dependencies;
  let asked: Timestamp | undefined;
  let settledIn = copyOfLog();
  let looking: Promise<void> | undefined;

  const askAgain = async (): Promise<void> => {
    const copy = copyOfLog();
    const since = await epochSince();
    if (since === undefined || since === asked) return;
    await notices.askAgain(since);
    [asked, settledIn] = [since, copy];
  };

  return {
    /** Reads the log: another process may have noticed the loss. */
    look: async (): Promise<void> => {
      const copy = copyOfLog();
      await askAgain();
      settledIn = copy;
    },
    /** Reads the log only if this process has noticed a loss whose epoch was not found yet. It may be recorded a moment later. */
    lookAfterLoss: (): void => {
      if (copyOfLog() === settledIn) return;
      looking ??= askAgain()
        .catch(onFailure)
        .finally(() => {
          looking = undefined;
        });
    },
  };
};
