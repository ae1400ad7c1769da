import { isPersonalKey } from '#/domain/privacy/personal-text.ts';

/** Quotes a reply for users, without the values of fields named like personal data. */
export const quoteReply = (body: unknown): string =>
  body === undefined || body === null
    ? ''
    : JSON.stringify(body, (key, value: unknown) =>
        value !== null && key !== '' && isPersonalKey(key) ? '…' : value,
      );

const MESSAGE_KEYS = ['errors', 'message', 'error', 'detail', 'title', 'description'] as const;

/** The depth of a reply is not limited otherwise. */
const DEEPEST = 6;

/** The first message in a provider's error. In `errors`, messages may be listed by input field. */
export const sentenceOf = (body: unknown, isByField = false, depth = 0): string => {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return '';
  if (Array.isArray(body)) return sentenceOf(body[0], false, depth + 1);
  const fields: Readonly<Record<string, unknown>> = { ...body };
  for (const key of MESSAGE_KEYS) {
    const sentence = sentenceOf(fields[key], key === 'errors', depth + 1);
    if (sentence !== '') return sentence;
  }
  return isByField ? sentenceOf(Object.values(fields)[0], false, depth + 1) : '';
};

/** A text of acquirers.121, followed by the provider's message if there is one. */
export const wrapText =
  (text: string) =>
  (body: unknown): string => {
    const sentence = sentenceOf(body);
    return sentence === '' ? text : `${text}: ${sentence}`;
  };
