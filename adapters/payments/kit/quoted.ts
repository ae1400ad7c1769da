import { isPersonalKey } from '#/domain/personal-text.ts';

/** A provider's reply, as people may be told of it: without what names somebody. Empty where there was none. */
export const quoted = (body: unknown): string =>
  body === undefined || body === null
    ? ''
    : JSON.stringify(body, (key, value: unknown) =>
        value !== null && key !== '' && isPersonalKey(key) ? '…' : value,
      );

const MESSAGE_KEYS = ['errors', 'message', 'error', 'detail', 'title', 'description'] as const;

/** Replies are bounded in size, not in depth. */
const DEEPEST = 6;

/** The first sentence of a provider's error, wherever it keeps it, be it by field; empty where it says none. */
export const sentenceOf = (body: unknown, isByField = false, depth = 0): string => {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return '';
  if (Array.isArray(body)) return sentenceOf(body[0], false, depth + 1);
  const named: Readonly<Record<string, unknown>> = { ...body };
  for (const key of MESSAGE_KEYS) {
    const sentence = sentenceOf(named[key], key === 'errors', depth + 1);
    if (sentence !== '') return sentence;
  }
  return isByField ? sentenceOf(Object.values(named)[0], false, depth + 1) : '';
};

/** One of acquirers.121's texts, and the provider's message behind it. */
export const wrapped =
  (told: string) =>
  (body: unknown): string => {
    const sentence = sentenceOf(body);
    return sentence === '' ? told : `${told}: ${sentence}`;
  };
