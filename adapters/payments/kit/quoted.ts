import { isPersonalKey } from '#/domain/privacy/personal-text.ts';

/** Quotes a provider's reply for users, without the values of fields that are named like personal data. Empty when there was no body. */
export const quoteReply = (body: unknown): string =>
  body === undefined || body === null
    ? ''
    : JSON.stringify(body, (key, value: unknown) =>
        value !== null && key !== '' && isPersonalKey(key) ? '…' : value,
      );

const MESSAGE_KEYS = ['errors', 'message', 'error', 'detail', 'title', 'description'] as const;

/** Replies are limited in size, but not in depth. */
const DEEPEST = 6;

/**
 * Returns the first message in a provider's error: the body itself if it is a text, or the text in the first of the usual fields that has
 * one. In `errors`, the messages may also be listed by the input field that they concern. Empty when there is none.
 */
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

/** Joins a text of acquirers.121 and the provider's message. */
export const wrapText =
  (reply: string) =>
  (body: unknown): string => {
    const sentence = sentenceOf(body);
    return sentence === '' ? reply : `${reply}: ${sentence}`;
  };
