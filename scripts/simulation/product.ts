import { createLinks } from '#/adapters/storage/disk-links.ts';
import type { Network } from '#/adapters/payments/kit/network/network.ts';
import { coreAt } from '#/api/composition/core-at.ts';
import type { Core } from '#/api/composition/core.ts';
import { createMetrics } from '#/api/operations/metrics.ts';
import { createPaymentFinder } from '#/api/webhooks/find-payment.ts';
import { createNotices, type Notices } from '#/api/webhooks/notices.ts';
import { createRecogniser } from '#/api/webhooks/recognise.ts';
import type { NoticeStore } from '#/api/webhooks/store/notice-store.ts';
import { startMoneyWork, type MoneyDue } from '#/api/workers/money-work.ts';
import { requestsDue } from '#/api/workers/open-requests.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Machine } from '#/domain/ports/machine.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { watchClock, type ClockWatch } from '#/ledger/clock/watch.ts';
import { createLeases, waitUntilTermEnds } from '#/ledger/leases/leases.ts';
import { startProjections, type ProjectionsOptions } from '#/projections/engine/run/runner.ts';
import { providerReference } from '#/projections/provider-reference.ts';
import { projections } from '#/projections/registry.ts';
import type { Position } from '#/ledger/event-store.ts';
import type { PolicyRunner } from '#/ledger/policies/runner.ts';
import { parseMasterKeys } from '#/ledger/vault/master-keys.ts';
import type { Bank } from '#/scripts/simulation/banks/bank.ts';
import { awaitsOutcomeAt } from '#/scripts/simulation/history/awaited.ts';
import type { SimulatedLog } from '#/scripts/simulation/log/log.ts';
import {
  createAwaitedRowQueriesInMemory,
  createScheduleQueryInMemory,
  findRegistrationIn,
  referencesOf,
} from '#/scripts/simulation/reads/rows.ts';
import type { SimulatedProcess } from './process.ts';
import type { Connection } from './remote.ts';
import { connectTo, type Shared } from './shared.ts';

/** The parts that outlive the processes of the product. */
export interface Installation {
  readonly log: SimulatedLog;
  readonly shared: Shared;
  readonly banks: readonly Bank[];
  readonly networkOf: (process: SimulatedProcess) => Network;
  /** Whether a call of a shared part fails. */
  readonly isAway: Connection['isAway'];
  /** Gets the errors that the product reports to its staff. */
  readonly onFailure: (error: unknown) => void;
}

/** A running process of the product. */
export interface RunningProduct {
  readonly process: SimulatedProcess;
  readonly core: Core;
  readonly notices: Notices;
  /** The last event on which its policies have acted; undefined while another process runs the policies. */
  readonly actedUpTo: () => Position | undefined;
}

const SECRET = 'a secret of the simulated installation';
const ADDRESS = 'https://razao.example';

const secrets = {
  masterKeys: parseMasterKeys(`simulated:${Buffer.alloc(32, 7).toString('base64')}`),
  filesSecret: SECRET,
  idempotencySecret: SECRET,
};

/**
 * Keeps comparing this process's clock with the database's. Reading the database's clock is not a step of the simulation.
 * @returns a function that says whether this process's clock is right
 */
const createClockCheck = (
  { shared, onFailure }: Installation,
  { machine }: SimulatedProcess,
): (() => boolean) => {
  let watch: ClockWatch | undefined;
  void watchClock({ machine, sharedMs: async () => shared.now(), onFailure }).then((opened) => {
    watch = opened;
  });
  return () => watch?.isTrue() ?? false;
};

/** Connects accounts at the acquirers of the simulation. */
const openerOf = (
  { banks, networkOf }: Installation,
  process: SimulatedProcess,
  isClockTrue: () => boolean,
) => {
  const options = {
    network: networkOf(process),
    reach: 'public',
    now: process.machine.wallMs,
    isClockTrue,
  } as const;
  return (id: string, account: unknown) => {
    const bank = banks.find((each) => each.id === id);
    if (!bank) throw new Refused('provider/not-offered', { providerId: id });
    return bank.open(account, options);
  };
};

/** Opens our own simulator, which needs no stored account. */
const sandboxOf = ({ banks }: Installation, open: ReturnType<typeof openerOf>) => {
  const bank = banks.find(({ id }) => id === 'sandbox');
  return bank && open(bank.id, bank.account);
};

