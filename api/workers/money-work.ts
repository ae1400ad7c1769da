import type { Core } from '#/api/composition/core.ts';
import { policies } from '#/domain/policies/policies.ts';
import { reactions } from '#/domain/workflows/reactions.ts';
import type { Day } from '#/domain/values/time.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import {
  startPolicyRunner,
  type PolicyDependencies,
  type PolicyRunner,
} from '#/ledger/policies/runner.ts';
import { startForgetting, type IsAwaitedIn } from './forget-accounts.ts';
import type { DueOpenRequests } from './open-requests.ts';
import { startReadBack } from './read-back.ts';
import { startReleases, type DueAccount } from './release-due.ts';
import { startScheduledPayouts, type DueSchedules } from './scheduled-payouts.ts';

export interface MoneyDue {
  /** By kind, so that payments do not wait while acquirers register receivers. */
  readonly requests: readonly DueOpenRequests[];
  readonly accounts: (through: Day) => Promise<readonly DueAccount[]>;
  readonly schedules: DueSchedules;
  /** Whether an outcome is awaited in an account at an acquirer. */
  readonly isAwaited: IsAwaitedIn;
}

/** Starts all work that may move money by itself: policies, read-backs, releases, scheduled payouts; and forgets former accounts. */
export const startMoneyWork = (dependencies: {
  readonly core: Core;
  readonly checkpoints: Checkpoints;
  readonly due: MoneyDue;
  readonly onFailure: (error: unknown) => void;
  readonly onPolicyFailure: PolicyDependencies['onFailure'];
}): { readonly policies: PolicyRunner; readonly stop: () => Promise<void> } => {
  const { core, checkpoints, due, onFailure, onPolicyFailure } = dependencies;
  const { store, dispatch, ports, accounts, machine, now } = core;
  const runner = startPolicyRunner({
    store,
    dispatch,
    checkpoints,
    ports,
    policies,
    reactions,
    machine,
    onFailure: onPolicyFailure,
  });
  const others = [
    startReadBack({ core, due: due.requests, onFailure }),
    startReleases({
      accounts,
      machine,
      now,
      isClockTrue: ports.isClockTrue,
      due: due.accounts,
      onFailure,
    }),
    startScheduledPayouts({ core, ...due.schedules, onFailure }),
    startForgetting(core, due.isAwaited, onFailure),
  ];
  return {
    policies: runner,
    stop: async () => {
      await Promise.all([runner, ...others].map((each) => each.stop()));
    },
  };
};
