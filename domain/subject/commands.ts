import type { RetentionClass } from '#/domain/privacy/encrypted.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { Hold } from './retention.ts';

/** Why each class must be kept; a class without an entry may be erased. */
export type Holds = Partial<Readonly<Record<RetentionClass, Hold>>>;

interface OfPlatform {
  readonly platformId: string;
  readonly now: Timestamp;
}

export type SubjectCommand =
  | (OfPlatform & { readonly type: 'RecordExport' })
  | (OfPlatform & { readonly type: 'RequestErasure'; readonly holds: Holds })
  /** Checks the legal holds again: a class that was held may be erasable now. */
  | (OfPlatform & { readonly type: 'ReviewErasure'; readonly holds: Holds })
  | (OfPlatform & { readonly type: 'RecordErased'; readonly classes: readonly RetentionClass[] });
