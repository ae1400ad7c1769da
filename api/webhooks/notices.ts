import type { Core } from '#/api/core.ts';
import { askingOnly, WouldCall } from './asking-only.ts';
import type { FindPayment } from './find-payment.ts';
import type { KeptNotice, NoticeEnd, NoticeStore } from './notice-store.ts';
import { createPlanner, type Foreseen, type Plan } from './plan-notice.ts';
import { createReception } from './reception.ts';
import { createWorkQueue } from './work-queue.ts';

export interface NoticeParts {
  readonly core: Core;
  readonly notices: NoticeStore;
  readonly paymentOf: FindPayment;
  readonly onFailure: (error: unknown) => void;
}

const SWEEP_MS = 1_000;
const SWEEP_SIZE = 200;
const FORGET_MS = 60_000;

/** What would become of a notice if it were carried out now. */
export interface Preview extends Foreseen {
  readonly end: NoticeEnd;
  /** What the provider would be told to do, which a dry run does not: how it ends is not known. */
  readonly wouldCall: string | null;
}

/** @throws whatever is not a provider's failure */
const previewOf = async (plan: () => Promise<Plan>): Promise<Preview> => {
  try {
    return { ...(await plan()).foresee(), wouldCall: null };
  } catch (error) {
    if (!(error instanceof WouldCall)) throw error;
    const end = { outcome: 'RECEIVED' } as const;
    return { end, events: [], before: null, after: null, wouldCall: error.operation };
  }
};

export const createNotices = (parts: NoticeParts) => {
  const { core, notices, paymentOf, onFailure } = parts;
  const plan = createPlanner({ handler: core.handler, paymentOf });

  const apply = async (notice: KeptNotice): Promise<NoticeEnd> => {
    try {
      return await (await plan(notice, core.ports)).carryOut();
    } catch (error) {
      return { outcome: 'FAILED', failure: error instanceof Error ? error.message : String(error) };
    }
  };

  const concluded = async (notice: KeptNotice): Promise<void> => {
    await notices.conclude(notice.noticeId, await apply(notice));
  };

  const queue = createWorkQueue<KeptNotice>({
    keyOf: ({ noticeId }) => noticeId,
    work: concluded,
    onFailure,
  });
  const sweep = async (): Promise<void> => {
    for (const notice of await notices.due(SWEEP_SIZE)) queue.add(notice);
  };
  const sweeping = setInterval(() => void sweep().catch(onFailure), SWEEP_MS);
  const forgetting = setInterval(() => void notices.forgetOld().catch(onFailure), FORGET_MS);

  const ownNotice = async (
    noticeId: string,
    platformId: string,
  ): Promise<KeptNotice | undefined> => {
    const notice = await notices.get(noticeId);
    return notice && (notice.platformId ?? platformId) === platformId ? notice : undefined;
  };

  return {
    ...createReception({ core, notices, paymentOf, work: queue.add }),

    /** A kept notice with what it came in and every try. Undefined = no such notice on this platform. */
    get: async (noticeId: string, platformId: string) => {
      const notice = await ownNotice(noticeId, platformId);
      if (!notice) return undefined;
      const [delivery, attempts] = await Promise.all([
        // What nobody is known to own is shown to nobody.
        notice.platformId === null ? null : notices.deliveryOf(noticeId),
        notices.attemptsOf(noticeId),
      ]);
      return { notice, delivery, attempts };
    },

    /** Asks the provider as a redelivery would, and writes nothing. Undefined as above. */
    preview: async (noticeId: string, platformId: string): Promise<Preview | undefined> => {
      const notice = await ownNotice(noticeId, platformId);
      return notice && previewOf(() => plan(notice, askingOnly(core.ports)));
    },

    /** Works on a kept notice again, now. Undefined as above. */
    redeliver: async (noticeId: string, platformId: string): Promise<KeptNotice | undefined> => {
      const notice = await ownNotice(noticeId, platformId);
      if (!notice) return undefined;
      await concluded(notice);
      return notices.get(noticeId);
    },

    list: notices.list,

    stop: async (): Promise<void> => {
      clearInterval(sweeping);
      clearInterval(forgetting);
      await queue.stop();
    },
  };
};

export type Notices = ReturnType<typeof createNotices>;
