import type { Timestamp } from '#/domain/time.ts';
import type { UnheardWord } from './events.ts';
import type { Ailment, HealthSeen } from './health.ts';
import type { Purpose } from './route.ts';

export type AcquirerCommand = {
  readonly platformId: string;
  readonly provider: string;
  readonly now: Timestamp;
} & (
  | { readonly type: 'Connect' | 'Disconnect' }
  | {
      readonly type: 'StepAside';
      readonly purpose: Purpose;
      readonly reason: Ailment;
      readonly seen: HealthSeen;
    }
  | { readonly type: 'CallBack'; readonly purpose: Purpose }
  /** The acquirer used a status word that we do not know. */
  | ({ readonly type: 'HearWord' } & Omit<UnheardWord, 'at'>)
);
