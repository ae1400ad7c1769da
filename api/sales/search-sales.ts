import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { FoundPerson, Sale, Searched } from '#/api/contract/sales.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { showSales } from './sale-view.ts';
import type { SalesReader } from './sales-reader.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import type { SaleRow } from '#/projections/sales.ts';
import { findSales, isSearchComplete } from '#/projections/search/find-sales.ts';
import { prepareSearch, type PreparedSearch } from '#/projections/search/prepared.ts';
import { searchWordsOf, type SearchWord } from '#/projections/search/search-words.ts';
import { wordsOf } from '#/projections/search/words.ts';

interface SearchResult<Value> {
  readonly value: Value;
  readonly searched: Searched;
  readonly position: string;
}

/** Reads rows, and whether the search index contains all sales yet. */
const read = async <Value>(
  services: Services,
  after: string | undefined,
  search: PreparedSearch,
  find: (database: Queryable) => Promise<Value>,
): Promise<SearchResult<Value>> => {
  const names = ['sales', 'provider-reference'];
  const { value, position } = await readFresh(services, names, after, async (database) => ({
    found: await find(database),
    isComplete: await isSearchComplete(database),
  }));
  const searched = value.isComplete ? 'ALL' : 'PART';
  return {
    value: value.found,
    searched: search.terms.length === 0 ? 'NOTHING' : searched,
    position,
  };
};

/** Finds sales, newest first. @throws Rejected when the cursor is not of this list */
export const searchSales = async (
  services: Services,
  { isWithNumbers, ...scope }: SalesReader,
  { text, after, limit, cursor, ...filters }: Omit<ParsedInputOf<'admin.searchSales'>, 'sellerId'>,
) => {
  const { vault } = services.core;
  const search = prepareSearch(vault, { ...scope, text, isWithNumbers });
  const { value, ...how } = await read(services, after, search, (database) =>
    readPage(() => findSales(database, { ...filters, ...scope }, search, { limit, cursor })),
  );
  const items = await showSales(services, value.items);
  return { items, nextCursor: value.nextCursor, ...how };
};

/** Most sales, and most people, that `findFew` returns. */
const FEW = 5;
/** So many of the newest matching sales are searched for people. */
const NEWEST = 50;

/** True if the words are the person's name, rather than the product's. */
const isOfPerson = (terms: readonly SearchWord[], name: string): boolean => {
  const nameWords = wordsOf(name);
  return terms.every(({ words }) => words.every((word) => nameWords.includes(word)));
};

const peopleOf = (
  terms: readonly SearchWord[],
  sales: readonly Sale[],
  rows: readonly SaleRow[],
): FoundPerson[] => {
  const people = new Map<string, FoundPerson>();
  for (const [index, { paymentId, requestedAt, buyerName: name }] of sales.entries()) {
    const subject = rows[index]?.buyer.subject;
    if (subject === undefined || name === null || people.has(subject)) continue;
    if (isOfPerson(terms, name)) people.set(subject, { name, paymentId, requestedAt });
  }
  return [...people.values()].slice(0, FEW);
};

/** Returns a few of the newest sales, and a few buyers whose own name has all words of the text. */
export const findFew = async (
  services: Services,
  { isWithNumbers, ...scope }: SalesReader,
  { text, after }: ParsedInputOf<'admin.find'>,
): Promise<{
  readonly sales: Sale[];
  readonly people: FoundPerson[];
  readonly searched: Searched;
  readonly position: string;
}> => {
  const { vault } = services.core;
  const search = prepareSearch(vault, { ...scope, text, isWithNumbers });
  const { value, ...how } = await read(services, after, search, (database) =>
    findSales(database, scope, search, { limit: NEWEST }),
  );
  const sales = await showSales(services, value.items);
  const people = peopleOf(searchWordsOf(text), sales, value.items);
  return { sales: sales.slice(0, FEW), people, ...how };
};
