import type { Encrypted } from '#/domain/encrypted.ts';
import type { Timestamp } from '#/domain/time.ts';

export interface NotesCommand {
  readonly type: 'WriteNote';
  readonly platformId: string;
  readonly text: Encrypted;
  readonly now: Timestamp;
}
