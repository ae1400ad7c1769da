import type { Query, QueryClient } from '@tanstack/react-query';
import { firstQueryOf } from '#/web/lib/rpc.ts';
import type { Answers } from './renderer.ts';

/** How long queries get these responses; older ones may be stale. */
const FRESH_MILLISECONDS = 10_000;

/** The responses that came with the document. */
export const readFirstAnswers = (): Answers =>
  JSON.parse(document.querySelector('#first-answers')?.textContent ?? '{}');

/** Undefined for queries other than infinite ones. */
const firstPageOf = ({ options }: Query): unknown =>
  'initialPageParam' in options ? options.initialPageParam : undefined;

/** Returns the text of a query's first request (`seller.getSummary?days=7`), without sending it. */
const textOf = (query: Query, client: QueryClient): string | undefined => {
  const { queryKey } = query;
  const { queryFn, meta } = query.options;
  if (typeof queryFn !== 'function') return undefined;
  const { signal } = new AbortController();
  const context = { client, queryKey, signal, meta, pageParam: firstPageOf(query) };
  return firstQueryOf(() => queryFn({ ...context, direction: 'forward' }));
};

/** Gives a query its response when the query is created, so that the first render has the data. */
export const giveFirstAnswers = (client: QueryClient, answers: Answers): void => {
  const remaining = new Map(Object.entries(answers));
  if (remaining.size === 0) return;
  const cache = client.getQueryCache();
  const stop = cache.subscribe(({ type, query }) => {
    if (type !== 'added') return;
    const text = textOf(query, client);
    if (text === undefined || !remaining.has(text)) return;
    const answer = remaining.get(text);
    remaining.delete(text);
    const page = firstPageOf(query);
    query.setData(page === undefined ? answer : { pages: [answer], pageParams: [page] });
  });
  if (typeof document !== 'undefined') setTimeout(stop, FRESH_MILLISECONDS);
};
