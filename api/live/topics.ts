import { isStaffWith } from '#/api/auth/access.ts';
import type { Caller } from '#/api/auth/caller.ts';
import type { StaffAccess } from '#/api/auth/rights/staff-access.ts';
import { topicAccess } from '#/api/auth/rights/topic-access.ts';
import type { BalanceTick, PaymentTick, PlatformFigures } from '#/api/contract/live.ts';
import { roles } from '#/api/contract/roles.ts';
import type { ErrorCode } from '#/api/http/error-texts/error-code.ts';
import { readPrimary } from '#/api/reads/freshness.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { seller } from '#/domain/seller/seller.ts';
import { dayOf } from '#/domain/values/time.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { listSales, sumPlatformDay, type SalesScope } from '#/projections/sales-queries.ts';
import { balanceTick, getSellerBalance } from '#/projections/seller-balance.ts';
import type { Snapshot, Topics } from './connection.ts';

interface TopicKind {
  readonly refusal: (id: string, caller: Caller | undefined) => Promise<ErrorCode | undefined>;
  readonly snapshot: (id: string) => Promise<Snapshot>;
}

interface OwnTopicKind extends Pick<TopicKind, 'snapshot'> {
  readonly refusal: (id: string, caller: Caller) => Promise<ErrorCode | undefined>;
}

/** A topic for people who are signed in. They get no access while they lack an obligatory second factor. */
const ofPeople = ({ refusal, snapshot }: OwnTopicKind): TopicKind => ({
  snapshot,
  refusal: async (id, caller) => {
    if (!caller) return 'session/required';
    return caller.lacksSecondFactor ? 'session/second-factor-missing' : refusal(id, caller);
  },
});

/** Anybody with a payment's unguessable id may subscribe; the data holds nothing personal. */
const createPaymentTopic = ({ core: { handler } }: Services): TopicKind => ({
  refusal: async (id) => {
    const { state } = await handler.load(payment, streamOf('payment', id));
    return state.status === 'NONE' ? 'payment/not-found' : undefined;
  },
  snapshot: async (id) => {
    const { state, position = '' } = await handler.load(payment, streamOf('payment', id));
    if (state.status === 'NONE') throw new Error('a payment cannot go away');
    const { status, approved, reversedAmount: refundedAmount } = state;
    const data: PaymentTick = { status, approvedAt: approved?.at ?? null, refundedAmount };
    return { position, data };
  },
});

/** Returns a seller's platform; '' for an unknown seller, since no platform has that id. */
const platformOf = async ({ core }: Services, sellerId: string): Promise<string> => {
  const { state } = await core.handler.load(seller, streamOf('seller', sellerId));
  return state.status === 'ABSENT' ? '' : state.details.platformId;
};

/** Allows the seller, and staff of the seller's platform with the needed flags. */
const createSellerRefusal =
  (services: Services, needed: StaffAccess): OwnTopicKind['refusal'] =>
  async (id, caller) => {
    switch (roles[caller.role].scope) {
      case 'own seller':
        return 'sellerId' in caller && caller.sellerId === id ? undefined : 'resource/not-found';
      case 'platform': {
        if (!isStaffWith(caller, needed)) return 'session/forbidden';
        const isOurs = (await platformOf(services, id)) === caller.platformId;
        return isOurs ? undefined : 'resource/not-found';
      }
      case 'portfolio':
      case 'installation':
        return 'session/forbidden';
    }
  };

const createBalanceTopic = (services: Services): OwnTopicKind => ({
  refusal: createSellerRefusal(services, topicAccess.balance),
  snapshot: async (id) => {
    const { value, position } = await readPrimary(
      services,
      ['seller-balance'],
      undefined,
      (database) => getSellerBalance(database, id),
    );
    const data: BalanceTick = balanceTick(value);
    return { position, data };
  },
});

const findLatestSale = async (database: Queryable, scope: SalesScope): Promise<unknown> => {
  const { items } = await listSales(database, scope, { limit: 1 });
  const [sale] = items;
  if (!sale) return null;
  const { buyer: _, affiliateId: __, ...publicSale } = sale;
  return publicSale;
};

/** The snapshot is the seller's latest sale; each delta is a sale. */
const createSalesTopic = (services: Services): OwnTopicKind => ({
  refusal: createSellerRefusal(services, topicAccess.sales),
  snapshot: async (sellerId) => {
    const platformId = await platformOf(services, sellerId);
    const { value: data, position } = await readPrimary(
      services,
      ['sales'],
      undefined,
      (database) => findLatestSale(database, { platformId, sellerId }),
    );
    return { position, data };
  },
});

/** Allows staff of the platform with the needed flags. */
const createPlatformRefusal =
  (needed: StaffAccess): OwnTopicKind['refusal'] =>
  async (id, caller) => {
    switch (roles[caller.role].scope) {
      case 'own seller':
      case 'portfolio':
      case 'installation':
        return 'session/forbidden';
      case 'platform':
        if (caller.platformId !== id) return 'resource/not-found';
        return isStaffWith(caller, needed) ? undefined : 'session/forbidden';
    }
  };

/** A delta says only which withdrawal changed; pages then read the list again. The snapshot is empty. */
const createPayoutsTopic = (services: Services): OwnTopicKind => ({
  refusal: createPlatformRefusal(topicAccess.payouts),
  snapshot: async () => {
    const { position } = await readPrimary(services, ['withdrawals'], undefined, async () => null);
    return { position, data: null };
  },
});

const createPlatformTopic = (services: Services): OwnTopicKind => ({
  refusal: createPlatformRefusal(topicAccess.platform),
  snapshot: async (id) => {
    const day = dayOf(services.core.now());
    const { value, position } = await readPrimary(services, ['sales'], undefined, (database) =>
      sumPlatformDay(database, id, day),
    );
    const { approvedCount = 0, approvedAmount = 0, fees = 0 } = value ?? {};
    const data: PlatformFigures = { day, approvedCount, approvedAmount, fees };
    return { position, data };
  },
});

/** Snapshots are read from the log or the primary database, because deltas must follow them without a gap. */
export const createTopics = (services: Services): Topics => {
  const kinds: ReadonlyMap<string, TopicKind> = new Map([
    ['payment', createPaymentTopic(services)],
    ['balance', ofPeople(createBalanceTopic(services))],
    ['sales', ofPeople(createSalesTopic(services))],
    ['platform', ofPeople(createPlatformTopic(services))],
    ['payouts', ofPeople(createPayoutsTopic(services))],
  ]);

  const parseTopic = (topic: string) => {
    const cut = topic.indexOf(':');
    return { kind: kinds.get(topic.slice(0, cut)), id: topic.slice(cut + 1) };
  };

  return {
    refusal: async (topic, caller) => {
      const { kind, id } = parseTopic(topic);
      return kind ? kind.refusal(id, caller) : 'resource/not-found';
    },
    snapshot: async (topic) => {
      const { kind, id } = parseTopic(topic);
      if (!kind) throw new RangeError(`not a topic: ${topic}`);
      return kind.snapshot(id);
    },
  };
};
