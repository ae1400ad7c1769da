import { z } from 'zod';
import { streamOf } from '#/domain/values/ids.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { Machine } from '#/domain/ports/machine.ts';
import {
  NO_DEFAULTS,
  type StoredCertificate,
  type PlatformDefaults,
} from '#/domain/ports/platform-defaults.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';

/** Owner of the secrets of a platform's setup. Its accounts' secrets have the platform's id as owner; ids have no colon, so they differ. */
export const secretsOfPlatform = (platformId: string): string => `platform:${platformId}`;

const storedKey = z.strictObject({ key: z.string() });

const storedCertificate = z.strictObject({
  content: z.string(),
  passphrase: z.string().exactOptional(),
});

type SecretReader = Pick<Credentials, 'get'>;

export const readReceiverKey = async (
  credentials: SecretReader,
  platformId: string,
  id: string | undefined,
): Promise<string | undefined> => {
  if (id === undefined) return undefined;
  const secret = await credentials.get(secretsOfPlatform(platformId), id);
  return storedKey.safeParse(secret).data?.key;
};

const certificateOf = async (
  credentials: SecretReader,
  platformId: string,
  id: string | undefined,
): Promise<StoredCertificate | undefined> => {
  if (id === undefined) return undefined;
  const secret = await credentials.get(secretsOfPlatform(platformId), id);
  return storedCertificate.safeParse(secret).data;
};

/** Reads the defaults of a platform's accounts, with a command handler of its own: the core's does not exist yet. */
export const platformDefaults = (dependencies: {
  readonly store: EventStore;
  readonly credentials: SecretReader;
  readonly machine: Machine;
}): ((platformId: string) => Promise<PlatformDefaults>) => {
  const { credentials } = dependencies;
  const handler = createCommandHandler(dependencies);
  return async (platformId) => {
    const { state } = await handler.load(platform, streamOf('platform', platformId));
    const setup = state.status === 'ABSENT' ? undefined : state.details.setup;
    if (setup === undefined) return NO_DEFAULTS;
    const { receiver, certificates = {} } = setup;
    const [key, CASH_IN, CASH_OUT] = await Promise.all([
      readReceiverKey(credentials, platformId, receiver?.id),
      certificateOf(credentials, platformId, certificates.CASH_IN?.id),
      certificateOf(credentials, platformId, certificates.CASH_OUT?.id),
    ]);
    return { receiver: key, certificates: { CASH_IN, CASH_OUT } };
  };
};
