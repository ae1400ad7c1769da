import { createContext, use } from 'react';
import type { RefObject } from 'react';

/** The main element, or the dialog that a popup belongs to: elsewhere users may not reach the popup. */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupContainer = (): RefObject<HTMLElement | null> | undefined =>
  use(PopupContainer);
