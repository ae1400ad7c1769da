import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { PlatformDetails } from './events.ts';

export type Platform = RecordState<PlatformDetails>;

const names = {
  created: 'PlatformCreated',
  revised: 'PlatformRevised',
  archived: 'PlatformArchived',
} as const;

export const platform = recordDecider<typeof names, PlatformDetails>('platform', names);
