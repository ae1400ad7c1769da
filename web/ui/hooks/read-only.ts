import { createContext, use } from 'react';

/**
 * Whether the components inside only show data, because the server would refuse their writes: staff impersonate a seller, the record is
 * blocked, or the user lacks the right. They then offer no writes.
 */
export const ReadOnly = createContext(false);

export const useIsReadOnly = (): boolean => use(ReadOnly);
