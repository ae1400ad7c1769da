import { request } from 'node:http';
import pLimit from 'p-limit';
import { expect } from 'chai';
import express from 'express';
import pg from 'pg';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { startSimulators } from '#/adapters/payments/simulators/simulators.ts';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { pixCharge } from '#/adapters/payments/evidence/samples.ts';
import type { Notice } from '#/api/contract/notices.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { timestamp } from '#/domain/values/time.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { sampledSize } from '#/scripts/testing/sampled.ts';
import { openNotices } from '#/api/composition/open-notices.ts';
import { UNPROVED_OF_A_TARGET, UNPROVED_TARGETS } from '#/api/webhooks/store/limits.ts';
import { webhookRoutes } from './routes.ts';

/** An acquirer whose notices are not authenticated. */
const ACQUIRER = 'hunterpay';

/** Concurrent deliveries; the row limits may be exceeded by this many. */
const AT_ONCE = 20;

/** Notices about charges that do not exist. */
const INVENTED = sampledSize(1_500);

/** Notices about one charge. */
const MANY = sampledSize(1_000);

/** Most calls to the acquirer that `MANY` notices may cause. */
const FEW_CALLS = 20;

/** Counts the queries about each charge. */
const startAcquirer = async (webhookUrl: () => string) => {
  const simulators = await startSimulators(
    (await loadProviderCases()).filter(({ provider }) => provider.id === ACQUIRER),
    { webhookUrl },
  );
  const cases = (await loadProviderCases()).find(({ provider }) => provider.id === ACQUIRER);
  const account = simulators.each[0]?.account;
  if (!cases || account === undefined) throw new Error(`${ACQUIRER} is not served`);
  const asked: string[] = [];
  const opened = openHere(cases.provider, cases.provider.account.parse(account));
  const provider: PaymentProvider = {
    ...opened,
    getTransaction: async (query) => {
      asked.push(query.transactionId);
      return opened.getTransaction?.(query);
    },
  };
  return {
    provider,
    asked,
    calls: (id: string) => asked.filter((each) => each === id).length,
    pay: (id: string) => {
      if (simulators.each[0]?.pay(id) !== true) throw new Error(`no open charge ${id}`);
    },
    close: async () => {
      await opened.close();
      await simulators.close();
    },
  };
};

