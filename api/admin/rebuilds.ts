import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { RebuildProgress } from '#/api/contract/admin.ts';
import { Rejected } from '#/api/problem.ts';
import type { Places } from '#/api/store.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { Projection } from '#/projections/define-projection.ts';
import type { LoadGenerations } from '#/projections/load-generations.ts';
import { loadInThread } from '#/projections/load-in-thread.ts';
import { RebuildUnderWay } from '#/projections/change-over.ts';
import { goBack, NothingToGoBackTo } from '#/projections/go-back.ts';
import {
  rebuild,
  RebuildDiffers,
  type RebuildOptions,
  type Rebuilt,
} from '#/projections/rebuild.ts';
import type { RunningProjections } from '#/projections/runner.ts';

export interface Rebuilds {
  /**
   * Begins in the background. @returns the job's id @throws Rejected `resource/not-found` for an
   * unknown name
   */
  readonly start: (name: string) => string;
  /** The same, to make the generations before the live ones live again. */
  readonly startBack: (name: string) => string;
  /** @throws Rejected `resource/not-found` for an unknown job */
  readonly progress: (jobId: string) => RebuildProgress;
  /** Gives up what is under way; nothing of it is left. */
  readonly stop: () => Promise<void>;
}

/** Jobs whose end can still be asked for. */
const KEPT_JOBS = 100;

interface Job {
  progress: RebuildProgress;
  done: Promise<void>;
}

const failureText = (error: unknown): string =>
  error instanceof RebuildDiffers ||
  error instanceof RebuildUnderWay ||
  error instanceof NothingToGoBackTo
    ? error.message
    : 'the rebuild failed; the log says why';

type ChangesOver = (options: RebuildOptions) => Promise<readonly Rebuilt[]>;

/** Loads in a thread of its own, which finds the log and the read models where this one does. */
export const loadApart = ({ databaseUrl, eventStoreUrl }: Places): LoadGenerations => {
  const source = JSON.stringify({ databaseUrl, eventStoreUrl });
  return loadInThread(new URL('load-thread.ts', import.meta.url), source);
};

/** Rebuilds asked for by people, one process's; each runs beside the live read models. */
export const createRebuilds = (options: {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly load: LoadGenerations;
  readonly projections: readonly Projection[];
  readonly running: RunningProjections;
  readonly logger: Logger;
}): Rebuilds => {
  const { store, pool, load, projections, running, logger } = options;
  const jobs = new Map<string, Job>();
  const stopping = new AbortController();

  const run = async (changesOver: ChangesOver, chosen: readonly Projection[], job: Job) => {
    try {
      const rebuilt = await changesOver({
        store,
        pool,
        load,
        projections: chosen,
        leavesRoom: true,
        signal: stopping.signal,
        onProgress: (progress) => {
          // `flipped` is said once this process sees the new rows.
          if (progress.phase !== 'flipped') job.progress = { ...job.progress, ...progress };
        },
      });
      // Clients are told by the runner as it changes over, and only once: a second word may come while they read again.
      await running.refresh();
      const compared = rebuilt.every(({ equal }) => equal !== null);
      job.progress = { ...job.progress, phase: 'flipped', equal: compared ? true : null };
    } catch (err) {
      logger.error({ err, names: job.progress.names }, 'rebuild failed');
      const equal = err instanceof RebuildDiffers ? false : null;
      job.progress = { ...job.progress, phase: 'failed', equal, failure: failureText(err) };
    }
  };

  const start = (name: string, changesOver: ChangesOver): string => {
    const chosen = projections.filter((each) => name === 'all' || each.name === name);
    if (chosen.length === 0) throw new Rejected('resource/not-found');
    const jobId = randomUUID();
    const names = chosen.map((each) => each.name);
    const nothing = { done: 0, total: 0, perSecond: 0, equal: null, failure: null };
    const progress: RebuildProgress = { jobId, names, phase: 'reading', ...nothing };
    const job: Job = { progress, done: Promise.resolve() };
    job.done = run(changesOver, chosen, job);
    jobs.set(jobId, job);
    if (jobs.size > KEPT_JOBS) jobs.delete(jobs.keys().next().value ?? jobId);
    return jobId;
  };

  return {
    start: (name) => start(name, rebuild),
    startBack: (name) => start(name, goBack),
    progress: (jobId) => {
      const job = jobs.get(jobId);
      if (!job) throw new Rejected('resource/not-found');
      return job.progress;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([...jobs.values()].map(({ done }) => done));
    },
  };
};
