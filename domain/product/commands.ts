import type { RecordCommand } from '#/domain/record.ts';
import type { ProductDetails } from './events.ts';

export type ProductCommand = RecordCommand<ProductDetails>;
