import { useLocation } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';
import type { SearchText } from '#/web/features/sales/sale-search.ts';

interface KeptLooking extends SearchText {
  /** The e-mail of the user who searched: the tab's next user does not get the search back. */
  readonly by: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the history state, because URLs must not hold personal data. */
    readonly looking?: KeptLooking | undefined;
  }
}

type User = Pick<Session & object, 'email'>;

/** Returns the history state that stores a search; without `looking` it stores none. */
export const keepLooking = ({ email }: User, looking: SearchText | undefined): HistoryState => ({
  looking: looking && { ...looking, by: email },
});

/** Undefined for the search of another user. */
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
