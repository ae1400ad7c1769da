import type { Query, QueryClient } from '@tanstack/react-query';
import { queryAskedBy } from '#/web/lib/rpc.ts';

/** Answers by the text of their query (`seller.getSummary?days=7`). */
export type Answers = Readonly<Record<string, unknown>>;

/** What nobody took by then may no longer be true. */
const FRESH_MILLISECONDS = 10_000;

/** The answers that came with the document (`api/http/backoffice-page.ts`). */
export const sentAnswers = (): Answers =>
  JSON.parse(document.querySelector('#first-answers')?.textContent ?? '{}');

/** Where a query that is read page by page begins; undefined for one that comes whole. */
const firstPageOf = ({ options }: Query): unknown =>
  'initialPageParam' in options ? options.initialPageParam : undefined;

/** What a query would ask first, without asking it. */
const textOf = (query: Query, client: QueryClient): string | undefined => {
  const { queryKey } = query;
  const { queryFn, meta } = query.options;
  if (typeof queryFn !== 'function') return undefined;
  const { signal } = new AbortController();
  const context = { client, queryKey, signal, meta, pageParam: firstPageOf(query) };
  return queryAskedBy(() => queryFn({ ...context, direction: 'forward' }));
};

/**
 * A query that a page makes is answered at once when its answer is given, so that the first drawing has it: the server's, and
 * the one that takes over from it. Each is given once.
 */
export const giveFirstAnswers = (client: QueryClient, answers: Answers): void => {
  const given = new Map(Object.entries(answers));
  if (given.size === 0) return;
  const cache = client.getQueryCache();
  const stop = cache.subscribe(({ type, query }) => {
    if (type !== 'added') return;
    const text = textOf(query, client);
    if (text === undefined || !given.has(text)) return;
    const answer = given.get(text);
    given.delete(text);
    const page = firstPageOf(query);
    query.setData(page === undefined ? answer : { pages: [answer], pageParams: [page] });
  });
  if (typeof document !== 'undefined') setTimeout(stop, FRESH_MILLISECONDS);
};
