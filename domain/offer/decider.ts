import type { Decider, EventOf } from '#/domain/decider.ts';
import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { OfferCommand } from './commands.ts';
import type { OfferDetails, offerEvents } from './events.ts';

export type OfferEvent = EventOf<typeof offerEvents>;
export type Offer = RecordState<OfferDetails>;

const names = {
  created: 'OfferCreated',
  revised: 'OfferRevised',
  archived: 'OfferArchived',
} as const;

export const offer: Decider<OfferCommand, OfferEvent, Offer> = recordDecider('offer', names);
