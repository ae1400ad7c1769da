import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pLimit from 'p-limit';
import type { InputOf } from '#/api/contract/contract.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { isWhole } from '#/scripts/testing/sampled.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { newBuyer } from '#/scripts/testing/buyers.ts';
import { startProduct, type Product, type TestLog } from '#/scripts/testing/product.ts';

/** For each store. */
const TWINS = isWhole ? 75 : 25;
const AT_ONCE = 8;

const openLog = ({ place }: Product): Promise<EventStore> =>
  place.eventStoreUrl === undefined
    ? openPostgresStore({ connectionString: place.databaseUrl })
    : openEventStoreDb({ connectionString: place.eventStoreUrl });

/** Two processes get the same purchase under one Idempotency-Key at the same moment. */
const oneCharge = (log: TestLog): void => {
  let products: readonly [Product, Product];
  let store: EventStore;

  before(async function () {
    this.timeout(90_000);
    const first = await startProduct(0, { log });
    products = [first, await startProduct(0, { log, place: first.place })];
    store = await openLog(first);
  });

  after(async () => {
    await store.close();
    await products[1].stop();
    await products[0].stop();
  });

  /** Buys as clients do: a purchase answered with 503 is sent again under the same key. */
  const buyAt = ({ ask }: Product, purchase: InputOf<'checkout.purchase'>, key: string) =>
    eventually(
      () =>
        ask('checkout.purchase', purchase, { key }).catch((refusal: Error) => {
          if (refusal.message.includes('"status":503')) return undefined;
          throw refusal;
        }),
      'the purchase is answered',
    );

  const buyAtBoth = async (purchase: InputOf<'checkout.purchase'>) => {
    const key = randomUUID();
    const [here, there] = await Promise.all(
      products.map((product) => buyAt(product, purchase, key)),
    );
    if (!here || !there) throw new Error('no answer');
    const events = await store.readStream(streamOf('payment', here.paymentId));
    return { here, there, types: events.map(({ type }) => type) };
  };

  const count = (types: readonly string[], wanted: string): number =>
    types.filter((type) => type === wanted).length;

  it('charges once, and answers both with the PIX code', async () => {
    const bought = await pLimit(AT_ONCE).map(Array.from({ length: TWINS }, newBuyer), buyAtBoth);
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
      const token = await cardToken(products[0], '4111111111111111');
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
  describe('with the event log in Postgres', () => oneCharge('postgres'));
  describe('with the event log in EventStoreDB', () => oneCharge('eventstoredb'));
});
