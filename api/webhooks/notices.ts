import type { Core } from '#/api/composition/core.ts';
import { epoch } from '#/domain/epoch/decider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { mapOperations } from '#/domain/ports/provider-operations.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { EPOCH_STREAM } from '#/ledger/epochs/epochs.ts';
import { dryRunPorts, DryRunStopped } from './dry-run-ports.ts';
import type { FindPayment } from './find-payment.ts';
import type {
  NoticeEnd,
  NoticeStore,
  ShownNotice,
  StoredNotice,
} from '#/api/webhooks/store/notice-store.ts';
import { endOfClaim } from './one-read-back.ts';
import { startNoticeWork, type NoticeMetrics } from './notice-work.ts';
import type { PlanPreview, Plan } from './plan.ts';
import { createPlanner } from './plan-notice.ts';
import { createNoticeIntake } from './accept-notice.ts';
import type { Recognise } from './recognise.ts';

export interface NoticeDependencies {
  readonly core: Core;
  readonly notices: NoticeStore;
  readonly paymentOf: FindPayment;
  readonly recognise: Recognise;
  readonly metrics: NoticeMetrics;
  readonly onFailure: (error: unknown) => void;
}

export interface Preview extends PlanPreview {
  readonly end: NoticeEnd;
  /** Writing provider call at which the dry run stopped; null if there is none. */
  readonly wouldCall: string | null;
}

/** @throws errors that are not a provider's failure */
const previewOf = async (notice: StoredNotice, plan: () => Promise<Plan>): Promise<Preview> => {
  try {
    const planned = (await plan()).preview();
    return { ...planned, end: endOfClaim(notice, planned.end), wouldCall: null };
  } catch (error) {
    if (!(error instanceof DryRunStopped)) throw error;
    const end = { outcome: 'RECEIVED' } as const;
    return { end, events: [], before: null, after: null, wouldCall: error.operation };
  }
};

/** A refusal is an answer: the acquirer does not offer, or does not know, what it was asked about. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.kind === 'refused' || error.kind === 'invalid');

/** Returns ports that do the same, and whether an acquirer has answered a call through them. */
const watchAnswers = (ports: Ports) => {
  let isAnswered = false;
  const providers: Ports['providers'] = async (...account) =>
    mapOperations(await ports.providers(...account), (_, call) => async (input) => {
      try {
        const answer = await call(input);
        isAnswered = true;
        return answer;
      } catch (error) {
        isAnswered ||= isRefusal(error);
        throw error;
      }
    });
  return { ports: { ...ports, providers }, isAnswered: () => isAnswered };
};

export const createNotices = (dependencies: NoticeDependencies) => {
  const { core, notices, paymentOf, recognise } = dependencies;
  const plan = createPlanner({
    handler: core.handler,
    newId: core.machine.uuid,
    paymentOf,
    maySearch: notices.maySearch,
  });

  const applyBy = async (notice: StoredNotice, ports: Ports): Promise<NoticeEnd> => {
    try {
      return await (await plan(notice, ports)).execute();
    } catch (error) {
      return { outcome: 'FAILED', failure: error instanceof Error ? error.message : String(error) };
    }
  };

  const apply = async (notice: StoredNotice): Promise<NoticeEnd> => {
    const { ports, isAnswered } = watchAnswers(core.ports);
    const end = await applyBy(notice, ports);
    return end.outcome === 'FAILED' && !isAnswered() ? { ...end, isUnanswered: true } : end;
  };

  /** Undefined in the first epoch, before which nothing was lost. Only reads: the processes that act on events begin epochs. */
  const epochSince = async (): Promise<Timestamp | undefined> => {
    const { state } = await core.records.load(epoch, EPOCH_STREAM);
    return state.number < 2 ? undefined : state.since;
  };

  const { machine, store } = core;
  const copyOfLog = (): string => `${store.lineage()} ${store.rewinds()}`;
  const work = startNoticeWork({ ...dependencies, machine, apply, epochSince, copyOfLog });

  /** Returns a notice only to the platform that it was sent to. */
  const ownNotice = async (
    noticeId: string,
    platformId: string,
  ): Promise<ShownNotice | undefined> => {
    const notice = await notices.get(noticeId);
    return notice?.platformId === platformId ? notice : undefined;
  };

  return {
    ...createNoticeIntake({
      core,
      notices,
      recognise,
      wake: work.wake,
      reserve: work.reserve,
      onDropped: work.onDropped,
    }),

    /** Returns undefined when this platform has no such notice. */
    get: async (noticeId: string, platformId: string) => {
      const notice = await ownNotice(noticeId, platformId);
      if (!notice) return undefined;
      const [delivery, attempts] = await Promise.all([
        notices.deliveryOf(noticeId),
        notices.attemptsOf(noticeId),
      ]);
      return { notice, delivery, attempts };
    },

    /** Queries the provider as a redelivery would, and writes nothing. */
    preview: async (noticeId: string, platformId: string): Promise<Preview | undefined> => {
      const notice = await ownNotice(noticeId, platformId);
      return notice && previewOf(notice, () => plan(notice, dryRunPorts(core.ports)));
    },

    redeliver: async (noticeId: string, platformId: string): Promise<ShownNotice | undefined> => {
      const notice = await ownNotice(noticeId, platformId);
      if (!notice) return undefined;
      const end = endOfClaim(notice, await apply(notice));
      await notices.conclude(new Map([[noticeId, end]]), { notices: [notice] });
      return notices.get(noticeId);
    },

    list: notices.list,

    counts: notices.counts,

    stop: work.stop,
  };
};

export type Notices = ReturnType<typeof createNotices>;
