import type { Core } from '#/api/composition/core.ts';

/** Returns the providers at which a platform has an account, and those that need none. */
export const listConnectedProviders = async (
  { credentials, hasSandbox }: Core,
  platformId: string,
): Promise<ReadonlySet<string>> =>
  new Set([...(hasSandbox ? ['sandbox'] : []), 'none', ...(await credentials.names(platformId))]);
