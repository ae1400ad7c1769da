import type { Timestamp } from '#/domain/values/time.ts';

/** Records which copy of the log is in use. */
export interface NoteLineage {
  readonly type: 'NoteLineage';
  readonly lineage: string;
  /** The epoch in which the caller noticed that the log has lost its newest events; absent = no loss was noticed. */
  readonly lostIn?: number;
  /** Names of events and seals that were in the log once and are missing now, or an operator's statement that some are missing. */
  readonly missing?: readonly string[];
  readonly now: Timestamp;
}
