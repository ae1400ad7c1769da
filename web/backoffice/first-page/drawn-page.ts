import type { Answers } from './renderer.ts';

/** The page that the server rendered into the document. */
interface DrawnPage {
  /** Undefined when the server rendered none. */
  readonly path: string | undefined;
  readonly answers: Answers;
}

/** The history entry where the user is. */
interface Entry {
  readonly pathname: string;
  readonly search: string;
  /** The state that the router stores with the entry. The server renders without a search text that is in it (`looking.ts`). */
  readonly state: Readonly<Record<string, unknown>> | null;
}

/**
 * Whether the server rendered the page of this history entry. It rendered another page if the user went back or forward before the scripts
 * ran. If the server sent responses with the page, it used no filters and no search text (`api/pages/backoffice-page.ts`), so an entry that
 * has one of them is another page. A page without responses, such as the sign-in page, is the same with any filters.
 */
export const isDrawnFor = (
  { path, answers }: DrawnPage,
  { pathname, search, state }: Entry,
): boolean => {
  if (path !== pathname) return false;
  const isForAll = Object.keys(answers).length === 0;
  return isForAll || (search === '' && state?.['looking'] === undefined);
};
