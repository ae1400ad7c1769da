import type { TopicKind } from '#/api/contract/live.ts';
import { dashboard, payoutRequests, sales, type StaffAccess } from './staff-access.ts';

/** Flags that staff need. A payment's topic is open to anyone: its id cannot be guessed. */
export const topicAccess = {
  balance: sales,
  sales,
  platform: dashboard,
  payouts: payoutRequests,
} as const satisfies Readonly<Record<Exclude<TopicKind, 'payment'>, StaffAccess>>;
