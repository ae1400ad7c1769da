import type { Core } from '#/api/core.ts';
import { Rejected } from '#/api/problem.ts';
import {
  ProviderFailure,
  type NoticeRequest,
  type PaymentProvider,
  type ProviderNotice,
} from '#/domain/ports/payment-provider.ts';
import type { FindPayment } from './find-payment.ts';
import type { KeptNotice, NoticeEnd, NoticeStore, Sender } from './notice-store.ts';
import { createPlanner } from './plan-notice.ts';
import { createWorkQueue } from './work-queue.ts';

export interface NoticeParts {
  readonly core: Core;
  readonly notices: NoticeStore;
  readonly paymentOf: FindPayment;
  readonly onFailure: (error: unknown) => void;
}

/** What the sender is told: accepted, accepted but unknown to us yet, or not authenticated. */
export type Reception =
  | 'accepted'
  | 'duplicate'
  | 'kept'
  | 'ignored'
  | 'unauthorized'
  | 'unreadable';

const SWEEP_MS = 1_000;
const SWEEP_SIZE = 200;

/** What a delivery says, or why that cannot be told. */
const readFrom = async (
  { readNotices }: PaymentProvider,
  request: NoticeRequest,
): Promise<readonly ProviderNotice[] | 'unauthorized' | 'unreadable'> => {
  try {
    return (await readNotices?.(request)) ?? [];
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // What would tell whose it is cannot be asked now: its sender is to come again.
    if (error.kind === 'unavailable') throw new Rejected('service/unavailable');
    return error.kind === 'unauthorized' ? 'unauthorized' : 'unreadable';
  }
};

/** One delivery may say several things; its sender is told of the one that will take longest. */
const theLeastOf = (receptions: readonly Reception[]): Reception =>
  (['kept', 'accepted', 'duplicate'] as const).find((each) => receptions.includes(each)) ??
  'ignored';

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

  const takeIn = async (sender: Sender, notice: ProviderNotice): Promise<Reception> => {
    const kept = await notices.keep(sender, notice);
    if (!kept) return 'duplicate';
    if (notice.type !== 'TRANSACTION') {
      queue.add(kept);
      return 'accepted';
    }
    const { transactionId } = notice;
    const { provider, platformId } = sender;
    const paymentId = (await paymentOf({ provider, platformId, transactionId })) ?? null;
    queue.add({ ...kept, paymentId });
    return paymentId === null ? 'kept' : 'accepted';
  };

  return {
    /** `platformId` is null where a provider's address names none. @throws Refused when the provider is not one of ours */
    receive: async (
      providerId: string,
      platformId: string | null,
      request: NoticeRequest,
    ): Promise<Reception> => {
      const provider = await core.ports.providers(providerId, platformId ?? '');
      const heard = await readFrom(provider, request);
      if (typeof heard === 'string') return heard;
      const isAuthentic = provider.authenticatesNotices ?? false;
      const sender = { provider: providerId, platformId, isAuthentic };
      const receptions: Reception[] = [];
      for (const notice of heard) receptions.push(await takeIn(sender, notice));
      return theLeastOf(receptions);
    },

    /** Works on a kept notice again, now. Undefined = no such notice on this platform. */
    redeliver: async (noticeId: string, platformId: string): Promise<KeptNotice | undefined> => {
      const notice = await notices.get(noticeId);
      if (!notice || (notice.platformId !== null && notice.platformId !== platformId))
        return undefined;
      await concluded(notice);
      return notices.get(noticeId);
    },

    list: notices.list,
    keepUnread: notices.keepUnread,

    stop: async (): Promise<void> => {
      clearInterval(sweeping);
      await queue.stop();
    },
  };
};

export type Notices = ReturnType<typeof createNotices>;
