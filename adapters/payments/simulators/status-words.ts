import type { Step } from './case-book.ts';
import { leavesOf, mapLeaves } from './leaves.ts';
import type { Kept } from './store.ts';
import type { ProviderCases } from '#/adapters/payments/testing/provider-cases.ts';

type Words = Readonly<Record<string, string>>;

const isStatusKey = (key: string): boolean => /stat|situa/i.test(key);

/** The first of the provider's words that means it; where none does, what it last was in a way that has one. */
const wordFor = (words: Words, status: string): string | undefined => {
  const entry = Object.entries(words).find(([, meaning]) => meaning === status);
  if (entry) return entry[0];
  return status === 'REFUNDED' ? wordFor(words, 'APPROVED') : undefined;
};

const namesOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).toSorted().join() : '';

const withWord = (reply: unknown, words: Words, word: string): unknown =>
  mapLeaves(reply, ({ key, value }) =>
    typeof value === 'string' && isStatusKey(key) && Object.hasOwn(words, value) ? word : value,
  );

const hasWord = (reply: unknown, words: Words): boolean =>
  leavesOf(reply).some(
    ({ key, value }) =>
      typeof value === 'string' && isStatusKey(key) && Object.hasOwn(words, value),
  );

/** What the provider would show of it: of the cases (to be rewritten), or as it was answered before. */
export const readingOf = (
  { statuses, withdrawStatuses }: ProviderCases<never>,
  kept: Kept,
  readings: readonly Step[],
): { readonly json: unknown; readonly isOwn: boolean } | undefined => {
  const table = kept.kind === 'payout' ? withdrawStatuses : statuses;
  const word = table && wordFor(table.words, kept.status);
  if (table === undefined || word === undefined) return undefined;
  const usual = table.reply(word);
  if (kept.kind === 'payout' || kept.paymentMethod === 'PIX') return { json: usual, isOwn: false };
  // `reply` shows a charge by PIX where a provider has several methods; another one is found by its own case.
  const same = readings.filter(
    ({ paymentMethod, reply }) =>
      paymentMethod === kept.paymentMethod && hasWord(reply.json, table.words),
  );
  const reading = same.find(({ status }) => status === kept.status) ?? same[0];
  if (reading) return { json: withWord(reading.reply.json, table.words, word), isOwn: false };
  const before = kept.answered?.json;
  return namesOf(before) === namesOf(usual) && hasWord(before, table.words)
    ? { json: withWord(before, table.words, word), isOwn: true }
    : { json: usual, isOwn: false };
};
