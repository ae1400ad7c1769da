import type { AccessToken } from './auth.ts';

export interface Tokens {
  /** Concurrent callers share one fetch. */
  readonly get: () => Promise<string>;
  /** Discards a token that the provider refused. */
  readonly drop: (token: string) => void;
}

/** A token is replaced this long before it expires, or after half of its lifetime if that is later. */
const MARGIN_SECONDS = 60;

export const createTokens = (fetchToken: () => Promise<AccessToken>, now: () => number): Tokens => {
  let cached: { readonly token: string; readonly until: number } | undefined;
  let fetching: Promise<string> | undefined;

  const fetchAndCache = async (): Promise<string> => {
    const { token, expiresIn: lifetime } = await fetchToken();
    const expiresIn =
      typeof lifetime === 'number' ? lifetime : Math.max(1, lifetime.until - now() / 1_000);
    const usableSeconds = Math.max(expiresIn / 2, expiresIn - MARGIN_SECONDS);
    cached = { token, until: now() + usableSeconds * 1_000 };
    return token;
  };

  return {
    get: async () => {
      if (cached && cached.until > now()) return cached.token;
      fetching ??= fetchAndCache().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    drop: (token) => {
      if (cached?.token === token) cached = undefined;
    },
  };
};
