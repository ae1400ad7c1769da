import { platformSettings } from '#/api/reads/platform-settings.ts';
import { remember } from '#/api/reads/remember.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import {
  createCircumstances,
  createStandings,
  type Circumstances,
  type Standings,
} from './circumstances.ts';
import { watchHealth, type AcquirerHealth } from './health.ts';
import { hearUnheardWords } from './unheard-words.ts';

/** Changed limits take effect at most this much later. */
const SETTINGS_MS = 5_000;

export interface Acquiring extends AcquirerHealth {
  readonly circumstances: Circumstances;
  readonly standings: Standings;
}

/** Creates everything needed to choose an acquirer. Its `providers` are monitored, so all code must use those. */
export const createAcquiring = (parts: {
  readonly providers: PaymentProviders;
  readonly handler: CommandHandler;
  readonly now: () => Timestamp;
  readonly onFailure: (error: unknown) => void;
}): Acquiring => {
  const { handler, now } = parts;
  const settings = remember((platformId) => platformSettings(handler, platformId), {
    forMs: SETTINGS_MS,
  });
  const limitsOf = async (platformId: string) => (await settings.get(platformId)).stepAside;
  const standings = createStandings(handler);
  const heard = hearUnheardWords({ ...parts, standings });
  const health = watchHealth({ ...parts, providers: heard, standings, limitsOf });
  const { providers } = health;
  return {
    ...health,
    standings,
    circumstances: createCircumstances({ providers, standings, now }),
  };
};
