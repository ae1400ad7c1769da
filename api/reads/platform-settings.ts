import { streamOf } from '#/domain/ids.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/record.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

/** Returns a platform's current settings. @throws Refused `record/…` */
export const platformSettings = async (
  handler: CommandHandler,
  platformId: string,
): Promise<PlatformDetails> => {
  const { state } = await handler.load(platform, streamOf('platform', platformId));
  return activeDetails(state);
};
