import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ports } from '#/domain/workflows/reaction.ts';

/** An account at a provider, as the address names it. */
interface Addressee {
  readonly provider: string;
  readonly platformId: string;
}

/** The same for an account as long as the secret is: charges keep the address they were made with. */
const secretOf = (secretName: Ports['secretName'], { provider, platformId }: Addressee): string =>
  secretName(`webhook ${provider} ${platformId}`);

/**
 * Where a provider sends notices of a platform's account. Its last part is a secret that only this provider is told with
 * each charge; what comes to it was certainly not sent by a stranger.
 * @param baseUrl without a slash at the end
 */
export const webhookAddress =
  (baseUrl: string, secretName: Ports['secretName']): Ports['webhookUrl'] =>
  (provider, platformId) =>
    `${baseUrl}/api/webhooks/${provider}/${platformId}/${secretOf(secretName, { provider, platformId })}`;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a notice came to that address, in constant time. */
export const isSecretAddress = (
  secretName: Ports['secretName'],
  addressee: Addressee,
  given: string,
): boolean => timingSafeEqual(digest(given), digest(secretOf(secretName, addressee)));
