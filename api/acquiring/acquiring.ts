import type { Machine } from '#/domain/ports/machine.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { remember } from '#/api/reads/remember.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import {
  createCircumstances,
  createAcquirerStates,
  type Circumstances,
  type AcquirerStates,
} from './circumstances.ts';
import { watchHealth, type AcquirerHealth } from './health.ts';
import { recordUnknownStatuses } from './unknown-statuses.ts';

/** How long a platform's limits are cached: a change takes effect at most this much later. */
const SETTINGS_MS = 5_000;

export interface Acquiring extends AcquirerHealth {
  readonly circumstances: Circumstances;
  readonly states: AcquirerStates;
}

/** Callers must use the `providers` of the result, because only their calls are monitored. */
export const createAcquiring = (dependencies: {
  readonly providers: PaymentProviders;
  readonly handler: CommandHandler;
  readonly machine: Machine;
  readonly now: () => Timestamp;
  readonly onFailure: (error: unknown) => void;
}): Acquiring => {
  const { handler, machine, now } = dependencies;
  const settings = remember((platformId) => loadPlatformSettings(handler, platformId), {
    forMs: SETTINGS_MS,
    clock: machine,
  });
  const limitsOf = async (platformId: string) => (await settings.get(platformId)).stepAside;
  const states = createAcquirerStates(handler, machine);
  const recording = recordUnknownStatuses({ ...dependencies, states });
  const health = watchHealth({ ...dependencies, providers: recording, states, limitsOf });
  const { providers } = health;
  return {
    ...health,
    states,
    circumstances: createCircumstances({ providers, states, now }),
  };
};
