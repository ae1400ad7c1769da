import { createContext } from 'react';
import type { PaidFilters } from './paid-queries.ts';

/** What the list on the page is filtered by: its file is, too. */
export const ExportContext = createContext<PaidFilters>({});
