import { createContext, use } from 'react';

/** Whether the user of these pages may only look: the server refuses every write, and nothing that writes is offered. */
export const ReadOnly = createContext(false);

export const useIsReadOnly = (): boolean => use(ReadOnly);
