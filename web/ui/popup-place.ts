import { createContext, use } from 'react';
import type { RefObject } from 'react';

/**
 * Where popups are put into the page: into its main part, or into the dialog that they belong to. Whoever goes from one
 * landmark to the next finds none that stands outside of all, and beside a modal dialog nothing can be reached.
 */
export const PopupPlace = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

export const usePopupPlace = (): RefObject<HTMLElement | null> | undefined => use(PopupPlace);
