import type { RecordCommand } from '#/domain/record.ts';
import type { OfferDetails } from './events.ts';

export type OfferCommand = RecordCommand<OfferDetails>;
