import type { Answers } from './renderer.ts';

interface DrawnPage {
  /** Undefined when the server rendered none. */
  readonly path: string | undefined;
  readonly answers: Answers;
}

interface Entry {
  readonly pathname: string;
  readonly search: string;
  /** The router's state of the entry; may hold a search text. */
  readonly state: Readonly<Record<string, unknown>> | null;
}

/** Whether the server rendered this history entry. The server renders no page with responses for filters or a search. */
export const isDrawnFor = (
  { path, answers }: DrawnPage,
  { pathname, search, state }: Entry,
): boolean => {
  if (path !== pathname) return false;
  const isForAll = Object.keys(answers).length === 0;
  return isForAll || (search === '' && state?.['searchText'] === undefined);
};
