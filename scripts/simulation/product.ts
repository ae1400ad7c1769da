import { createLinks } from '#/adapters/storage/disk-links.ts';
import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import type { Network } from '#/adapters/payments/kit/network/network.ts';
import { createCore, type Core } from '#/api/composition/core.ts';
import { startReadBack } from '#/api/workers/read-back.ts';
import { Refused } from '#/domain/errors.ts';
import { policies } from '#/domain/policies/policies.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { reactions } from '#/domain/workflows/reactions.ts';
import type { PassingRefusals } from '#/ledger/idempotency.ts';
import { startPolicyRunner } from '#/ledger/policy-runner.ts';
import type { Acquirer } from './acquirer.ts';
import type { Background, SimulatedLease } from './lease.ts';
import type { SimulatedLog } from './log.ts';
import { runAs } from './machine.ts';
import { keyTwins, noCredentials, plainVault } from './memory-forms.ts';
import { dueOf } from './open-requests.ts';
import type { SimulatedProcess } from './process.ts';

/** What outlives the processes of the product. */
export interface Installation {
  readonly log: SimulatedLog;
  readonly lease: SimulatedLease;
  readonly refusals: PassingRefusals;
  readonly acquirers: readonly { readonly at: Acquirer; readonly evidence: ProviderCases<never> }[];
  readonly networkOf: (process: SimulatedProcess) => Network;
  /** Gets what the product reports to its staff. */
  readonly onFailure: (error: unknown) => void;
}

/** A running process of the product. */
export interface RunningProduct {
  readonly process: SimulatedProcess;
  readonly core: Core;
}

const SECRET = Buffer.alloc(32, 7);
const ADDRESS = 'https://razao.example';

const providersOf = ({ acquirers, networkOf }: Installation, process: SimulatedProcess) => {
  const network = networkOf(process);
  const opened = new Map(
    acquirers.map(({ at, evidence: { provider } }) => {
      const account = provider.account.parse(at.account);
      return [at.id, openProvider(provider, account, { network, now: () => Date.now() })] as const;
    }),
  );
  return async (id: string) => {
    const provider = opened.get(id);
    if (!provider) throw new Refused('provider/not-offered', { providerId: id });
    return provider;
  };
};

const coreOf = (installation: Installation, process: SimulatedProcess): Core => {
  const { log, refusals, onFailure } = installation;
  return createCore({
    store: log.handleOf(process),
    vault: plainVault(),
    credentials: noCredentials(),
    hasSandbox: false,
    cards: {
      issue: () => {
        throw new Refused('card/token-invalid');
      },
      open: async (buyer) => ({ buyer, take: async () => true }),
    },
    providers: providersOf(installation, process),
    files: {
      storage: memoryFiles().storage,
      privateLinks: createLinks(
        { uploads: ADDRESS, downloads: ADDRESS },
        SECRET.toString('hex'),
        () => Date.now(),
      ),
    },
    secretName: (text) => `s-${text}`,
    webhookUrl: (provider, platform) => `${ADDRESS}/api/webhooks/${provider}/${platform}`,
    checkoutUrl: (offerId) => `${ADDRESS}/checkout/${offerId}`,
    idempotencySecret: SECRET,
    refusedPurchases: refusals,
    twins: keyTwins(),
    now: () => new Date().toISOString(),
    onFailure,
  });
};

/** Policies, reactions and read-backs. */
const startBackground = (core: Core, { log, onFailure }: Installation): Background => {
  const { store, dispatch, ports } = core;
  const { checkpoints } = store;
  const runner = startPolicyRunner({
    store,
    dispatch,
    checkpoints,
    ports,
    policies,
    reactions,
    onFailure: ({ error }) => onFailure(error),
  });
  const readBacks = dueOf(log).map((due) => startReadBack({ core, due, onFailure }));
  return {
    stop: async () => {
      await Promise.all([runner, ...readBacks].map((each) => each.stop()));
    },
  };
};

/** Starts a process of the product. */
export const startProduct = (
  installation: Installation,
  process: SimulatedProcess,
): RunningProduct =>
  runAs(process, () => {
    const core = coreOf(installation, process);
    void installation.lease.lead(process, () => startBackground(core, installation));
    return { process, core };
  });
