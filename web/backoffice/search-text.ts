import { useLocation } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';
import type { SearchText } from '#/web/features/sales/sale-search.ts';

interface StoredSearchText extends SearchText {
  /** The e-mail of the user who searched: the tab's next user does not get the search back. */
  readonly by: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stored in the history state, because URLs must not hold personal data. */
    readonly searchText?: StoredSearchText | undefined;
  }
}

type User = Pick<Session & object, 'email'>;

/** Returns the history state that stores a search; without `searchText` it stores none. */
export const storeSearchText = (
  { email }: User,
  searchText: SearchText | undefined,
): HistoryState => ({
  searchText: searchText && { ...searchText, by: email },
});

/** Undefined for the search of another user. */
export const readSearchText = (
  { email }: User,
  searchText: HistoryState['searchText'],
): SearchText | undefined => {
  if (searchText?.by !== email) return undefined;
  const { by: _, ...search } = searchText;
  return search;
};

export const useSearchText = (user: User): SearchText | undefined =>
  readSearchText(user, useLocation({ select: ({ state }) => state.searchText }));
