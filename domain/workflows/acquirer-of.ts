import {
  accountOf,
  accountPart,
  isOtherAccount,
  type AccountThere,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { AcquirerUse, PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Ports } from './reaction.ts';

interface AcquirerOfPlatform {
  readonly provider: string;
  readonly platformId: string;
}

const otherAccount = (provider: string): ProviderFailure =>
  new ProviderFailure(
    'unavailable',
    `${provider}: the platform has connected another account, or new keys`,
    {
      mayHaveHappened: false,
    },
  );

/** Opens an acquirer, and compares the opened account with that of a recorded call. @throws as `acquirerOf` */
const openFor = async (
  { providers }: Pick<Ports, 'providers'>,
  { provider, platformId }: AcquirerOfPlatform,
  call: AccountThere | null,
  use: AcquirerUse,
): Promise<PaymentProvider> => {
  const acquirer = await providers(provider, platformId, use);
  if (call && isOtherAccount(call, acquirer)) throw otherAccount(provider);
  return acquirer;
};

/**
 * Returns the acquirer for questions about a recorded call. The answer of another account there would prove nothing, because that account
 * does not know the call. The account may have new keys since, and may even be disconnected, while its keys are kept.
 * @param call null = none is on record
 * @throws ProviderFailure while only another account can be asked, Refused `provider/not-offered` while none can
 */
export const acquirerOf = (
  ports: Pick<Ports, 'providers'>,
  place: AcquirerOfPlatform,
  call: AccountThere | null,
): Promise<PaymentProvider> =>
  openFor(ports, place, call, { for: 'LOOK_UP', merchantAccount: call?.merchantAccount });

/**
 * Returns the acquirer for making a recorded call. Unlike for a question about the call, the acquirer must still be connected, with the
 * account and the keys that are on record. @param call null = none is on record, and nothing is compared
 * @throws as `acquirerOf`, and ProviderFailure when the keys have changed since the call was recorded
 */
export const openAcquirerForCall = async (
  ports: Pick<Ports, 'providers'>,
  place: AcquirerOfPlatform,
  call: AccountThere | null,
): Promise<PaymentProvider> => {
  const acquirer = await openFor(ports, place, call, { for: 'CALL' });
  const { credential } = acquirer;
  if (call?.credential !== undefined && call.credential !== credential)
    throw otherAccount(place.provider);
  return acquirer;
};

/** Returns the acquirer; undefined while it is not connected. */
export const findConnected = async (
  { providers }: Pick<Ports, 'providers'>,
  { provider, platformId }: AcquirerOfPlatform,
): Promise<PaymentProvider | undefined> => {
  try {
    return await providers(provider, platformId);
  } catch (error) {
    if (error instanceof Refused && error.code === 'provider/not-offered') return undefined;
    throw error;
  }
};

/**
 * Returns the account in which a call that begins now is to be made: the connected one. While none is connected, it is the account of the
 * call before, if there was one, so that the call is not sent in another account that is connected later. If only one account can carry out
 * the call (`merchantAccount`), it is that one, and the call is not sent while another is connected.
 */
export const chooseAccount = async (
  ports: Pick<Ports, 'providers'>,
  { merchantAccount, ...place }: AcquirerOfPlatform & Pick<AccountThere, 'merchantAccount'>,
  before: AccountThere | null = null,
): Promise<AccountThere> => {
  const acquirer = await findConnected(ports, place);
  if (acquirer === undefined)
    return { ...accountPart({ merchantAccount: merchantAccount ?? before?.merchantAccount }) };
  const connected = accountOf(acquirer);
  const isIts = (merchantAccount ?? connected.merchantAccount) === connected.merchantAccount;
  return isIts || connected.merchantAccount === undefined ? connected : { merchantAccount };
};
