import { isSameText } from '#/api/http/same-text.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

/** A platform's account at a provider, as the address names it. */
interface Addressee {
  readonly provider: string;
  readonly platformId: string;
}

/** Changes only with the application's secret, because a charge keeps the address with which it was created. */
const secretOf = (secretName: Ports['secretName'], { provider, platformId }: Addressee): string =>
  secretName(`webhook ${provider} ${platformId}`);

/**
 * Returns the address for a provider's notices about a platform's account. It ends in a secret, which strangers do not know. So a notice
 * that comes to this address is proved. Providers whose requests have a field for an address get it with each charge or payout. At the
 * other providers, staff enter it.
 * @param baseUrl without a slash at the end
 */
export const webhookAddress =
  (baseUrl: string, secretName: Ports['secretName']): Ports['webhookUrl'] =>
  (provider, platformId) =>
    `${baseUrl}/api/webhooks/${provider}/${platformId}/${secretOf(secretName, { provider, platformId })}`;

/** Checks in constant time that a notice came to this account's secret address. */
export const isSecretAddress = (
  secretName: Ports['secretName'],
  addressee: Addressee,
  text: string,
): boolean => isSameText(text, secretOf(secretName, addressee));
