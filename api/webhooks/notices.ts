import { randomUUID } from 'node:crypto';
import type { Core } from '#/api/core.ts';
import { Rejected } from '#/api/problem.ts';
import { streamOf } from '#/domain/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { readBackPayment, readBackWithdrawal } from '#/domain/policies/read-back.ts';
import {
  ProviderFailure,
  type NoticeRequest,
  type PaymentProvider,
  type ProviderNotice,
} from '#/domain/ports/payment-provider.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { KeptNotice, NoticeEnd, NoticeStore } from './notice-store.ts';

export interface NoticeParts {
  readonly core: Core;
  readonly notices: NoticeStore;
  /** Which payment a provider's transaction is; undefined while we know of none. */
  readonly paymentOf: (provider: string, transactionId: string) => Promise<string | undefined>;
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

/** How many notices are worked on at once; the rest waits in the table. */
const CONCURRENT = 32;
const MOST_WAITING = 5_000;
const SWEEP_MS = 1_000;
const SWEEP_SIZE = 200;

const wishesOf = <Command extends { readonly type: string }>(
  commands: readonly Command[],
  about: { readonly noticeId: string; readonly provider: string },
  context: { readonly platform: string; readonly correlation: string },
) =>
  commands.map((command) => ({
    command,
    context: {
      ...context,
      // A notice worked on again asks again: its commands are new ones, and yield nothing if nothing is new.
      commandId: randomUUID(),
      actor: `provider:${about.provider}`,
    },
  }));

/** A webhook is a hint: whatever it claims, the provider is asked, and only that answer reaches the record. */
const createApplication = ({ core, paymentOf }: NoticeParts) => {
  const { handler, ports } = core;

  const toPayment = async (notice: KeptNotice, reference: string): Promise<NoticeEnd> => {
    const paymentId = notice.paymentId ?? (await paymentOf(notice.provider, reference));
    if (paymentId === undefined) return { outcome: 'UNKNOWN_TRANSACTION' };
    const stream = streamOf('payment', paymentId);
    const { state } = await handler.load(payment, stream);
    if (state.status === 'NONE') return { outcome: 'UNKNOWN_TRANSACTION' };
    const { platformId } = state.requested;
    const commands = await readBackPayment(paymentId, state, notice.noticeId, ports);
    if (commands.length === 0)
      return { outcome: 'FAILED', paymentId, platformId, failure: 'unanswered' };
    const context = { platform: platformId, correlation: paymentId };
    const outcomes = await handler.handleAll(payment, stream, wishesOf(commands, notice, context));
    const moved = outcomes.some((it) => it.kind === 'done' && it.events.length > 0);
    return { outcome: moved ? 'APPLIED' : 'NO_EFFECT', paymentId, platformId };
  };

  const toWithdrawal = async (notice: KeptNotice, reference: string): Promise<NoticeEnd> => {
    const stream = streamOf('withdrawal', reference);
    const { state } = await handler.load(withdrawal, stream);
    if (state.status === 'NONE') return { outcome: 'UNKNOWN_TRANSACTION' };
    const { platformId } = state.requested;
    const commands = await readBackWithdrawal(reference, state, ports);
    const context = { platform: platformId, correlation: reference };
    const wishes = wishesOf(commands, notice, context);
    const outcomes = await handler.handleAll(withdrawal, stream, wishes);
    const moved = outcomes.some((it) => it.kind === 'done' && it.events.length > 0);
    return { outcome: moved ? 'APPLIED' : 'NO_EFFECT', platformId };
  };

  return async (notice: KeptNotice): Promise<NoticeEnd> => {
    const { reference } = notice;
    if (reference === null) return { outcome: notice.outcome };
    try {
      return await (notice.type === 'TRANSACTION' ? toPayment : toWithdrawal)(notice, reference);
    } catch (error) {
      return { outcome: 'FAILED', failure: error instanceof Error ? error.message : String(error) };
    }
  };
};

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
  const apply = createApplication(parts);
  const waiting = new Map<string, KeptNotice>();
  const running = new Set<Promise<void>>();

  const concluded = async (notice: KeptNotice): Promise<void> => {
    await notices.conclude(notice.noticeId, await apply(notice));
  };

  const drain = (): void => {
    for (const [noticeId, notice] of waiting) {
      if (running.size >= CONCURRENT) return;
      waiting.delete(noticeId);
      const work: Promise<void> = concluded(notice)
        .catch(onFailure)
        .finally(() => {
          running.delete(work);
          drain();
        });
      running.add(work);
    }
  };

  const enqueue = (notice: KeptNotice): void => {
    if (waiting.size >= MOST_WAITING) return;
    waiting.set(notice.noticeId, notice);
    drain();
  };

  const sweep = async (): Promise<void> => {
    for (const notice of await notices.due(SWEEP_SIZE)) enqueue(notice);
  };
  const sweeping = setInterval(() => void sweep().catch(onFailure), SWEEP_MS);

  const takeIn = async (providerId: string, notice: ProviderNotice): Promise<Reception> => {
    const kept = await notices.keep(providerId, notice);
    if (!kept) return 'duplicate';
    const reference = notice.type === 'TRANSACTION' ? notice.transactionId : undefined;
    const paymentId = reference && (await paymentOf(providerId, reference));
    enqueue({ ...kept, paymentId: paymentId ?? null });
    return reference !== undefined && paymentId === undefined ? 'kept' : 'accepted';
  };

  return {
    /** @throws Refused when the provider is not one of ours */
    receive: async (
      providerId: string,
      platformId: string,
      request: NoticeRequest,
    ): Promise<Reception> => {
      const heard = await readFrom(await core.ports.providers(providerId, platformId), request);
      if (typeof heard === 'string') return heard;
      const receptions: Reception[] = [];
      for (const notice of heard) receptions.push(await takeIn(providerId, notice));
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
      waiting.clear();
      await Promise.all(running);
    },
  };
};

export type Notices = ReturnType<typeof createNotices>;
