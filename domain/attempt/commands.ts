import type { RefusalCode } from '#/domain/errors.ts';
import type { Timestamp } from '#/domain/time.ts';

export interface AttemptCommand {
  readonly type: 'RecordRefusal';
  readonly procedure: string;
  readonly request: string;
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly now: Timestamp;
}
