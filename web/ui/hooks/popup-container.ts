import { createContext, use } from 'react';
import type { RefObject } from 'react';

/**
 * The element that popups are inserted into: the page's main element, or the dialog that they belong to. Users who navigate by landmarks
 * would not find a popup outside of all landmarks. While a modal dialog is open, nothing outside of it can be reached.
 */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupContainer = (): RefObject<HTMLElement | null> | undefined =>
  use(PopupContainer);
