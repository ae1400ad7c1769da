import type { Core } from '#/api/core.ts';
import { Rejected } from '#/api/problem.ts';
import {
  ProviderFailure,
  type NoticeRequest,
  type PaymentProvider,
  type ProviderNotice,
} from '#/domain/ports/payment-provider.ts';
import type { FindPayment } from './find-payment.ts';
import { harmless } from './harmless.ts';
import type { KeptNotice, NoticeStore, Sender } from './notice-store.ts';

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

type Unread = 'unauthorized' | 'unreadable';

/** How a delivery was received, and why it could not be. */
export type Received =
  | { readonly reception: Exclude<Reception, Unread> }
  | { readonly reception: Unread; readonly failure: string };

/** What a delivery says, or why that cannot be told. */
const readFrom = async (
  { readNotices }: PaymentProvider,
  request: NoticeRequest,
): Promise<readonly ProviderNotice[] | Extract<Received, { readonly reception: Unread }>> => {
  try {
    const heard = (await readNotices?.(request)) ?? [];
    return heard.length > MOST_IN_ONE
      ? { reception: 'unreadable', failure: `more than ${MOST_IN_ONE} notices` }
      : heard;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // What would tell whose it is cannot be asked now: its sender is to come again.
    if (error.kind === 'unavailable') throw new Rejected('service/unavailable');
    const reception = error.kind === 'unauthorized' ? 'unauthorized' : 'unreadable';
    return { reception, failure: error.message };
  }
};

/** Takes deliveries in: read, kept, answered at once, and worked on afterwards. */
export const createReception = (parts: {
  readonly core: Core;
  readonly notices: NoticeStore;
  readonly paymentOf: FindPayment;
  /** Has it worked on, without waiting for it. */
  readonly work: (notice: KeptNotice) => void;
}) => {
  const { core, notices, paymentOf, work } = parts;

  /** Who says one thing is told whether we know what it is about; of several nobody could be told which. */
  const takeIn = async (kept: readonly KeptNotice[]): Promise<Exclude<Reception, Unread>> => {
    const [only, ...others] = kept;
    if (!only) return 'duplicate';
    const { type, provider, platformId, reference: transactionId } = only;
    if (others.length > 0 || type === 'WITHDRAW' || transactionId === null) {
      for (const notice of kept) work(notice);
      return 'accepted';
    }
    const paymentId = (await paymentOf({ provider, platformId, transactionId })) ?? null;
    work({ ...only, paymentId });
    return paymentId === null ? 'kept' : 'accepted';
  };

  return {
    /** @throws Refused when the provider is not one of ours */
    receive: async (
      sender: Pick<Sender, 'provider' | 'platformId'>,
      request: NoticeRequest,
    ): Promise<Received> => {
      const provider = await core.ports.providers(sender.provider, sender.platformId ?? '');
      const heard = await readFrom(provider, request);
      if ('reception' in heard) return heard;
      if (heard.length === 0) return { reception: 'ignored' };
      const isAuthentic = provider.authenticatesNotices ?? false;
      const kept = await notices.keep({ ...sender, isAuthentic }, heard, harmless(request));
      return { reception: await takeIn(kept) };
    },

    /** Why a delivery could not be received, with what may be kept of it. */
    keepUnread: (
      sender: Pick<Sender, 'provider' | 'platformId'>,
      { reception, failure }: Extract<Received, { readonly reception: Unread }>,
      request: NoticeRequest,
    ): Promise<void> => {
      const outcome = reception === 'unauthorized' ? 'UNAUTHORIZED' : 'UNREADABLE';
      return notices.keepUnread(sender, { outcome, failure }, harmless(request));
    },
  };
};
