import type { Decider, EventOf } from '#/domain/decider.ts';
import { recordDecider, type RecordState } from '#/domain/record.ts';
import type { PlatformCommand } from './commands.ts';
import type { PlatformDetails, platformEvents } from './events.ts';

export type PlatformEvent = EventOf<typeof platformEvents>;
export type Platform = RecordState<PlatformDetails>;

const names = {
  created: 'PlatformCreated',
  revised: 'PlatformRevised',
  archived: 'PlatformArchived',
} as const;

export const platform: Decider<PlatformCommand, PlatformEvent, Platform> = recordDecider(
  'platform',
  names,
);
