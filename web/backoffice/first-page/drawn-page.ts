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
  /** The state that the router keeps in the entry; a search text in the state (`looking.ts`) is known only to the browser. */
  readonly state: Readonly<Record<string, unknown>> | null;
}

/**
 * Whether the server rendered the page of this history entry. It may have rendered another: entries share a document, and the user may
 * go back or forward before the scripts run. A page that came with responses was rendered without filters and search text
 * (`api/pages/backoffice-page.ts`), so an entry with either is another page. A page without responses, such as the sign-in page, is the
 * same whatever follows its path.
 */
export const isDrawnFor = (
  { path, answers }: DrawnPage,
  { pathname, search, state }: Entry,
): boolean => {
  if (path !== pathname) return false;
  const isForAll = Object.keys(answers).length === 0;
  return isForAll || (search === '' && state?.['looking'] === undefined);
};
