import { createContext } from 'react';
import type { AdministratorsSearch } from './administrators-queries.ts';

/** The list's search; the drawer finds its person in the results. */
export const AdministratorsContext = createContext<AdministratorsSearch>({});
