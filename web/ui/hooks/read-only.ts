import { createContext, use } from 'react';

/** The components inside offer no writes, which the server would refuse. */
export const ReadOnly = createContext(false);

export const useIsReadOnly = (): boolean => use(ReadOnly);
