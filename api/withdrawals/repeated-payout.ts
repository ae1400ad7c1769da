import type { Core } from '#/api/composition/core.ts';
import {
  chooseOnly,
  listPossibleProviders,
  type RoutingDecision,
} from '#/domain/acquiring/choose.ts';
import {
  mayAnyBeUnderWay,
  isAbsenceFinal,
  type UnknownThere,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import { findConnected } from '#/domain/workflows/acquirer-of.ts';
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

const isRefused = ({ status }: WithdrawResult): boolean =>
  status === 'REJECTED' || status === 'CANCELED';

/**
 * Asks an acquirer for a payout.
 * @returns undefined if the acquirer never made it
 * @throws AppendError `unavailable` while the acquirer cannot tell, Refused `withdrawal/may-be-paid` if it never can
 */
const findAt = async (
  { ports }: Pick<Core, 'ports'>,
  provider: string,
  { withdrawalId, platformId }: LostPayout,
  calls: UnknownThere,
): Promise<WithdrawResult | undefined> => {
  const { findWithdraw, absence } = (await findConnected(ports, { provider, platformId })) ?? {};
  if (findWithdraw === undefined) throw new Refused('withdrawal/may-be-paid');
  try {
    const payout = await findWithdraw({ withdrawReference: withdrawalId });
    if (payout) return payout;
  } catch (error) {
    if (error instanceof ProviderFailure) throw tryLater();
    throw error;
  }
  const seconds = absence?.withdraw?.seconds;
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
      if (payout && !isRefused(payout)) return { made: { ...payout, provider } };
      if (payout) answers = { refusedBy: provider, ...answers };
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof AppendError)) throw error;
      // A refusal is final, so it must not hide that another acquirer may still tell.
      if (!answers.doubt || error instanceof AppendError) answers = { ...answers, doubt: error };
    }
  }
  return answers;
};

/**
 * Chooses the acquirer of a payout that may repeat one lost from the log: of the route, the acquirer that made the lost payout, or else the
 * first that refused it. If none has it, `chosen` stays.
 * @throws as `findAt`, if no acquirer made the payout and one of them cannot tell; `unavailable` if one may still tell
 */
export const chooseForRepeated = async (
  core: Pick<Core, 'ports'>,
  { chosen, ...lost }: LostPayout & { readonly chosen: Chosen },
): Promise<Chosen> => {
  const possible = listPossibleProviders(chosen.choice);
  if (possible.length === 1) return chosen;
  const { made, refusedBy, doubt } = await askForLost(core, lost, possible);
  if (doubt) throw doubt;
  const provider = made?.provider ?? refusedBy;
  const choice = provider && chooseOnly(provider, lost.withdrawalId, chosen.choice);
  return choice || chosen;
};
