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

interface RepeatedPayout {
  readonly withdrawalId: string;
  readonly platformId: string;
  readonly chosen: Chosen;
}

/** The acquirer cannot tell yet: the caller tries again later. */
const tryLater = (): AppendError =>
  new AppendError({ kind: 'unavailable', retryAfterSeconds: RETRY_SECONDS });

const isRefused = ({ status }: WithdrawResult): boolean =>
  status === 'REJECTED' || status === 'CANCELED';

/** What an acquirer has of a payout. */
type FindResult = 'MADE' | 'REFUSED' | 'NONE';

/**
 * Asks an acquirer whether it has a payout.
 * @throws AppendError `unavailable` while the acquirer cannot tell, Refused `withdrawal/may-be-paid` if it never can
 */
const findAt = async (
  { ports }: Pick<Core, 'ports'>,
  provider: string,
  { withdrawalId, platformId }: RepeatedPayout,
  calls: UnknownThere,
): Promise<FindResult> => {
  const { findWithdraw, absence } = (await findConnected(ports, { provider, platformId })) ?? {};
  if (findWithdraw === undefined) throw new Refused('withdrawal/may-be-paid');
  try {
    const payout = await findWithdraw({ withdrawReference: withdrawalId });
    if (payout) return isRefused(payout) ? 'REFUSED' : 'MADE';
  } catch (error) {
    if (error instanceof ProviderFailure) throw tryLater();
    throw error;
  }
  const seconds = absence?.withdraw?.seconds;
  if (isAbsenceFinal(calls, seconds)) return 'NONE';
  const mayStillTell = seconds !== undefined || mayAnyBeUnderWay(calls);
  throw mayStillTell ? tryLater() : new Refused('withdrawal/may-be-paid');
};

/**
 * Chooses the acquirer of a payout that may repeat one lost from the log: of the route, the acquirer that made the lost payout, or else the
 * first that refused it. If none has it, `chosen` stays.
 * @throws as `findAt`, if no acquirer made the payout and one of them cannot tell; `unavailable` if one may still tell
 */
export const chooseForRepeated = async (
  { ports }: Pick<Core, 'ports'>,
  repeated: RepeatedPayout,
): Promise<Chosen> => {
  const { withdrawalId, chosen } = repeated;
  const providers = listPossibleProviders(chosen.choice);
  if (providers.length === 1) return chosen;
  const epoch = await ports.epoch();
  const calls = { attempt: null, requestedAt: epoch.since, epoch, now: ports.now() };
  let doubt: Error | undefined;
  let refusedBy: string | undefined;
  for (const provider of providers) {
    try {
      const result = await findAt({ ports }, provider, repeated, calls);
      if (result === 'MADE') return chooseOnly(provider, withdrawalId, chosen.choice) ?? chosen;
      if (result === 'REFUSED') refusedBy ??= provider;
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof AppendError)) throw error;
      // Another acquirer of the route may still have the payout. `Refused` is final, so it must not hide that an acquirer may still tell.
      if (doubt === undefined || error instanceof AppendError) doubt = error;
    }
  }
  if (doubt !== undefined) throw doubt;
  const refusing = refusedBy && chooseOnly(refusedBy, withdrawalId, chosen.choice);
  return refusing || chosen;
};
