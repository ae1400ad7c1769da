import { createContext, use } from 'react';
import type { RefObject } from 'react';

/**
 * Popups are inserted into the main element or their dialog:
 * outside of landmarks or of an open modal, users would not reach them.
 */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupContainer = (): RefObject<HTMLElement | null> | undefined =>
  use(PopupContainer);
