import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Core } from './core.ts';
import { providerReference } from '#/projections/provider-reference.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { OneCopy } from '#/ledger/database/one-copy.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { createPaymentFinder } from '#/api/webhooks/find-payment.ts';
import { openNoticePool } from '#/api/webhooks/store/postgres/notice-pool.ts';
import { openPostgresNotices } from '#/api/webhooks/store/postgres.ts';
import { createNotices, type Notices } from '#/api/webhooks/notices.ts';
import { createRecogniser } from '#/api/webhooks/recognise.ts';
import { referencesIn } from '#/api/webhooks/references.ts';

/** Opens the store of notices, and starts to handle those that are stored unhandled. */
export const openNotices = async ({
  databaseUrl,
  core,
  pool,
  projections,
  copy,
  metrics,
  logger,
}: {
  readonly databaseUrl: string;
  readonly core: Core;
  readonly pool: Pool;
  readonly projections: Pick<RunningProjections, 'positions'>;
  /** Makes all connections lead to one copy of the database. */
  readonly copy?: OneCopy;
  readonly metrics: Metrics;
  readonly logger: Logger;
}): Promise<Notices> => {
  await using stack = new AsyncDisposableStack();
  const noticePool = openNoticePool(databaseUrl, logger);
  stack.defer(() => noticePool.end());
  copy?.follow(noticePool);
  const references = referencesIn(pool);
  const readModelPosition = async () => projections.positions().get(providerReference.name) ?? '';
  const paymentOf = createPaymentFinder({ references, readModelPosition, core });
  const notices = createNotices({
    core,
    metrics,
    notices: await openPostgresNotices(noticePool),
    paymentOf,
    recognise: createRecogniser({ references, paymentOf }),
    onFailure: (err) => logger.error({ err }, 'a notice failed'),
  });
  stack.defer(notices.stop);
  const opened = stack.move();
  return { ...notices, stop: () => opened.disposeAsync() };
};
