import type { Day, Timestamp } from '#/domain/values/time.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { Token, Word } from '#/ledger/vault/search-entries.ts';
import { searchWordsOf, type SearchWord } from './search-words.ts';

/** A term has no tokens if it can only be an id, or is a number that the caller may not search by. */
interface PreparedTerm {
  readonly tokens: readonly Token[];
  readonly id?: string | undefined;
}

/** A search without its text; only ids remain readable. */
export interface PreparedSearch {
  /** All must match; empty when nothing in the text can be searched for. */
  readonly terms: readonly PreparedTerm[];
  /** Tokens that restrict the search to the sales of one seller, or to sellers. */
  readonly scope: readonly Token[];
  /** Tokens that the sales of these days have. */
  readonly onDays: (days: readonly Day[]) => readonly Token[];
  /** Whether all terms are words of names and titles, which many sales may share. */
  readonly isOfWords: boolean;
  /** Keyed hash that binds a cursor to its search text without containing the text. */
  readonly digest: string;
}

/** The day of a sale, so that the newest matches can be found first. In UTC, so that days have the same order as instants. */
export const dayWord = (at: Timestamp): Word => ({ kind: 'day', text: at.slice(0, 10) });

/** The word that marks an entry of a seller. */
export const SELLER: Word = { kind: 'record', text: 'seller' };

/** The record id of a seller's entry; that of a sale's entry is the payment id. */
export const sellerRecord = (sellerId: string): string => `seller-${sellerId}`;

/** Most ids in one search: a text with more id-like terms is probably no list of ids. */
const MOST_IDS = 4;

const wordsOfSearchWord = (
  { words, email, number }: SearchWord,
  isWithNumbers: boolean,
): readonly Word[] => {
  if (email !== undefined) return [{ kind: 'email', text: email }];
  if (number !== undefined) return isWithNumbers ? [{ kind: 'number', text: number }] : [];
  return words.map((text) => ({ kind: 'word', text }));
};

/** @param isWithNumbers false leaves out documents and phones, for callers who may not see them */
export const prepareSearch = (
  vault: Pick<Vault, 'tokens'>,
  {
    platformId,
    sellerId,
    isOfSellers = false,
    text,
    isWithNumbers,
  }: {
    readonly platformId: string;
    readonly sellerId?: string | undefined;
    /** Searches sellers, and no sales. */
    readonly isOfSellers?: boolean;
    readonly text: string;
    readonly isWithNumbers: boolean;
  },
): PreparedSearch => {
  const terms = searchWordsOf(text);
  const tokens = (words: readonly Word[]) => vault.tokens(platformId, words);
  const [digest = ''] = tokens([{ kind: 'search', text: JSON.stringify(terms) }]);
  let ids = 0;
  return {
    terms: terms.map((term) => {
      if (term.id !== undefined) ids += 1;
      const id = ids <= MOST_IDS ? term.id : undefined;
      return { tokens: tokens(wordsOfSearchWord(term, isWithNumbers)), id };
    }),
    scope: [
      ...(sellerId === undefined ? [] : tokens([{ kind: 'seller', text: sellerId }])),
      ...(isOfSellers ? tokens([SELLER]) : []),
    ],
    onDays: (days) => tokens(days.map((day) => ({ kind: 'day', text: day }))),
    isOfWords: terms.every(({ words }) => words.length > 0),
    digest,
  };
};
