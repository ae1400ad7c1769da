import type { Core } from '#/api/composition/core.ts';
import {
  chooseOnly,
  listPossibleProviders,
  withCandidate,
  type RoutingDecision,
} from '#/domain/acquiring/choose.ts';
import {
  mayAnyBeUnderWay,
  isAbsenceFinal,
  type UnknownThere,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { requireSupport } from '#/domain/workflows/provider-outcome.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import { isPayoutMade } from '#/domain/workflows/find-payout.ts';
import { findInAccounts, openForSearch } from '#/domain/workflows/search-accounts.ts';
import { AppendError } from '#/ledger/event-store.ts';

const RETRY_SECONDS = 60;

interface Chosen {
  readonly provider: string;
  readonly choice: RoutingDecision;
}

interface LostPayout {
  readonly withdrawalId: string;
  readonly platformId: string;
}

/** The acquirer cannot tell yet: the caller tries again later. */
const tryLater = (): AppendError =>
  new AppendError({ kind: 'unavailable', retryAfterSeconds: RETRY_SECONDS });

const paysOut = ({ withdrawMethods }: PaymentProvider): boolean => withdrawMethods.includes('PIX');

/**
 * Asks an acquirer for a payout, in all our accounts there.
 * @returns undefined if the acquirer never made it
 * @throws AppendError `unavailable` while the acquirer cannot tell, Refused `withdrawal/may-be-paid` if it never can
 */
const findAt = async (
  { ports }: Pick<Core, 'ports'>,
  provider: string,
  { withdrawalId, platformId }: LostPayout,
  calls: UnknownThere,
): Promise<WithdrawResult | undefined> => {
  const place = { provider, platformId };
  let seconds: number | undefined;
  try {
    const opened = await openForSearch(ports, place, null);
    if (opened === undefined) throw new Refused('withdrawal/may-be-paid');
    const { found } = await findInAccounts(ports, place, opened, {
      // An account that pays nothing out may have replaced one that did.
      find: async (acquirer) =>
        acquirer.findWithdraw === undefined && !paysOut(acquirer)
          ? undefined
          : requireSupport(acquirer.findWithdraw)({ withdrawReference: withdrawalId }),
      isMade: isPayoutMade,
    });
    if (found) return found;
    seconds = opened.absence?.withdraw?.seconds;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // Revoked keys of a former account never answer again: only the seller can see whether the money arrived.
    const mayAnswerLater = error.kind === 'unavailable' || error.kind === 'unreadable';
    throw mayAnswerLater ? tryLater() : new Refused('withdrawal/may-be-paid');
  }
  if (isAbsenceFinal(calls, seconds)) return undefined;
  const mayStillTell = seconds !== undefined || mayAnyBeUnderWay(calls);
  throw mayStillTell ? tryLater() : new Refused('withdrawal/may-be-paid');
};

interface Answers {
  /** The payout, at the acquirer that made it. */
  readonly made?: WithdrawResult & { readonly provider: string };
  /** An acquirer that refused it. */
  readonly refusedBy?: string;
  /** Why one of the acquirers cannot tell: as `findAt` throws. */
  readonly doubt?: Error;
}

/** Asks these acquirers, up to the one that made it, for a payout that the log may have lost. */
export const askForLost = async (
  { ports }: Pick<Core, 'ports'>,
  lost: LostPayout,
  providers: readonly string[],
): Promise<Answers> => {
  const epoch = await ports.epoch();
  const calls = { attempt: null, requestedAt: epoch.since, epoch, now: ports.now() };
  let answers: Answers = {};
  for (const provider of providers) {
    try {
      const payout = await findAt({ ports }, provider, lost, calls);
      if (payout && isPayoutMade(payout)) return { made: { ...payout, provider } };
      if (payout) answers = { refusedBy: provider, ...answers };
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof AppendError)) throw error;
      // A refusal is final, so it must not hide that another acquirer may still tell.
      if (!answers.doubt || error instanceof AppendError) answers = { ...answers, doubt: error };
    }
  }
  return answers;
};

/** Lists those of the acquirers at which the platform has or had an account that pays to PIX keys. */
export const listWithAccount = async (
  { ports }: Pick<Core, 'ports'>,
  platformId: string,
  providers: readonly string[],
): Promise<readonly string[]> => {
  const mayHavePaid = async (provider: string): Promise<boolean> => {
    const place = { provider, platformId };
    try {
      const acquirer = await openForSearch(ports, place, null);
      if (acquirer === undefined || paysOut(acquirer)) return acquirer !== undefined;
      for (const merchantAccount of acquirer.formerAccounts ?? []) {
        const former = await openForSearch(ports, place, { merchantAccount });
        if (former && paysOut(former)) return true;
      }
      return false;
    } catch (error) {
      if (error instanceof ProviderFailure) return true;
      throw error;
    }
  };
  const paying = await Promise.all(providers.map(mayHavePaid));
  return providers.filter((_, index) => paying[index]);
};

interface RepeatedPayout extends LostPayout {
  readonly chosen: Chosen;
  /** The acquirers by which the lost payout may have been made (`listRoutedSince`). */
  readonly routedSince: readonly string[];
}

/** Lists the acquirers that may have made the lost payout: also one that cannot make the present one, if we have or had an account there. */
const listAsked = async (
  core: Pick<Core, 'ports'>,
  { chosen: { choice }, routedSince, platformId }: RepeatedPayout,
): Promise<readonly string[]> => {
  const possible = listPossibleProviders(choice);
  const all = [...new Set([...choice.considered.map(({ provider }) => provider), ...routedSince])];
  const others = all.filter((provider) => !possible.includes(provider));
  const withAccount = await listWithAccount(core, platformId, others);
  return all.filter((provider) => possible.includes(provider) || withAccount.includes(provider));
};

/**
 * Chooses the acquirer of a payout that may repeat one lost from the log: the acquirer that made the lost payout, or else the first of the
 * route that refused it. If none has it, `chosen` stays.
 * @throws as `findAt`, if no acquirer made the payout and one of them cannot tell; `unavailable` if one may still tell
 */
export const chooseForRepeated = async (
  core: Pick<Core, 'ports'>,
  repeated: RepeatedPayout,
): Promise<Chosen> => {
  const { chosen, withdrawalId } = repeated;
  const asked = await listAsked(core, repeated);
  if (asked.length === 1) return chosen;
  const { made, refusedBy, doubt } = await askForLost(core, repeated, asked);
  if (doubt) throw doubt;
  if (made) {
    const route = withCandidate(made.provider, chosen.choice);
    return chooseOnly(made.provider, withdrawalId, route) ?? chosen;
  }
  return (refusedBy && chooseOnly(refusedBy, withdrawalId, chosen.choice)) || chosen;
};
