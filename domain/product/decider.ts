import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { ProductDetails } from './events.ts';

export type Product = RecordState<ProductDetails>;

const names = {
  created: 'ProductCreated',
  revised: 'ProductRevised',
  archived: 'ProductArchived',
} as const;

export const product = recordDecider<typeof names, ProductDetails>('product', names);
