import type { Decider, EventOf } from '#/domain/decider.ts';
import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { ProductCommand } from './commands.ts';
import type { ProductDetails, productEvents } from './events.ts';

export type ProductEvent = EventOf<typeof productEvents>;
export type Product = RecordState<ProductDetails>;

const names = {
  created: 'ProductCreated',
  revised: 'ProductRevised',
  archived: 'ProductArchived',
} as const;

export const product: Decider<ProductCommand, ProductEvent, Product> = recordDecider(
  'product',
  names,
);
