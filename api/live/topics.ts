import { mayUse } from '#/api/auth/access.ts';
import type { Caller } from '#/api/auth/caller.ts';
import type { BalanceTick, PaymentTick, PlatformFigures } from '#/api/contract/live.ts';
import type { ErrorCode } from '#/api/error-texts.ts';
import { readFresh } from '#/api/freshness.ts';
import type { Parts } from '#/api/parts.ts';
import { noBalance } from '#/api/seller/account.ts';
import { streamOf } from '#/domain/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { seller } from '#/domain/seller/decider.ts';
import { dayOf } from '#/domain/time.ts';
import { listSales, platformDay, type SalesScope } from '#/projections/sales-queries.ts';
import { balanceTick, getSellerBalance } from '#/projections/seller-balance.ts';
import type { Snapshot, Topics } from './connection.ts';

interface TopicKind {
  readonly refusal: (id: string, caller: Caller | undefined) => Promise<ErrorCode | undefined>;
  readonly snapshot: (id: string) => Promise<Snapshot>;
}

/** As a delta says it: without its buyer. Null before the first. */
const latestSale = async (database: Parts['database'], scope: SalesScope): Promise<unknown> => {
  const { items } = await listSales(database, scope, { limit: 1 });
  const [sale] = items;
  if (!sale) return null;
  const { buyer: _, affiliateId: __, ...told } = sale;
  return told;
};

/** The kinds of topics: who may listen, and what is so at the beginning. */
export const createTopics = (parts: Parts): Topics => {
  const { core, projections, database } = parts;
  const { handler } = core;

  /** Empty for a seller nobody knows; no platform is called that. */
  const platformOf = async (sellerId: string): Promise<string> => {
    const { state } = await handler.load(seller, streamOf('seller', sellerId));
    return state.status === 'ABSENT' ? '' : state.details.platformId;
  };

  /** A seller's own, or staff of the platform with the flag that opens sales. */
  const ofSeller = async (id: string, caller: Caller | undefined) => {
    if (!caller) return 'session/required';
    if (caller.role === 'SELLER') return caller.sellerId === id ? undefined : 'resource/not-found';
    if (!mayUse(caller, 'isSalesAvailable')) return 'session/forbidden';
    return (await platformOf(id)) === caller.platformId ? undefined : 'resource/not-found';
  };

  const kinds: Readonly<Record<string, TopicKind>> = {
    /** The unguessable id is the right to it; what is told holds no personal data. */
    payment: {
      refusal: async (id) => {
        const { state } = await handler.load(payment, streamOf('payment', id));
        return state.status === 'NONE' ? 'payment/not-found' : undefined;
      },
      snapshot: async (id) => {
        const { state, position = '' } = await handler.load(payment, streamOf('payment', id));
        if (state.status === 'NONE') throw new Error('a payment cannot go away');
        const { status, approved, takenBack: refundedAmount } = state;
        const data: PaymentTick = { status, approvedAt: approved?.at ?? null, refundedAmount };
        return { position, data };
      },
    },

    balance: {
      refusal: ofSeller,
      snapshot: async (id) => {
        const { value, position } = await readFresh(
          projections,
          ['seller-balance'],
          undefined,
          () => getSellerBalance(database, id),
        );
        const data: BalanceTick = value ? balanceTick(value) : noBalance;
        return { position, data };
      },
    },

    /** Begins with the latest sale; a list is `seller.listSales`. */
    sales: {
      refusal: ofSeller,
      snapshot: async (id) => {
        const platformId = await platformOf(id);
        const { value, position } = await readFresh(projections, ['sales'], undefined, () =>
          latestSale(database, { platformId, sellerId: id }),
        );
        return { position, data: value };
      },
    },

    platform: {
      refusal: async (id, caller) => {
        if (!caller) return 'session/required';
        if (caller.role === 'SELLER') return 'session/forbidden';
        if (caller.platformId !== id) return 'resource/not-found';
        return mayUse(caller, 'isDashboardAvailable') ? undefined : 'session/forbidden';
      },
      snapshot: async (id) => {
        const day = dayOf(core.now());
        const { value, position } = await readFresh(projections, ['sales'], undefined, () =>
          platformDay(database, id, day),
        );
        const { approvedCount = 0, approvedAmount = 0, fees = 0 } = value ?? {};
        const data: PlatformFigures = { day, approvedCount, approvedAmount, fees };
        return { position, data };
      },
    },
  };

  const kindOf = (topic: string): readonly [TopicKind | undefined, string] => {
    const cut = topic.indexOf(':');
    const kind = topic.slice(0, cut);
    return [Object.hasOwn(kinds, kind) ? kinds[kind] : undefined, topic.slice(cut + 1)];
  };

  return {
    refusal: async (topic, caller) => {
      const [kind, id] = kindOf(topic);
      return kind ? kind.refusal(id, caller) : 'resource/not-found';
    },
    snapshot: async (topic) => {
      const [kind, id] = kindOf(topic);
      if (!kind) throw new RangeError(`not a topic: ${topic}`);
      return kind.snapshot(id);
    },
  };
};
