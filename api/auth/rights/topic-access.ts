import type { TopicKind } from '#/api/contract/live.ts';
import { dashboard, sales, type StaffAccess } from './staff-access.ts';

/**
 * The flags that staff need to subscribe to a kind of live topic of their platform. A page with the same data needs the same flags. Anyone
 * may subscribe to a payment, whose id cannot be guessed.
 */
export const topicAccess = {
  balance: sales,
  sales,
  platform: dashboard,
} as const satisfies Readonly<Record<Exclude<TopicKind, 'payment'>, StaffAccess>>;
