import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { StaffDetails } from './events.ts';

export type Staff = RecordState<StaffDetails>;

const names = {
  created: 'StaffCreated',
  revised: 'StaffRevised',
  archived: 'StaffArchived',
} as const;

export const staff = recordDecider<typeof names, StaffDetails>('staff', names);
