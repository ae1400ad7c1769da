import type { Core } from '#/api/composition/core.ts';

/**
 * Returns the providers to which a platform is connected: those with an account, plus the sandbox (if present) and `none`, which need no
 * account.
 */
export const listConnectedProviders = async (
  { credentials, hasSandbox }: Core,
  platformId: string,
): Promise<ReadonlySet<string>> =>
  new Set([...(hasSandbox ? ['sandbox'] : []), 'none', ...(await credentials.names(platformId))]);
