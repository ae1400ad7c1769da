import { z } from 'zod';

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

export const intWithin = ({ least, most }: Bounds) => z.int().min(least).max(most);
