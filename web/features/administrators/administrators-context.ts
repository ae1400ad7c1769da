import { createContext } from 'react';
import type { AdministratorsSearch } from './administrators-queries.ts';

/** The search of the list, in which a person is looked up. */
export const AdministratorsContext = createContext<AdministratorsSearch>({});
