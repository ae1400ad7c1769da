import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pLimit from 'p-limit';
import { contract, type InputOf, type OutputOf } from '#/api/contract/contract.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { validInputs } from '#/api/testing/valid-inputs.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { categoryOf, streamOf } from '#/domain/values/ids.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { isWhole } from '#/scripts/testing/sampled.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { newBuyer } from '#/scripts/testing/buyers.ts';
import { startProduct, type Product, type TestLog } from '#/scripts/testing/product.ts';

/** Purchases that each store gets; both processes receive every one. */
const PURCHASES = isWhole ? 75 : 25;
const AT_ONCE = 8;

type Purchase = InputOf<'checkout.purchase'>;
type Buy = (purchase: Purchase, key: string) => Promise<OutputOf<'checkout.purchase'>>;

/** One product, at two of its processes. */
interface TwoProcesses {
  readonly buy: readonly [Buy, Buy];
  readonly cardToken: () => Promise<string>;
  readonly store: EventStore;
  readonly stop: () => Promise<void>;
}

const openLog = ({ place }: Product): Promise<EventStore> =>
  place.eventStoreUrl === undefined
    ? openPostgresStore({ connectionString: place.databaseUrl })
    : openEventStoreDb({ connectionString: place.eventStoreUrl });

const startTwoProducts = async (log: TestLog): Promise<TwoProcesses> => {
  const first = await startProduct(0, { log });
  const second = await startProduct(0, { log, place: first.place });
  const store = await openLog(first);
  const buyAt =
    ({ ask }: Product): Buy =>
    (purchase, key) =>
      ask('checkout.purchase', purchase, { key });
  return {
    buy: [buyAt(first), buyAt(second)],
    cardToken: () => cardToken(first, '4111111111111111'),
    store,
    stop: async () => {
      await store.close();
      await second.stop();
      await first.stop();
    },
  };
};

/** Accepts each charge once, and fails when it is charged again. */
const createAcquirer = (): PaymentProvider => {
  const charged = new Set<string>();
  return {
    id: 'sandbox',
    label: 'Sandbox',
    paymentMethods: ['PIX', 'CREDIT_CARD'],
    withdrawMethods: [],
    takesCardData: true,
    createTransaction: async ({ orderId, paymentMethod, amount }) => {
      if (charged.has(orderId)) throw new Error('charged twice');
      charged.add(orderId);
      const charge = { paymentMethod, transactionId: randomUUID(), amount } as const;
      return paymentMethod === 'PIX'
        ? { ...charge, status: 'PENDING', pixCode: `000201${charge.transactionId}` }
        : { ...charge, status: 'APPROVED' };
    },
  };
};

/** Gives both processes one log. The process that first records a payment waits until the other process is about to record it too. */
const meetingAt = (store: EventStore): EventStore => {
  const arrived = new Map<string, PromiseWithResolvers<void>>();
  const meet = (stream: string): Promise<void> => {
    const first = arrived.get(stream);
    const meeting = first ?? Promise.withResolvers<void>();
    if (first) meeting.resolve();
    arrived.set(stream, meeting);
    return meeting.promise;
  };
  return storeWith(store, {
    append: async (stream, events, options) => {
      if (categoryOf(stream) === 'payment' && options.expected === 'no_stream') await meet(stream);
      return store.append(stream, events, options);
    },
    // A process that stops does not end the log.
    close: async () => undefined,
  });
};

/** Both processes share a log in memory; all else is in Postgres. */
const startTwoWorlds = async (): Promise<TwoProcesses> => {
  const store = createMemoryStore();
  const connection = meetingAt(store);
  const acquirer = createAcquirer();
  const process = { providers: async () => acquirer, openStore: async () => connection };
  const first = await apiWorld(process);
  const database = { url: first.databaseUrl, drop: async () => undefined };
  const second = await apiWorld({ ...process, database, isEmpty: true });
  const buyAt =
    ({ post }: ApiWorld): Buy =>
    async (purchase, key) => {
      const headers = { 'idempotency-key': key };
      const { status, text } = await post('/api/checkout.purchase', purchase, { headers });
      if (status !== 200) throw new Error(text);
      return contract['checkout.purchase'].output.parse(JSON.parse(text));
    };
  return {
    buy: [buyAt(first), buyAt(second)],
    cardToken: async () => {
      const card = { ...validInputs['checkout.createCardToken'], checkoutId: 'demo-ebook' };
      return Object((await first.post('/api/checkout.createCardToken', card)).body).token;
    },
    store,
    stop: async () => {
      await second.close();
      await first.close();
      await store.close();
    },
  };
};

/** Tests in which two processes receive the same purchase under one Idempotency-Key at the same moment. */
const chargesOnce = (open: () => Promise<TwoProcesses>): void => {
  let processes: TwoProcesses;

  before(async function () {
    this.timeout(90_000);
    processes = await open();
  });

  after(() => processes.stop());

  /** Buys as clients do: a purchase answered with 503 is sent again under the same key. */
  const buyOnce = (buy: Buy, purchase: Purchase, key: string) =>
    eventually(
      () =>
        buy(purchase, key).catch((refusal: Error) => {
          if (refusal.message.includes('"status":503')) return undefined;
          throw refusal;
        }),
      'the purchase is answered',
    );

  const buyAtBoth = async (purchase: Purchase) => {
    const key = randomUUID();
    const [here, there] = await Promise.all(
      processes.buy.map((buy) => buyOnce(buy, purchase, key)),
    );
    if (!here || !there) throw new Error('no answer');
    const events = await processes.store.readStream(streamOf('payment', here.paymentId));
    return { here, there, types: events.map(({ type }) => type) };
  };

  const count = (types: readonly string[], wanted: string): number =>
    types.filter((type) => type === wanted).length;

  it('charges once, and answers both with the PIX code', async () => {
    const bought = await pLimit(AT_ONCE).map(
      Array.from({ length: PURCHASES }, newBuyer),
      buyAtBoth,
    );
    for (const { here, there, types } of bought) {
      expect(there.paymentId).to.equal(here.paymentId);
      expect(there.payment.pixCode)
        .to.equal(here.payment.pixCode)
        .and.match(/^000201/);
      expect(count(types, 'ChargeAttempted')).to.equal(1);
      expect(types.slice(0, 2)).to.deep.equal(['PaymentRequested', 'ChargeAttempted']);
    }
  });

  it('charges a card once, and answers both that it was approved', async () => {
    for (let time = 0; time < 5; time += 1) {
      const token = await processes.cardToken();
      const card = { token, installments: 1 };
      const purchase = { ...newBuyer(), paymentMethod: 'CREDIT_CARD', creditCard: card } as const;
      const { here, there, types } = await buyAtBoth(purchase);
      expect([here.status, there.status]).to.deep.equal(['APPROVED', 'APPROVED']);
      expect(count(types, 'ChargeAttempted')).to.equal(1);
      expect(count(types, 'PaymentApproved')).to.equal(1);
    }
  });
};

describe('A purchase that reaches two processes at once', () => {
  describe('with the event log in memory', () => chargesOnce(startTwoWorlds));
  describe('with the event log in Postgres', () => chargesOnce(() => startTwoProducts('postgres')));
  describe('with the event log in EventStoreDB', () =>
    chargesOnce(() => startTwoProducts('eventstoredb')));
});
