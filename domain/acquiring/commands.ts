import type { Timestamp } from '#/domain/values/time.ts';
import type { UnknownStatus } from './events.ts';
import type { HealthFinding, HealthSeen } from './health.ts';
import type { Purpose } from './route.ts';

export type AcquirerCommand = {
  readonly platformId: string;
  readonly provider: string;
  readonly now: Timestamp;
} & (
  | { readonly type: 'Connect' | 'Disconnect' }
  | {
      readonly type: 'Suspend';
      readonly purpose: Purpose;
      readonly reason: HealthFinding;
      readonly seen: HealthSeen;
    }
  | { readonly type: 'Resume'; readonly purpose: Purpose }
  /** The acquirer used a status word that we do not know. */
  | ({ readonly type: 'RecordUnknownStatus' } & Omit<UnknownStatus, 'at'>)
);
