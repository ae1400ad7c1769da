import { FileStorageFailure } from '#/domain/ports/file-storage.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { sealLag } from '#/ledger/audit/seal-lag.ts';
import type { SealTable } from '#/ledger/audit/seal-table.ts';
import { listHeld, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { RecordCut, type EventStore } from '#/ledger/event-store.ts';
import type { PaymentsAwaitingStaff } from '#/projections/investigations.ts';
import type { RegistrationsAwaitingStaff } from '#/projections/receivers/receivers-queries.ts';
import type { RefundsAwaitingStaff } from '#/projections/refunds.ts';
import type { WithdrawalsAwaitingStaff } from '#/projections/withdrawals-queries.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { NotReady, type ReadinessChecks } from './health.ts';
import type { ReplicaStates } from './expose-metrics.ts';

/** In events. A process so far behind gets no traffic: it would show old balances. */
const FAR_BEHIND = 10_000;

export const readinessChecks = (dependencies: {
  readonly isWritable: () => Promise<boolean>;
  readonly store: EventStore;
  readonly writerConnected: () => boolean;
  readonly projections: RunningProjections;
  readonly isDraining: () => boolean;
  readonly isClockTrue: () => boolean;
}): ReadinessChecks => {
  const { isWritable, store, writerConnected, projections, isDraining, isClockTrue } = dependencies;
  return {
    traffic: async () => {
      if (isDraining()) throw new NotReady(['stopping']);
    },
    clock: async () => {
      if (!isClockTrue())
        throw new NotReady(["it is not known to show the database's time: no call is begun"]);
    },
    database: async () => {
      if (!(await isWritable())) throw new NotReady(['read-only']);
    },
    log: async () => {
      await store.head();
      if (!writerConnected()) throw new NotReady(['the writer is not connected']);
    },
    readModels: async () => {
      const parked = projections
        .health()
        .filter(({ status }) => status !== 'live')
        .map(({ name, status, position }) => `${name} is ${status} at ${position || 'the start'}`);
      const lag = await projections.lag();
      const late = [...lag]
        .filter(([, events]) => events >= FAR_BEHIND)
        .map(([name]) => `${name} is ${FAR_BEHIND} events behind or more`);
      if (parked.length + late.length > 0) throw new NotReady([...parked, ...late]);
    },
  };
};

/** A seal is due every second, so a seal this late is no mere delay. */
const SEALS_LATE_SECONDS = 30;

/** Cut streams that are named: enough to see what happened. */
const MOST_NAMED = 20;

/** @param since when the first began to wait @throws NotReady if any wait */
const requireNoneWaits = (what: string, waiting: number, since: Timestamp | null): void => {
  if (waiting === 0) return;
  throw new NotReady([`${waiting} ${what} wait for a person to decide, the first since ${since}`]);
};

/** Problems that wait for staff while everything else works. */
export const attentionChecks = (dependencies: {
  readonly store: EventStore;
  readonly checkpoints: Pick<Checkpoints, 'listParked'>;
  readonly seals: Pick<SealTable, 'lastSeal'>;
  readonly replicas: ReplicaStates;
  /** Without the file storage only uploads fail. */
  readonly files: { readonly check: () => Promise<void> };
  readonly paymentsAwaitingStaff: () => Promise<PaymentsAwaitingStaff>;
  readonly withdrawalsAwaitingStaff: () => Promise<WithdrawalsAwaitingStaff>;
  readonly refundsAwaitingStaff: () => Promise<RefundsAwaitingStaff>;
  readonly registrationsAwaitingStaff: () => Promise<RegistrationsAwaitingStaff>;
  /** Default: the system clock. */
  readonly now?: () => Date;
}): ReadinessChecks => ({
  replicas: async () => {
    const missing = [...dependencies.replicas.listExcluded()].flatMap(([name, reason]) =>
      reason === undefined ? [] : [`${name} is ${reason}`],
    );
    if (missing.length > 0) throw new NotReady(missing);
  },
  record: async () => {
    const cuts = dependencies.store.cuts?.list() ?? [];
    if (cuts.length === 0) return;
    const named = cuts.slice(0, MOST_NAMED).map((cut) => new RecordCut(cut).message);
    const others = cuts.length - named.length;
    throw new NotReady(others === 0 ? named : [...named, `${others} more records are cut`]);
  },
  policies: async () => {
    const parked = await dependencies.checkpoints.listParked();
    const byPolicy = Map.groupBy(parked, ({ policy }) => policy);
    if (byPolicy.size === 0) return;
    const lines = [...byPolicy].map(
      ([policy, events]) => `${policy} parked ${events.length} events`,
    );
    const held = listHeld(parked).length;
    throw new NotReady(
      held === 0 ? lines : [...lines, `later events of ${held} aggregates wait for these`],
    );
  },
  files: () =>
    dependencies.files.check().catch((error: unknown) => {
      throw new NotReady([error instanceof FileStorageFailure ? error.message : 'not available']);
    }),
  payments: async () => {
    const { payments, since } = await dependencies.paymentsAwaitingStaff();
    requireNoneWaits('payments', payments, since);
  },
  withdrawals: async () => {
    const { withdrawals, since } = await dependencies.withdrawalsAwaitingStaff();
    requireNoneWaits('withdrawals', withdrawals, since);
  },
  refunds: async () => {
    const { refunds, since } = await dependencies.refundsAwaitingStaff();
    requireNoneWaits('refunds', refunds, since);
  },
  registrations: async () => {
    const { registrations, since } = await dependencies.registrationsAwaitingStaff();
    requireNoneWaits('registrations', registrations, since);
  },
  seals: async () => {
    const { store, seals, now = () => new Date(thisMachine.wallMs()) } = dependencies;
    const { events, seconds } = await sealLag(store, seals, now());
    if (seconds <= SEALS_LATE_SECONDS) return;
    const waited = Math.floor(seconds);
    throw new NotReady([`${events} events wait for a seal, the first for ${waited} seconds`]);
  },
});
