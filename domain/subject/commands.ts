import type { RetentionClass } from '#/domain/sealed.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { Hold } from './retention.ts';

/** What holds each class; a class that is not there may go. */
export type Holds = Partial<Readonly<Record<RetentionClass, Hold>>>;

interface OfPlatform {
  readonly platformId: string;
  readonly now: Timestamp;
}

export type SubjectCommand =
  | (OfPlatform & { readonly type: 'RecordExport' })
  | (OfPlatform & { readonly type: 'RequestErasure'; readonly holds: Holds })
  /** Looks at the law again: what was held may go now. */
  | (OfPlatform & { readonly type: 'ReviewErasure'; readonly holds: Holds })
  | (OfPlatform & { readonly type: 'RecordErased'; readonly classes: readonly RetentionClass[] });
