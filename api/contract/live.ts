import { z } from 'zod';
import { position } from './procedure.ts';
import type { Sale } from './sales.ts';

/**
 * One socket at `/live` serves all topics. A subscription with `since` gets the later deltas. After `resync` the client subscribes without
 * it.
 */
export const topic = z
  .string()
  .regex(/^(?:payment|balance|sales|platform|payouts):[a-z0-9-]{1,64}$/);

export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), topic, since: position.optional() }),
  z.strictObject({ type: z.literal('unsubscribe'), topic }),
  z.strictObject({ type: z.literal('ping') }),
]);

export const serverMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['snapshot', 'delta']),
    topic: z.string(),
    position,
    data: z.unknown(),
  }),
  z.strictObject({ type: z.literal('resync'), topic: z.string() }),
  z.strictObject({ type: z.literal('error'), topic: z.string().nullable(), code: z.string() }),
  z.strictObject({ type: z.literal('pong') }),
]);

export type ClientMessage = z.output<typeof clientMessage>;
export type ServerMessage = z.output<typeof serverMessage>;

/** The platform's approved sales of one day in Brazil. Amounts and fees are in cents. */
export interface PlatformFigures {
  readonly day: string;
  readonly approvedCount: number;
  readonly approvedAmount: number;
  readonly fees: number;
}

export interface PaymentTick {
  readonly status: string;
  readonly approvedAt: string | null;
  /** In cents. */
  readonly refundedAmount: number;
}

/** A seller's balances, in cents. */
export interface BalanceTick {
  readonly available: number;
  readonly pending: number;
  readonly held: number;
  /** Debt as a positive amount. */
  readonly negative: number;
  readonly nextReleaseOn: string | null;
}

/** A withdrawal changed that staff must approve or had to: others approved it, refused it or began to look into it. */
export interface PayoutTick {
  readonly withdrawalId: string;
  /** Whether it still needs approval. */
  readonly waits: boolean;
}

/** Data of each kind of topic. The snapshot of `sales` is the latest sale, or null; that of `payouts` is null. */
export interface TopicData {
  readonly payment: PaymentTick;
  readonly balance: BalanceTick;
  readonly sales: Sale;
  readonly platform: PlatformFigures;
  readonly payouts: PayoutTick | null;
}

export type TopicKind = keyof TopicData;
