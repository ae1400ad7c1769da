import type { AccessToken } from './auth.ts';

export interface Tokens {
  /** One that is still good for a while; who asks while it is fetched waits for the same one. */
  readonly get: () => Promise<string>;
  /** The provider does not take it any more. */
  readonly drop: (token: string) => void;
}

/** Fetched again this long before its end, or after half of its life when that is shorter. */
const MARGIN_SECONDS = 60;

export const createTokens = (fetchToken: () => Promise<AccessToken>, now: () => number): Tokens => {
  let kept: { readonly token: string; readonly until: number } | undefined;
  let fetching: Promise<string> | undefined;

  const fetchOne = async (): Promise<string> => {
    const { token, expiresIn } = await fetchToken();
    const life = Math.max(expiresIn / 2, expiresIn - MARGIN_SECONDS);
    kept = { token, until: now() + life * 1_000 };
    return token;
  };

  return {
    get: async () => {
      if (kept && kept.until > now()) return kept.token;
      fetching ??= fetchOne().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    drop: (token) => {
      if (kept?.token === token) kept = undefined;
    },
  };
};
