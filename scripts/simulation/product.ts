import { createLinks } from '#/adapters/storage/disk-links.ts';
import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import type { Network } from '#/adapters/payments/kit/network/network.ts';
import { coreAt } from '#/api/composition/core-at.ts';
import type { Core } from '#/api/composition/core.ts';
import { startMoneyWork } from '#/api/workers/money-work.ts';
import { Refused } from '#/domain/errors.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { createLeases, turnOver } from '#/ledger/leases/leases.ts';
import { parseMasterKeys } from '#/ledger/vault/master-keys.ts';
import type { Acquirer } from './acquirer.ts';
import type { SimulatedLog } from './log.ts';
import { runAs } from './machine.ts';
import { dueOf } from './read-models.ts';
import type { SimulatedProcess } from './process.ts';
import type { Line } from './remote.ts';
import { reachedBy, type Shared } from './shared.ts';

/** What outlives the processes of the product. */
export interface Installation {
  readonly log: SimulatedLog;
  readonly shared: Shared;
  readonly acquirers: readonly { readonly at: Acquirer; readonly evidence: ProviderCases<never> }[];
  readonly networkOf: (process: SimulatedProcess) => Network;
  /** Whether a call of what the processes share does not get through. */
  readonly isAway: Line['isAway'];
  /** Gets what the product reports to its staff. */
  readonly onFailure: (error: unknown) => void;
}

/** A running process of the product. */
export interface RunningProduct {
  readonly process: SimulatedProcess;
  readonly core: Core;
}

const SECRET = 'a secret of the simulated installation';
const ADDRESS = 'https://razao.example';

const secrets = {
  masterKeys: parseMasterKeys(`simulated:${Buffer.alloc(32, 7).toString('base64')}`),
  filesSecret: SECRET,
  idempotencySecret: SECRET,
};

/** Connects accounts at the acquirers of the simulation. */
const openerOf = ({ acquirers, networkOf }: Installation, process: SimulatedProcess) => {
  const network = networkOf(process);
  return (id: string, account: unknown) => {
    const its = acquirers.find(({ at }) => at.id === id);
    if (!its) throw new Refused('provider/not-offered', { providerId: id });
    const { provider } = its.evidence;
    return openProvider(provider, provider.account.parse(account), {
      network,
      now: () => Date.now(),
    });
  };
};

const coreOf = (
  installation: Installation,
  process: SimulatedProcess,
  reached: ReturnType<typeof reachedBy>,
): Core => {
  const { log, onFailure } = installation;
  const privateLinks = createLinks({ uploads: ADDRESS, downloads: ADDRESS }, SECRET, () =>
    Date.now(),
  );
  return coreAt(
    { store: log.handleOf(process), ...reached },
    {
      secrets,
      openedFiles: { storage: memoryFiles().storage, privateLinks },
      webhookBaseUrl: ADDRESS,
      sandbox: undefined,
      open: openerOf(installation, process),
      now: () => new Date().toISOString(),
      onFailure,
    },
  );
};

/** Milliseconds. Longer than the product's, because each renewal is a step. */
const LEASE_LASTS = 15_000;

/** Starts a process of the product. */
export const startProduct = (
  installation: Installation,
  process: SimulatedProcess,
): RunningProduct =>
  runAs(process, () => {
    const { log, shared, isAway, onFailure } = installation;
    const reached = reachedBy({ process, isAway }, shared);
    const core = coreOf(installation, process, reached);
    const { checkpoints } = core.store;
    const leases = createLeases({ sessions: reached.leases, lastsMs: LEASE_LASTS, onFailure });
    leases.of('policies')(async (turn) => {
      const work = startMoneyWork({
        core,
        checkpoints,
        due: dueOf(log),
        onFailure,
        onPolicyFailure: ({ error }) => onFailure(error),
      });
      await turnOver(turn);
      await work.stop();
    });
    return { process, core };
  });
