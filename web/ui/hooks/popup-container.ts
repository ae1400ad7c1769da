import { createContext, use } from 'react';
import type { RefObject } from 'react';

/** The element that popups are placed in: the main element, or their dialog. Elsewhere users may not reach them. */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupContainer = (): RefObject<HTMLElement | null> | undefined =>
  use(PopupContainer);
