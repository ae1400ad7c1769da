import type { AcquirerAccount } from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { acquirerOf, type AcquirerOfPlatform } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

/**
 * Undefined = the platform has and had no account there.
 * @param account null = the account that is connected or, without one, the one that was connected last
 * @throws ProviderFailure while the account cannot be opened
 */
export const openForSearch = async (
  ports: Pick<Ports, 'providers'>,
  { provider, platformId }: AcquirerOfPlatform,
  account: AcquirerAccount | null,
): Promise<PaymentProvider | undefined> => {
  try {
    if (account === null) return await ports.providers(provider, platformId, { for: 'SEARCH' });
    return await acquirerOf(ports, { provider, platformId }, account);
  } catch (error) {
    if (error instanceof Refused && error.code === 'provider/not-offered') return undefined;
    if (error instanceof ProviderFailure) throw error;
    // This acquirer counts as one without an answer, so that the others are asked too.
    const message = `${provider}: its account cannot be opened`;
    throw new ProviderFailure('unreadable', message, { mayHaveHappened: true, cause: error });
  }
};

/** Lists our accounts at an acquirer besides the opened one. An account without a name is the only one. */
const listOtherAccounts = async (
  ports: Pick<Ports, 'providers'>,
  place: AcquirerOfPlatform,
  { merchantAccount: opened }: PaymentProvider,
): Promise<readonly string[]> => {
  if (opened === undefined) return [];
  const { merchantAccount, formerAccounts = [] } = (await openForSearch(ports, place, null)) ?? {};
  const all = merchantAccount === undefined ? formerAccounts : [merchantAccount, ...formerAccounts];
  return all.filter((each) => each !== opened);
};

/**
 * Asks an acquirer in one of our accounts there, and then in the others, until one of them has made what is looked for.
 * @param opened the account that is asked first
 * @returns what was found, and the account: if none has made it, what the first account said that knows of it, such as a refusal
 * @throws ProviderFailure when no account has made it, and one gave no answer
 */
export const findInAccounts = async <Found>(
  ports: Pick<Ports, 'providers'>,
  place: AcquirerOfPlatform,
  opened: PaymentProvider,
  {
    find,
    isMade,
  }: {
    readonly find: (acquirer: PaymentProvider) => Promise<Found | undefined>;
    readonly isMade: (found: Found) => boolean;
  },
): Promise<{ readonly acquirer: PaymentProvider; readonly found: Found | undefined }> => {
  const answers: { readonly acquirer: PaymentProvider; readonly found: Found }[] = [];
  const silences: ProviderFailure[] = [];
  const ask = async (open: () => Promise<PaymentProvider | undefined>): Promise<boolean> => {
    try {
      const acquirer = await open();
      const found = acquirer && (await find(acquirer));
      if (acquirer && found !== undefined) answers.push({ acquirer, found });
      return found !== undefined && isMade(found);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      silences.push(error);
      return false;
    }
  };
  if (!(await ask(async () => opened)))
    for (const merchantAccount of await listOtherAccounts(ports, place, opened))
      if (await ask(() => openForSearch(ports, place, { merchantAccount }))) break;
  const made = answers.find(({ found }) => isMade(found));
  if (made) return made;
  if (silences[0]) throw silences[0];
  return answers[0] ?? { acquirer: opened, found: undefined };
};
