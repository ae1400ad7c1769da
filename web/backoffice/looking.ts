import { useLocation } from '@tanstack/react-router';
import type { Looking } from '#/web/features/sales/sale-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept in the history state, beside the URL of a list of sales. */
    readonly looking?: Looking | undefined;
  }
}

export const useLooking = (): Looking | undefined =>
  useLocation({ select: ({ state }) => state.looking });
