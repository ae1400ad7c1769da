import type { RecordCommand } from '#/domain/record.ts';
import type { SellerDetails } from './events.ts';

export type SellerCommand = RecordCommand<SellerDetails>;
