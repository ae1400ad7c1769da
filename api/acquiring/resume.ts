import type { Core } from '#/api/composition/core.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import type { ChangedBy } from './settings.ts';

/** @returns position */
export const resumeAcquirer = async (
  { handler, acquiring, now }: Core,
  { provider, purpose }: { readonly provider: string; readonly purpose: Purpose },
  by: ChangedBy,
): Promise<string> => {
  const { platform: platformId } = by;
  const stream = acquirerStream(platformId, provider);
  const command = { type: 'Resume', platformId, provider, purpose, now: now() } as const;
  const context = { ...by, correlation: platformId };
  const { position = '' } = await handler.handle(acquirer, stream, command, context);
  acquiring.states.forget(stream);
  return position;
};
