import { createContext } from 'react';
import type { PaidFilters } from './paid-queries.ts';

/** The filters of the list on the page; the exported file has the same filters. */
export const ExportContext = createContext<PaidFilters>({});
