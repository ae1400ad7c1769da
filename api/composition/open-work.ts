import type { Logger } from 'pino';
import type { Sessions } from '#/api/auth/sessions.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import type { Notices } from '#/api/webhooks/notices.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { OpenMail } from './open-mail.ts';
import { openNotices } from './open-notices.ts';
import type { OpenReads } from './open-reads.ts';
import type { OpenRecord } from './open-record.ts';
import type { RegisterCleanup } from './register-cleanup.ts';
import { startWorkers } from './start-workers.ts';
import { requirePoliciesFrom, type PoliciesFrom } from './policies-from.ts';

export interface WorkOptions {
  readonly databaseUrl: string;
  readonly policiesFrom?: PoliciesFrom | undefined;
}

export interface OpenWork {
  readonly notices: Notices;
  readonly checkpoints: Checkpoints;
  readonly policies: ReturnType<typeof startWorkers>['policies'];
}

export const openWork = async (
  { databaseUrl, policiesFrom }: WorkOptions,
  { pool, copy, core, leases }: OpenRecord,
  { running, hub }: OpenReads,
  beside: {
    readonly sessions: Sessions;
    readonly mail: OpenMail;
    readonly metrics: Metrics;
    readonly logger: Logger;
  },
  registerCleanup: RegisterCleanup,
): Promise<OpenWork> => {
  const { sessions, mail, metrics, logger } = beside;
  await requirePoliciesFrom(core.store, policiesFrom);
  const { checkpoints } = core.store;
  const notices = await openNotices({
    databaseUrl,
    core,
    pool,
    projections: running,
    copy,
    metrics,
    logger,
  });
  registerCleanup('the notices', notices.stop);
  const workerDependencies = {
    core,
    pool,
    projections: running,
    hub,
    sessions,
    checkpoints,
    notices,
    mail,
    logger,
  };
  const workers = startWorkers(workerDependencies, leases.leaderOf('policies'));
  registerCleanup('the workers', workers.stop);
  return { notices, checkpoints, policies: workers.policies };
};
