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

/** What one delivery may say; an acquirer that gathers them sends dozens. */
const MOST_IN_ONE = 1_000;

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

  /** Who says one thing is told whether we know what it is about; of several nobody could be told which. */
  const takeIn = async (kept: readonly KeptNotice[]): Promise<Reception> => {
    const [only, ...others] = kept;
    if (!only) return 'duplicate';
    const { type, provider, platformId, reference: transactionId } = only;
    if (others.length > 0 || type === 'WITHDRAW' || transactionId === null) {
      for (const notice of kept) queue.add(notice);
      return 'accepted';
    }
    const paymentId = (await paymentOf({ provider, platformId, transactionId })) ?? null;
    queue.add({ ...only, paymentId });
    return paymentId === null ? 'kept' : 'accepted';
  };

  return {
    /** @throws Refused when the provider is not one of ours */
    receive: async (
      sender: Pick<Sender, 'provider' | 'platformId'>,
      request: NoticeRequest,
    ): Promise<Reception> => {
      const { provider: providerId, platformId } = sender;
      const provider = await core.ports.providers(providerId, platformId ?? '');
      const heard = await readFrom(provider, request);
      if (typeof heard === 'string') return heard;
      if (heard.length === 0) return 'ignored';
      if (heard.length > MOST_IN_ONE) return 'unreadable';
      const isAuthentic = provider.authenticatesNotices ?? false;
      return takeIn(await notices.keep({ ...sender, isAuthentic }, heard));
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
