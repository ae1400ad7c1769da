import type { RecordCommand } from '#/domain/record.ts';
import type { PlatformDetails } from './events.ts';

export type PlatformCommand = RecordCommand<PlatformDetails>;
