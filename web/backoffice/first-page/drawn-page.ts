import type { Answers } from './renderer.ts';

interface DrawnPage {
  /** Path of the page that the server rendered; undefined = none. */
  readonly path: string | undefined;
  readonly answers: Answers;
}

interface Entry {
  readonly pathname: string;
  readonly search: string;
  /** The router's state of the entry; may hold a search text. */
  readonly state: Readonly<Record<string, unknown>> | null;
}

/** Whether the server rendered this history entry. A page with responses is rendered only without filters and search. */
export const isDrawnFor = (
  { path, answers }: DrawnPage,
  { pathname, search, state }: Entry,
): boolean => {
  if (path !== pathname) return false;
  const hasNoAnswers = Object.keys(answers).length === 0;
  return hasNoAnswers || (search === '' && state?.['searchText'] === undefined);
};
