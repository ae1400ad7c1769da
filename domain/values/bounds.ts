import { z } from 'zod';

/** The smallest and the largest value of a field. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** The schema of a whole number within bounds. */
export const intWithin = ({ least, most }: Bounds) => z.int().min(least).max(most);
