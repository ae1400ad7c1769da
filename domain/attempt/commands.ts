import type { RefusalCode } from '#/domain/errors/refused.ts';
import type { Timestamp } from '#/domain/values/time.ts';

interface OfRequest {
  readonly procedure: string;
  readonly request: string;
  readonly now: Timestamp;
}

export type AttemptCommand =
  | (OfRequest & { readonly type: 'BeginAttempt' | 'RecordSuccess' })
  | (OfRequest & {
      readonly type: 'RecordRefusal';
      readonly code: RefusalCode;
      readonly details: Readonly<Record<string, unknown>>;
    });
