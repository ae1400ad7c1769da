import { acquirer } from '#/domain/acquiring/decider.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

/** Acquirers that need no account, so that no one disconnects them. */
const WITHOUT_ACCOUNT: ReadonlySet<string> = new Set(['sandbox', 'none']);

/**
 * Refuses a call that is about to be sent, if the acquirer's record says that staff disconnected the acquirer. If they do so just after
 * this check, the call is sent all the same. Its outcome is then asked for with the account's keys, which are kept (`disconnectAcquirer`).
 * @throws Refused `provider/not-offered`
 */
export const requireConnected = async (
  handler: Pick<CommandHandler, 'load'>,
  { providerId, platformId }: { readonly providerId: string; readonly platformId: string },
): Promise<void> => {
  if (WITHOUT_ACCOUNT.has(providerId)) return;
  const { state } = await handler.load(acquirer, acquirerStream(platformId, providerId));
  if (state.isConnected === false) throw new Refused('provider/not-offered', { providerId });
};
