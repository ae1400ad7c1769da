import type { Timestamp } from '#/domain/time.ts';

/** States which copy of the log this is. */
export interface NoteLineage {
  readonly type: 'NoteLineage';
  readonly lineage: string;
  /** The epoch in which the caller noticed that the log has lost its end; absent = it noticed no loss. */
  readonly lostIn?: number;
  readonly now: Timestamp;
}
