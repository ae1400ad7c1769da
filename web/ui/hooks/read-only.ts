import { createContext, use } from 'react';

/** Whether the user of these pages may only read: the server refuses every write, and the pages offer none. */
export const ReadOnly = createContext(false);

export const useIsReadOnly = (): boolean => use(ReadOnly);
