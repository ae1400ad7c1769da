import type { Day, Timestamp } from '#/domain/time.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { Token, Word } from '#/ledger/vault/search-entries.ts';
import { termsOf, type Term } from './terms.ts';

/** A term as the index knows it; without tokens where it can only be an id. */
interface PreparedTerm {
  readonly tokens: readonly Token[];
  readonly id?: string | undefined;
}

/** What is looked for, with nothing left of the text but ids. */
export interface PreparedSearch {
  /** All must match; none when nothing of the text can be looked for. */
  readonly terms: readonly PreparedTerm[];
  /** What all sales of the seller have whose sales are searched; nothing where all sellers' are. */
  readonly scope: readonly Token[];
  /** What all sales of these days have. */
  readonly onDays: (days: readonly Day[]) => readonly Token[];
  /** Words of many people or products; what is rare is better asked of the index at once. */
  readonly isOfWords: boolean;
  /** Keyed, so that a cursor can be told from one of another text without carrying either. */
  readonly digest: string;
}

/** The day of a sale, by which the newest that match are found before all that do. In UTC, as instants sort. */
export const dayWord = (at: Timestamp): Word => ({ kind: 'day', text: at.slice(0, 10) });

/** Each is looked up in three places; whoever pastes more of them means text. */
const MOST_IDS = 4;

const wordsOfTerm = ({ words, email, number }: Term, isWithNumbers: boolean): readonly Word[] => {
  if (email !== undefined) return [{ kind: 'email', text: email }];
  if (number !== undefined) return isWithNumbers ? [{ kind: 'number', text: number }] : [];
  return words.map((text) => ({ kind: 'word', text }));
};

/** @param isWithNumbers false leaves out documents and phones, for who may not see them */
export const prepareSearch = (
  vault: Pick<Vault, 'tokens'>,
  {
    platformId,
    sellerId,
    text,
    isWithNumbers,
  }: {
    readonly platformId: string;
    readonly sellerId?: string | undefined;
    readonly text: string;
    readonly isWithNumbers: boolean;
  },
): PreparedSearch => {
  const terms = termsOf(text);
  const tokens = (words: readonly Word[]) => vault.tokens(platformId, words);
  const [digest = ''] = tokens([{ kind: 'search', text: JSON.stringify(terms) }]);
  let ids = 0;
  return {
    terms: terms.map((term) => {
      if (term.id !== undefined) ids += 1;
      const id = ids <= MOST_IDS ? term.id : undefined;
      return { tokens: tokens(wordsOfTerm(term, isWithNumbers)), id };
    }),
    scope: sellerId === undefined ? [] : tokens([{ kind: 'seller', text: sellerId }]),
    onDays: (days) => tokens(days.map((day) => ({ kind: 'day', text: day }))),
    isOfWords: terms.every(({ words }) => words.length > 0),
    digest,
  };
};
