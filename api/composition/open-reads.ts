import type { Logger } from 'pino';
import { createHub, type Hub } from '#/api/live/hub.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { createReplicas, type Replicas } from '#/api/reads/replicas.ts';
import { missingEvent } from '#/ledger/epochs/epochs.ts';
import { projections } from '#/projections/registry.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections, type RunningProjections } from '#/projections/engine/run/runner.ts';
import type { OpenRecord } from './open-record.ts';
import type { RegisterCleanup } from './register-cleanup.ts';

export interface ReadsOptions {
  readonly replicaUrls: readonly string[];
  readonly logger: Logger;
}

export interface OpenReads {
  readonly running: RunningProjections;
  readonly hub: Hub;
  readonly replicas: Replicas;
}

export const openReads = async (
  { replicaUrls: urls, logger }: ReadsOptions,
  { pool, core: { store, epochs }, leases }: OpenRecord,
  metrics: Metrics,
  registerCleanup: RegisterCleanup,
): Promise<OpenReads> => {
  const hub = createHub();
  registerCleanup('the live topics', hub.close);
  const running = await startProjections({
    store,
    ...(await readModelsIn(pool)),
    projections,
    changes: hub.publish,
    // Recorded before the read model is rebuilt: afterwards nothing shows the loss any more.
    onLost: (events) => epochs.noteMissing(events.map(missingEvent)),
    onProblem: (projection, err) => logger.error({ projection, err }, 'a projection failed'),
    lead: leases.leaderOf('projections'),
  });
  registerCleanup('the read models', () => running.stop());
  const replicas = createReplicas({ urls, logger, primary: pool, projections: running, metrics });
  registerCleanup('the replicas', () => replicas.stop());
  return { running, hub, replicas };
};
