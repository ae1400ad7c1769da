import type { Timestamp } from '#/domain/values/time.ts';

/** Records which copy of the log is in use. */
export interface NoteLineage {
  readonly type: 'NoteLineage';
  readonly lineage: string;
  /** The epoch in which the caller noticed that the log has lost its newest events; absent = no loss was noticed. */
  readonly lostIn?: number;
  /** Names of events and seals that were seen in the log and are not in it any more, or an operator's word that there are some. */
  readonly missing?: readonly string[];
  readonly now: Timestamp;
}
