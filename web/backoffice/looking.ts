import { useLocation } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';
import type { SearchText } from '#/web/features/sales/sale-search.ts';

interface KeptLooking extends SearchText {
  /**
   * The e-mail of the user who searched; only this user gets the search back. History entries of a tab outlive a session, so the next user
   * can go back to them.
   */
  readonly by: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept in the history state, because the text is personal data, which no URL may hold. */
    readonly looking?: KeptLooking | undefined;
  }
}

type User = Pick<Session & object, 'email'>;

/** Returns the history state that stores what this user searches for; without `looking` it stores no search. */
export const keepLooking = ({ email }: User, looking: SearchText | undefined): HistoryState => ({
  looking: looking && { ...looking, by: email },
});

/** Returns what this user searched for in a history entry; undefined for the search of another user. */
export const lookingOf = (
  { email }: User,
  looking: HistoryState['looking'],
): SearchText | undefined => {
  if (looking?.by !== email) return undefined;
  const { by: _, ...own } = looking;
  return own;
};

export const useLooking = (user: User): SearchText | undefined =>
  lookingOf(user, useLocation({ select: ({ state }) => state.looking }));
