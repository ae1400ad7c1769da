import { createContext } from 'react';
import type { AdministratorsSearch } from './administrators-queries.ts';

/** The search of the list on the page; the drawer finds its person in the results. */
export const AdministratorsContext = createContext<AdministratorsSearch>({});
