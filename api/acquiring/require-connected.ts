import { acquirer } from '#/domain/acquiring/decider.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

/** Acquirers that need no account. */
const WITHOUT_ACCOUNT: ReadonlySet<string> = new Set(['sandbox', 'none']);

/** @throws Refused `provider/not-offered` when staff disconnected the acquirer */
export const requireConnected = async (
  handler: Pick<CommandHandler, 'load'>,
  { providerId, platformId }: { readonly providerId: string; readonly platformId: string },
): Promise<void> => {
  if (WITHOUT_ACCOUNT.has(providerId)) return;
  const { state } = await handler.load(acquirer, acquirerStream(platformId, providerId));
  if (state.isConnected === false) throw new Refused('provider/not-offered', { providerId });
};
