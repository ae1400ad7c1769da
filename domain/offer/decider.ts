import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { OfferDetails } from './events.ts';

export type Offer = RecordState<OfferDetails>;

const names = {
  created: 'OfferCreated',
  revised: 'OfferRevised',
  archived: 'OfferArchived',
} as const;

export const offer = recordDecider<typeof names, OfferDetails>('offer', names);
