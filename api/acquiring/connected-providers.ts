import type { Core } from '#/api/composition/core.ts';

/**
 * Returns the providers to which a platform is connected: those with an account, plus two that need no account: the sandbox, if there is
 * one, and `none`, which stands for no acquirer.
 */
export const listConnectedProviders = async (
  { credentials, hasSandbox }: Core,
  platformId: string,
): Promise<ReadonlySet<string>> =>
  new Set([...(hasSandbox ? ['sandbox'] : []), 'none', ...(await credentials.names(platformId))]);
