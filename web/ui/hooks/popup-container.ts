import { createContext, use } from 'react';
import type { RefObject } from 'react';

/**
 * The element that popups are inserted into: the page's main element, or the dialog that they belong to. Outside of all landmarks,
 * users who navigate by landmarks would not find them, and outside of a modal dialog they could not be reached.
 */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupContainer = (): RefObject<HTMLElement | null> | undefined =>
  use(PopupContainer);
