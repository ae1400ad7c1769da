import type { Decider, EventOf } from '#/domain/decider.ts';
import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { SellerCommand } from './commands.ts';
import type { SellerDetails, sellerEvents } from './events.ts';

export type SellerEvent = EventOf<typeof sellerEvents>;
export type Seller = RecordState<SellerDetails>;

const names = {
  created: 'SellerCreated',
  revised: 'SellerRevised',
  archived: 'SellerArchived',
} as const;

export const seller: Decider<SellerCommand, SellerEvent, Seller> = recordDecider('seller', names);
