import { expect } from 'chai';
import { sendJson } from '#/adapters/payments/evidence/case-server.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { payment } from '#/domain/payment/decider.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { timestamp } from '#/domain/values/time.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';

const ACQUIRER = 'hunterpay';

describe('A chargeback whose notice was applied just before EventStoreDB lost its end', function () {
  this.timeout(90_000);
  const log: Recorded[] = [];
  let server: TestEventStoreDb;
  let world: ApiWorld;
  let acquirers: Awaited<ReturnType<typeof startAcquirers>>;
  const history = new History(timestamp(Temporal.Now.instant()));

  before(async () => {
    acquirers = await startAcquirers([ACQUIRER]);
    server = await testEventStoreDb(createMemoryStore(log));
    const openStore = () => openEventStoreDb({ connectionString: server.url, quietMs: 200 });
    world = await apiWorld({ providers: acquirers.providers, openStore });
  });

  after(async () => {
    await world.close();
    await acquirers.host.close();
    await server.stop();
  });

  const acquirerAnswers = (status: string): void =>
    acquirers.host.answerWith(({ path }, response) =>
      sendJson(response, 200, {
        id: path.split('/').at(-1),
        amount: samplePayment().amount,
        status,
        paymentMethod: 'pix',
      }),
    );

  const notify = async (paymentId: string, status: string): Promise<void> => {
    const body = { type: 'transaction', data: { id: `tx-${paymentId}`, status } };
    const { pathname } = new URL(world.services.core.ports.webhookUrl(ACQUIRER, 'demo'));
    expect((await world.post(pathname, body)).status).to.equal(200);
  };

  const statusOf = async (paymentId: string): Promise<string> => {
    const { handler } = world.services.core;
    return (await handler.load(payment, streamOf('payment', paymentId))).state.status;
  };

  const becomes = (paymentId: string, status: string) =>
    eventually(
      async () => (await statusOf(paymentId).catch(() => '')) === status || undefined,
      `${paymentId} is ${status}`,
    );

  /** Fails over to a copy of the log that lacks the chargeback. */
  const loseChargeback = async (paymentId: string): Promise<void> => {
    const { store, ports } = world.services.core;
    const before = store.rewinds();
    const at = log.findIndex(({ type }) => type === 'PaymentChargedBack');
    const { port } = server;
    await server.stop();
    server = await testEventStoreDb(createMemoryStore(log.slice(0, at)), port);
    await eventually(async () => {
      await store.head().catch(() => undefined);
      return store.rewinds() > before || undefined;
    }, 'the loss is noticed');
    await becomes(paymentId, 'APPROVED');
    // Asks for the epoch, as policies would do at once; none run here.
    await ports.epoch();
  };

  it('is read back again and booked', async () => {
    const paymentId = history.purchase({ provider: ACQUIRER });
    history.submit(paymentId);
    await world.happen(history);
    await world.services.core.ports.epoch();
    acquirerAnswers('paid');
    await notify(paymentId, 'paid');
    await becomes(paymentId, 'APPROVED');
    acquirerAnswers('chargedback');
    await notify(paymentId, 'chargedback');
    await becomes(paymentId, 'CHARGEBACK');
    await loseChargeback(paymentId);
    await becomes(paymentId, 'CHARGEBACK');
  });
});
