import { remember, type Remembered } from '#/api/reads/remember.ts';
import type { Candidate } from '#/domain/acquiring/choose.ts';
import { acquirer, suspensionNow, type Acquirer } from '#/domain/acquiring/decider.ts';
import type { Purpose, Route } from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import type { Currency } from '#/domain/values/money.ts';
import type { Clock } from '#/domain/ports/machine.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

/** How long a state is cached: a suspension by another process takes effect here at most this much later. */
const STATE_MS = 1_000;

/** True if this acquirer cannot tell us whether it made a charge whose answer is lost, or how a payout ended. */
export const isUnprovable = (
  { unprovablePurposes = [] }: Pick<PaymentProvider, 'unprovablePurposes'>,
  purpose: Purpose,
): boolean => unprovablePurposes.includes(purpose);

/**
 * True also for unprovable payouts, because routes on record may name their acquirer: the money is held until staff know how they ended.
 */
export const supportsPurpose = (
  provider: Pick<PaymentProvider, 'paymentMethods' | 'unprovablePurposes' | 'withdrawMethods'>,
  purpose: Purpose,
): boolean =>
  purpose === 'WITHDRAW'
    ? provider.withdrawMethods.includes('PIX')
    : provider.paymentMethods.includes(purpose) && !isUnprovable(provider, purpose);

export const takesCurrency = (
  { currencies = ['BRL'] }: Pick<PaymentProvider, 'currencies'>,
  currency: Currency,
): boolean => currencies.includes(currency);

/** What a charge or payout needs of its acquirer. */
export interface AcquirerNeed {
  readonly platformId: string;
  readonly purpose: Purpose;
  /** A further condition on the acquirer; absent = none. */
  readonly suits?: (provider: PaymentProvider) => boolean;
}

export type AcquirerStates = Remembered<Acquirer>;

export const createAcquirerStates = (handler: CommandHandler, clock: Clock): AcquirerStates =>
  remember(async (stream) => (await handler.load(acquirer, stream)).state, {
    forMs: STATE_MS,
    clock,
  });

/** Returns whether each acquirer of a route can be chosen now, and if not, why. */
export type Circumstances = (route: Route, need: AcquirerNeed) => Promise<readonly Candidate[]>;

export const createCircumstances = (dependencies: {
  readonly providers: PaymentProviders;
  readonly states: AcquirerStates;
  readonly now: () => Timestamp;
}): Circumstances => {
  const { providers, states, now } = dependencies;

  /** Returns undefined when the platform has no account at the acquirer. */
  const findProvider = async (provider: string, platformId: string) => {
    try {
      return await providers(provider, platformId);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  };

  return (route, { platformId, purpose, suits }) =>
    Promise.all(
      route.map(async ({ provider: id, share }): Promise<Candidate> => {
        const provider = await findProvider(id, platformId);
        if (!provider || !supportsPurpose(provider, purpose) || suits?.(provider) === false)
          return { provider: id, share, standing: 'NOT_OFFERED' };
        const state = await states.get(acquirerStream(platformId, id));
        const isSuspended = suspensionNow(state, purpose, now()) !== undefined;
        return { provider: id, share, standing: isSuspended ? 'ASIDE' : 'FIT' };
      }),
    );
};
