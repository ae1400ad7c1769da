import type { Decider, EventOf } from '#/domain/decider.ts';
import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { StaffCommand } from './commands.ts';
import type { StaffDetails, staffEvents } from './events.ts';

export type StaffEvent = EventOf<typeof staffEvents>;
export type Staff = RecordState<StaffDetails>;

const names = {
  created: 'StaffCreated',
  revised: 'StaffRevised',
  archived: 'StaffArchived',
} as const;

export const staff: Decider<StaffCommand, StaffEvent, Staff> = recordDecider('staff', names);
