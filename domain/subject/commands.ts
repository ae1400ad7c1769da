import type { RetentionClass } from '#/domain/privacy/encrypted.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { RetentionDuty } from './retention.ts';

/** Why each class must be kept; a class without an entry may be erased. */
export type RetentionDuties = Partial<Readonly<Record<RetentionClass, RetentionDuty>>>;

interface OfPlatform {
  readonly platformId: string;
  readonly now: Timestamp;
}

export type SubjectCommand =
  | (OfPlatform & { readonly type: 'RecordExport' })
  | (OfPlatform & { readonly type: 'RequestErasure'; readonly holds: RetentionDuties })
  /** Checks the retention duties again: a class that had to be kept may be erasable now. */
  | (OfPlatform & { readonly type: 'ReviewErasure'; readonly holds: RetentionDuties })
  | (OfPlatform & { readonly type: 'RecordErased'; readonly classes: readonly RetentionClass[] });
