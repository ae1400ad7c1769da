import type { ProviderDefinition } from './define-provider.ts';
import type { ProviderContext } from './endpoint.ts';

const LENGTH_MAX = 40;

/** Keeps letters, digits and a little punctuation. */
const toPrintable = (word: string): string =>
  word.replace(/[^\p{L}\p{N} .,:_[\]-]/gu, '?').slice(0, LENGTH_MAX) || '?';

/** Notes the first status word of an operation that the provider's map does not list. */
export const watchStatusWords = <Account>(
  context: ProviderContext<Account>,
  maps: Pick<ProviderDefinition<Account>, 'status' | 'withdrawStatus'>,
  scrub: (text: string) => string,
): {
  readonly context: ProviderContext<Account>;
  readonly unknownStatus: () => string | undefined;
} => {
  let first: string | undefined;
  const note = (map: { readonly words: object } | undefined, word: string): void => {
    if (map && !Object.hasOwn(map.words, word)) first ??= toPrintable(scrub(word));
  };
  return {
    context: {
      ...context,
      status: (word) => {
        note(maps.status, word);
        return context.status(word);
      },
      withdrawStatus: (word) => {
        note(maps.withdrawStatus, word);
        return context.withdrawStatus(word);
      },
    },
    unknownStatus: () => first,
  };
};

export const withUnknownStatus = <Result>(result: Result, word: string | undefined): Result =>
  word !== undefined && typeof result === 'object' && result !== null && 'status' in result
    ? { ...result, unknownStatus: word }
    : result;
