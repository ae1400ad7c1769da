import { collectDefaultMetrics } from 'prom-client';
import type { CheckedFileStorage } from '#/domain/ports/file-storage.ts';
import { sealLag } from '#/ledger/audit/seal-lag.ts';
import type { SealTable } from '#/ledger/audit/seal-table.ts';
import { listHeld, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { Connections } from '#/ledger/database/connections.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import type { PaymentsAwaitingStaff } from '#/projections/investigations.ts';
import type { RegistrationsAwaitingStaff } from '#/projections/receivers/receivers-queries.ts';
import type { RefundsAwaitingStaff } from '#/projections/refunds.ts';
import type { WithdrawalsAwaitingStaff } from '#/projections/withdrawals-queries.ts';
import { lagOf } from '#/projections/engine/run/lag.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import { within } from '#/ledger/concurrency/within.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Metrics } from './metrics.ts';

export interface ReplicaStates {
  /** The reason why each replica is skipped; undefined while it is used. */
  readonly listExcluded: () => ReadonlyMap<string, string | undefined>;
}

/** Numbers of targets (charges or payouts that notices are about), over all processes. */
export interface NoticeCounts {
  /** Genuine targets that wait for a read-back or have one under way. */
  readonly genuine: number;
  /** Unproved targets that wait for a read-back or have one under way. */
  readonly unproved: number;
  /** All unproved targets that are stored, whether they wait for a read-back or not. */
  readonly kept: number;
}

export interface MetricSources {
  readonly store: EventStore;
  readonly connections: () => Connections;
  readonly replicas: ReplicaStates;
  readonly projections: RunningProjections;
  readonly policies: { readonly positions: () => ReadonlyMap<string, Position | ''> };
  readonly checkpoints: Pick<Checkpoints, 'listParked'>;
  readonly seals: Pick<SealTable, 'lastSeal'>;
  readonly notices: { readonly counts: () => Promise<NoticeCounts> };
  readonly paymentsAwaitingStaff: () => Promise<PaymentsAwaitingStaff>;
  readonly withdrawalsAwaitingStaff: () => Promise<WithdrawalsAwaitingStaff>;
  readonly refundsAwaitingStaff: () => Promise<RefundsAwaitingStaff>;
  readonly registrationsAwaitingStaff: () => Promise<RegistrationsAwaitingStaff>;
  readonly writerConnected: () => boolean;
  readonly files: Pick<CheckedFileStorage, 'check'>;
}

/** Reads the gauges from their sources. If one source outside this process fails, the gauges of all such sources keep their values. */
const refresh = async (metrics: Metrics, observed: MetricSources): Promise<void> => {
  const { store, connections, replicas, projections, policies, checkpoints, seals } = observed;
  const { busy, idle, waiting } = connections();
  metrics.poolConnections.set({ state: 'busy' }, busy);
  metrics.poolConnections.set({ state: 'idle' }, idle);
  metrics.poolConnections.set({ state: 'waiting' }, waiting);
  for (const [replica, reason] of replicas.listExcluded()) {
    metrics.replicaInUse.set({ replica }, Number(reason === undefined));
  }
  metrics.recordsCut.set(store.cuts?.list().length ?? 0);
  metrics.logConnected.set(Number(observed.writerConnected()));
  for (const each of projections.health()) {
    metrics.projectionDegraded.set({ projection: each.name }, Number(each.status !== 'live'));
  }
  const [lag, backlog, parked, sealing, targets, payments, withdrawals, refunds, receivers] =
    await Promise.all([
      projections.lag(),
      lagOf(store, policies.positions()),
      checkpoints.listParked(),
      sealLag(store, seals, new Date(thisMachine.wallMs())),
      observed.notices.counts(),
      observed.paymentsAwaitingStaff(),
      observed.withdrawalsAwaitingStaff(),
      observed.refundsAwaitingStaff(),
      observed.registrationsAwaitingStaff(),
    ]);
  for (const [projection, events] of lag) metrics.projectionLag.set({ projection }, events);
  for (const [runner, events] of backlog) metrics.policyBacklog.set({ runner }, events);
  metrics.policyParked.set(parked.length);
  metrics.policyQueuesHeld.set(listHeld(parked).length);
  metrics.noticesWaiting.set({ standing: 'genuine' }, targets.genuine);
  metrics.noticesWaiting.set({ standing: 'unproved' }, targets.unproved);
  metrics.paymentsAwaitingStaff.set(payments.payments);
  metrics.withdrawalsAwaitingStaff.set(withdrawals.withdrawals);
  metrics.refundsAwaitingStaff.set(refunds.refunds);
  metrics.registrationsAwaitingStaff.set(receivers.registrations);
  metrics.unappliedCents.set(payments.unapplied);
  metrics.noticesUnproved.set(targets.kept);
  metrics.sealLagEvents.set(sealing.events);
  metrics.sealLagSeconds.set(sealing.seconds);
};

const LONGEST_LOOK_MS = 2_000;

/** Adds Node's own metrics. @returns a function that returns the text of `/metrics` */
export const exposeMetrics = (
  metrics: Metrics,
  observed: MetricSources,
): (() => Promise<string>) => {
  collectDefaultMetrics({ register: metrics.registry });
  return async () => {
    const refreshed = refresh(metrics, observed).catch(() => undefined);
    await within(LONGEST_LOOK_MS, refreshed, () => undefined);
    return metrics.registry.metrics();
  };
};
