import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { SellerDetails } from './events.ts';

export type Seller = RecordState<SellerDetails>;

const names = {
  created: 'SellerCreated',
  revised: 'SellerRevised',
  archived: 'SellerArchived',
} as const;

export const seller = recordDecider<typeof names, SellerDetails>('seller', names);
