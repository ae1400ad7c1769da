import {
  accountOf,
  accountPart,
  isOtherAccount,
  type AcquirerAccount,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { AcquirerUse, PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Ports } from './reaction.ts';

export interface AcquirerOfPlatform {
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

/** @throws as `acquirerOf` */
const openFor = async (
  { providers }: Pick<Ports, 'providers'>,
  { provider, platformId }: AcquirerOfPlatform,
  call: AcquirerAccount | null,
  use: AcquirerUse,
): Promise<PaymentProvider> => {
  const acquirer = await providers(provider, platformId, use);
  if (call && isOtherAccount(call, acquirer)) throw otherAccount(provider);
  return acquirer;
};

/**
 * Returns the acquirer in order to ask about a recorded call, in that call's account.
 * @param call null = no call is on record: then any of the platform's accounts will do
 * @throws ProviderFailure while only another account can be asked, Refused `provider/not-offered` while none can
 */
export const acquirerOf = (
  ports: Pick<Ports, 'providers'>,
  place: AcquirerOfPlatform,
  call: AcquirerAccount | null,
): Promise<PaymentProvider> =>
  openFor(ports, place, call, { for: 'LOOK_UP', merchantAccount: call?.merchantAccount });

/**
 * Returns the acquirer in order to make a call that is on record.
 * @param call the account and keys that the acquirer must have; null = not compared
 * @throws as `acquirerOf`, and ProviderFailure when the keys have changed
 */
export const openAcquirerForCall = async (
  ports: Pick<Ports, 'providers'>,
  place: AcquirerOfPlatform,
  call: AcquirerAccount | null,
): Promise<PaymentProvider> => {
  const acquirer = await openFor(ports, place, call, { for: 'CALL' });
  const { credential } = acquirer;
  if (call?.credential !== undefined && call.credential !== credential)
    throw otherAccount(place.provider);
  return acquirer;
};

/** Undefined while the acquirer is not connected. */
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

/** Returns the account for a new call: the required one, else the connected one, else (none is connected) that of the call before. */
export const chooseAccount = async (
  ports: Pick<Ports, 'providers'>,
  { merchantAccount, ...place }: AcquirerOfPlatform & Pick<AcquirerAccount, 'merchantAccount'>,
  before: AcquirerAccount | null = null,
): Promise<AcquirerAccount> => {
  const acquirer = await findConnected(ports, place);
  if (acquirer === undefined)
    return { ...accountPart({ merchantAccount: merchantAccount ?? before?.merchantAccount }) };
  const connected = accountOf(acquirer);
  const isConnectedOne =
    (merchantAccount ?? connected.merchantAccount) === connected.merchantAccount;
  return isConnectedOne || connected.merchantAccount === undefined
    ? connected
    : { merchantAccount };
};
