import { createContext } from 'react';
import type { PaidFilters } from './paid-queries.ts';

/** The list's filters, also those of the exported file. */
export const ExportContext = createContext<PaidFilters>({});
