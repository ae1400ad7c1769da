import { isSameText } from '#/api/http/same-text.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

interface Addressee {
  readonly provider: string;
  readonly platformId: string;
}

/** Depends on nothing that changes but the application's secret, because each charge keeps the address with which it was created. */
const secretOf = (secretName: Ports['secretName'], { provider, platformId }: Addressee): string =>
  secretName(`webhook ${provider} ${platformId}`);

/**
 * The end of the address is secret, so a notice that arrives there is taken to be the provider's own (`proved`).
 * @param baseUrl without a slash at the end
 */
export const webhookAddress =
  (baseUrl: string, secretName: Ports['secretName']): Ports['webhookUrl'] =>
  (provider, platformId) =>
    `${baseUrl}/api/webhooks/${provider}/${platformId}/${secretOf(secretName, { provider, platformId })}`;

/** Compares in constant time. */
export const isSecretAddress = (
  secretName: Ports['secretName'],
  addressee: Addressee,
  text: string,
): boolean => isSameText(text, secretOf(secretName, addressee));
