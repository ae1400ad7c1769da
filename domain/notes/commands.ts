import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { Timestamp } from '#/domain/values/time.ts';

export interface NotesCommand {
  readonly type: 'WriteNote';
  readonly platformId: string;
  readonly text: Encrypted;
  readonly now: Timestamp;
}
