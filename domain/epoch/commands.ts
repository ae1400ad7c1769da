import type { Timestamp } from '#/domain/values/time.ts';

export interface NoteLineage {
  readonly type: 'NoteLineage';
  readonly lineage: string;
  /** The epoch in which the caller noticed a loss of the newest events; absent = no loss. */
  readonly lostIn?: number;
  /** Names of lost events and seals, or an operator's statement that some are missing. */
  readonly missing?: readonly string[];
  readonly now: Timestamp;
}
