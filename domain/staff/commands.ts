import type { RecordCommand } from '#/domain/record.ts';
import type { StaffDetails } from './events.ts';

export type StaffCommand = RecordCommand<StaffDetails>;