describe('Webhooks under a flood of notices', () => {
  let world: ApiWorld;
  let acquirer: Awaited<ReturnType<typeof startAcquirer>>;
  const history = new History(timestamp(Temporal.Now.instant()));

  before(async () => {
    acquirer = await startAcquirer(() => `${world.url}/api/webhooks/${ACQUIRER}/demo`);
    world = await apiWorld({
      providers: async (providerId) => {
        if (providerId !== ACQUIRER) throw new Refused('provider/not-offered', { providerId });
        return acquirer.provider;
      },
    });
  });

  after(async () => {
    await world.close();
    await acquirer.close();
  });

  /** @param from sender's local address */
  const deliver = (
    body: unknown,
    { from = '127.0.0.1', url = world.url } = {},
  ): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${url}/api/webhooks/${ACQUIRER}/demo`,
        { method: 'POST', localAddress: from },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        },
      );
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });

  const noticeOf = (id: string, status = 'paid', externalRef?: string) => ({
    type: 'transaction',
    data: { id, status, externalRef },
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  /** Creates a charge at the acquirer; `record` adds it to our store. */
  const charge = async () => {
    const paymentId = history.purchase({ provider: ACQUIRER });
    const { amount } = samplePayment();
    const created = await acquirer.provider.createTransaction?.({
      ...pixCharge,
      amount,
      items: pixCharge.items.map((item) => ({ ...item, unitPrice: amount })),
      orderId: paymentId,
      webhookUrl: `${world.url}/api/webhooks/${ACQUIRER}/demo`,
    });
    if (!created) throw new Error('not charged');
    const { transactionId } = created;
    const record = async () => {
      history.submit(paymentId, transactionId);
      await world.happen(history);
    };
    return { paymentId, transactionId, record };
  };

  const becomesApproved = (paymentId: string) =>
    eventually(async () => {
      const { handler } = world.services.core;
      const { state } = await handler.load(payment, streamOf('payment', paymentId));
      return state.status === 'APPROVED' || undefined;
    }, `${paymentId} is approved`);

  const rows = async (table: string): Promise<number> => {
    const { rows: counts } = await world.services.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhooks.${table}`,
    );
    return counts[0]?.count ?? 0;
  };

  for (const addresses of [1, 50]) {
    it(`stores few of many invented charges from ${addresses} address(es), queries none, and approves a real payment`, async function () {
      this.timeout(60_000);
      const before = acquirer.asked.length;
      const own = await charge();
      await own.record();
      const earlier = await rows('notice');
      await pLimit(AT_ONCE).map(numbers(INVENTED), async (index) => {
        const from = `127.0.0.${1 + (index % addresses)}`;
        await deliver(noticeOf(`invented-${addresses}-${index}`), { from });
        if (index === Math.floor(INVENTED / 2)) acquirer.pay(own.transactionId);
      });
      await becomesApproved(own.paymentId);
      expect(await rows('notice')).to.be.at.most(UNPROVED_TARGETS.ofAnAccount + earlier + AT_ONCE);
      expect(await rows('delivery')).to.be.at.most(
        UNPROVED_TARGETS.ofAnAccount + earlier + AT_ONCE,
      );
      expect(acquirer.asked.length - before).to.equal(acquirer.calls(own.transactionId));
      expect(acquirer.calls(own.transactionId)).to.be.at.most(3);
    });
  }

  it('queries the acquirer only a few times for many notices about one charge, and approves it once paid', async function () {
    this.timeout(60_000);
    const { paymentId, transactionId, record } = await charge();
    await record();
    await pLimit(AT_ONCE).map(numbers(MANY), async (index) => {
      await deliver(noticeOf(transactionId, `invented-${index}`));
      if (index === MANY / 2) acquirer.pay(transactionId);
    });
    await becomesApproved(paymentId);
    const { rows: notices } = await world.services.database.query(
      `SELECT FROM webhooks.notice WHERE reference = $1`,
      [transactionId],
    );
    expect(notices.length).to.be.at.most(UNPROVED_OF_A_TARGET);
    expect(acquirer.calls(transactionId)).to.be.at.most(FEW_CALLS);
  });

  it('queries the acquirer only a few times for many forged chargebacks of one charge, and leaves it approved', async function () {
    this.timeout(60_000);
    const { paymentId, transactionId, record } = await charge();
    await record();
    acquirer.pay(transactionId);
    await pLimit(AT_ONCE).map(numbers(MANY), async (index) => {
      await deliver(noticeOf(transactionId, 'chargedback'), {
        from: `127.0.0.${1 + (index % 50)}`,
      });
    });
    await becomesApproved(paymentId);
    expect(acquirer.calls(transactionId)).to.be.at.most(FEW_CALLS);
  });

  it('approves a payment although forged notices said "paid" earlier, with the same content as the real one', async () => {
    const { paymentId, transactionId, record } = await charge();
    await record();
    for (const _ of numbers(20)) await deliver(noticeOf(transactionId));
    await eventually(() => acquirer.calls(transactionId) > 0 || undefined, 'it is read back');
    acquirer.pay(transactionId);
    await becomesApproved(paymentId);
    expect(acquirer.calls(transactionId)).to.be.at.most(FEW_CALLS);
  });

  it('approves a payment whose notice arrived, among invented ones, before the charge was recorded', async () => {
    const { paymentId, transactionId, record } = await charge();
    for (const index of numbers(50)) await deliver(noticeOf(`before-${index}`));
    expect(await deliver(noticeOf(transactionId))).to.equal(202);
    for (const index of numbers(50)) await deliver(noticeOf(`after-${index}`));
    acquirer.pay(transactionId);
    await record();
    await becomesApproved(paymentId);
  });

  it('queries the acquirer only a few times when many notices name different transactions of one payment', async function () {
    this.timeout(60_000);
    const paymentId = history.purchase({ provider: ACQUIRER, method: 'CREDIT_CARD' });
    history.leaveUnanswered(paymentId);
    await world.happen(history);
    const before = acquirer.asked.length;
    await pLimit(AT_ONCE).map(numbers(MANY), async (index) => {
      await deliver(noticeOf(`guessed-${index}`, 'paid', paymentId));
    });
    expect(acquirer.asked.length - before).to.be.within(1, FEW_CALLS);
  });

  it('keeps to the same limits on queries and stored charges with two processes', async function () {
    this.timeout(60_000);
    const { services } = world;
    const { databaseUrl } = world;
    const pool = new pg.Pool({ connectionString: databaseUrl });
    const { core, projections, metrics, logger } = services;
    const second = await openNotices({ databaseUrl, core, pool, projections, metrics, logger });
    const server = express().use('/api/webhooks', webhookRoutes(second, services)).listen(0);
    try {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('not listening');
      const urls = [world.url, `http://127.0.0.1:${address.port}`];
      const own = await charge();
      await own.record();
      await pLimit(AT_ONCE).map(numbers(MANY), async (index) => {
        const url = urls[index % 2] ?? world.url;
        await deliver(noticeOf(own.transactionId, `invented-${index}`), { url });
        await deliver(noticeOf(`of-two-${index}`), { url });
        if (index === MANY / 2) acquirer.pay(own.transactionId);
      });
      await becomesApproved(own.paymentId);
      expect(acquirer.calls(own.transactionId)).to.be.at.most(FEW_CALLS);
      const { rows: unproved } = await pool.query('SELECT FROM webhooks.subject WHERE NOT genuine');
      expect(unproved.length).to.be.at.most(UNPROVED_TARGETS.ofAnAccount + AT_ONCE);
    } finally {
      server.close();
      await second.stop();
      await pool.end();
    }
  });

  it('counts dropped notices and read-backs in the metrics, and lists the applied notices', async () => {
    const text = await world.services.metrics.registry.metrics();
    const [, dropped] = /razao_notices_dropped_total (\d+)/.exec(text) ?? [];
    expect(Number(dropped)).to.be.at.least(MANY);
    expect(text).to.match(/razao_notice_read_backs_total\{standing="genuine"\} [1-9]/);
    const { body } = await world.get('/api/admin.listNotices?outcome=APPLIED', { as: 'admin' });
    const items: readonly Notice[] = Object(body).items;
    expect(items.length).to.be.at.least(4);
  });
});