/** Formats each millisecond once: a step asks for the time again and again, and formatting takes long. */
const createClock = ({ wallMs }: Pick<Machine, 'wallMs'>): (() => string) => {
  let [ms, text] = [NaN, ''];
  return () => {
    const now = wallMs();
    if (now !== ms) [ms, text] = [now, new Date(now).toISOString()];
    return text;
  };
};

const coreOf = (
  installation: Installation,
  process: SimulatedProcess,
  reached: ReturnType<typeof connectTo>,
): Core => {
  const { log, shared, onFailure } = installation;
  const isClockTrue = createClockCheck(installation, process);
  const open = openerOf(installation, process, isClockTrue);
  const { machine } = process;
  const places = { uploads: ADDRESS, downloads: ADDRESS };
  const privateLinks = createLinks(places, SECRET, machine.wallMs);
  return coreAt(
    { store: log.handleOf(process), ...reached },
    {
      secrets,
      openedFiles: { storage: memoryFiles().storage, privateLinks },
      webhookBaseUrl: ADDRESS,
      sandbox: sandboxOf(installation, open),
      open,
      machine,
      isClockTrue,
      now: createClock(machine),
      sharedMs: async () => shared.now(),
      findRegistration: findRegistrationIn(shared.reads.tables),
      onFailure,
    },
  );
};

const metrics = createMetrics();

const openNotices = (
  { shared, onFailure }: Installation,
  core: Core,
  notices: NoticeStore,
): Notices => {
  const { tables } = shared.reads;
  const references = referencesOf(tables);
  const readModelPosition = async () =>
    (await tables.live([providerReference.name]))[0]?.position ?? '';
  const paymentOf = createPaymentFinder({ references, readModelPosition, core });
  const recognise = createRecogniser({ references, paymentOf });
  return createNotices({ core, notices, paymentOf, recognise, metrics, onFailure });
};

/** Milliseconds. Longer than in the product, because each renewal is a step. */
const LEASE_LASTS = 15_000;

/**
 * Keeps the read models up to date while this process has their lease. If they cannot be started, the process ends, as the product
 * does.
 */
const startReads = (
  { onFailure }: Installation,
  process: SimulatedProcess,
  dependencies: Omit<ProjectionsOptions, 'projections' | 'onProblem'>,
): void => {
  const onProblem = (_: string | null, error: unknown): void => onFailure(error);
  startProjections({ ...dependencies, projections, onProblem }).catch((error: unknown) => {
    onFailure(error);
    process.kill();
  });
};

/** Finds the work that is due, in the product's read models and log. */
const dueIn = ({ shared, log }: Installation): MoneyDue => {
  const { tables } = shared.reads;
  const rows = createAwaitedRowQueriesInMemory(tables);
  return {
    requests: requestsDue(rows),
    accounts: rows.accounts,
    schedules: {
      listSchedulesAfter: createScheduleQueryInMemory(tables),
      pausedUntil: async () => undefined,
    },
    isAwaited: async ({ provider, merchantAccount }) =>
      awaitsOutcomeAt(log.events, provider, { merchantAccount, isLast: false }),
  };
};

/** Starts a process of the product. */
export const startProduct = (
  installation: Installation,
  process: SimulatedProcess,
): RunningProduct => {
  const { shared, isAway, onFailure } = installation;
  const reached = connectTo({ process, isAway }, shared);
  const core = coreOf(installation, process, reached);
  const { store } = core;
  const { leases: sessions, notices, reads } = reached;
  const { machine } = process;
  const leases = createLeases({ sessions, lastsMs: LEASE_LASTS, machine, onFailure });
  startReads(installation, process, {
    ...reads,
    store,
    machine,
    lead: leases.leaderOf('projections'),
  });
  let policies: PolicyRunner | undefined;
  leases.leaderOf('policies')(async (term) => {
    const work = startMoneyWork({
      core,
      checkpoints: store.checkpoints,
      due: dueIn(installation),
      onFailure,
      onPolicyFailure: ({ error }) => onFailure(error),
    });
    ({ policies } = work);
    await waitUntilTermEnds(term);
    policies = undefined;
    await work.stop();
  });
  return {
    process,
    core,
    notices: openNotices(installation, core, notices),
    actedUpTo: () => policies?.position(),
  };
};
