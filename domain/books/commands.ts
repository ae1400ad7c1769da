import type { Month, Timestamp } from '#/domain/values/time.ts';

export interface BooksCommand {
  readonly type: 'ProposeMonth' | 'BeginMonth';
  readonly platformId: string;
  readonly sellerId: string;
  readonly period: Month;
  readonly now: Timestamp;
}
