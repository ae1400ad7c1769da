import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { z } from 'zod';
import { launch, type Launched } from '#/scripts/load/launch.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import { freePort } from '#/scripts/load/product.ts';
import { newBuyer } from '#/scripts/testing/buyers.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { killAllOf } from '#/scripts/testing/started-product.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

const START = join(import.meta.dirname, '..', 'commands', 'start.ts');

const purchase = z.object({
  paymentId: z.string(),
  payment: z.object({ sandboxPayUrl: z.string() }),
});
const paymentStatus = z.object({ status: z.string() });
const secrets = z.object({ sandboxWebhookSecret: z.string() });

/** Stage → the table of the next write, which the test locks. */
const moments = {
  'before the notice is stored': 'webhooks.notice',
  'after the notice is stored and before it is applied': 'ledger.event',
  'after the notice is applied and before the attempt is recorded': 'webhooks.attempt',
} as const;

describe('Webhook notices of a paid charge', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let client: pg.Client;
  let dataDir: string;
  let url: string;
  let product: Launched;

  const start = async (): Promise<void> => {
    product = launch({
      command: [START],
      environment: {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: new URL(url).port,
        DEMO_WEEKS: '0',
        RATE_LIMITS: 'false',
      },
      log: join(dataDir, 'output'),
      upWith: 'Razão is at',
    });
    await product.up;
  };

  before(async () => {
    database = await testDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-killed-notice-'));
    url = `http://localhost:${await freePort()}`;
    await start();
  });
  after(async () => {
    await killAllOf(dataDir);
    await client.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body,
    });

  const buy = async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answer = await post('/api/checkout.purchase', JSON.stringify(newBuyer()), key);
    return purchase.parse(await answer.json());
  };

  const isApproved = async (paymentId: string): Promise<true | undefined> => {
    const answer = await fetch(`${url}/api/checkout.getPayment?paymentId=${paymentId}`);
    return paymentStatus.parse(await answer.json()).status === 'APPROVED' ? true : undefined;
  };

  const events = async (type: string, paymentId?: string): Promise<number> => {
    const { rows } = await client.query<{ events: number }>(
      `SELECT count(*)::int AS events FROM ledger.event
       WHERE type = $1 AND ($2::text IS NULL OR stream = 'payment-' || $2)`,
      [type, paymentId ?? null],
    );
    return rows[0]?.events ?? 0;
  };

  /** Returns the connections that wait for a lock on the table: their write is lost when they are ended. */
  const waitingFor = async (table: string): Promise<readonly number[]> => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_locks WHERE NOT granted AND relation = to_regclass($1)',
      [table],
    );
    return rows.map(({ pid }) => pid);
  };

  const killAt = async (table: string): Promise<void> => {
    await eventually(
      async () => ((await waitingFor(table)).length > 0 ? true : undefined),
      `something waits for ${table}`,
    );
    sendSignal(product.pid, 'SIGKILL');
    await product.gone;
    for (const pid of await waitingFor(table))
      await client.query('SELECT pg_terminate_backend($1)', [pid]);
  };

  for (const [moment, table] of Object.entries(moments)) {
    it(`book the payment once when the process is killed ${moment}`, async () => {
      const { paymentId, payment } = await buy();
      const booked = await events('ReceivablesBooked');
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      expect((await post(payment.sandboxPayUrl, '')).status).to.equal(200);
      await killAt(table);
      const approvedBeforeRestart = await events('PaymentApproved', paymentId);
      expect(approvedBeforeRestart).to.equal(table === 'webhooks.attempt' ? 1 : 0);
      await client.query('ROLLBACK');
      await start();
      // The killed process's lease expires after half a minute.
      expect(await waitUntil(() => isApproved(paymentId), { timeoutMs: 90_000 })).to.equal(true);
      await eventually(
        async () => ((await events('ReceivablesBooked')) > booked ? true : undefined),
        'it is booked',
      );
      expect(await events('PaymentApproved', paymentId)).to.equal(1);
      expect(await events('ReceivablesBooked')).to.equal(booked + 1);
    });
  }

  it('book the payment once despite early, duplicate, late and forged notices', async () => {
    const { sandboxWebhookSecret } = secrets.parse(
      JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')),
    );
    const { paymentId, payment } = await buy();
    const transactionId = /payments\/([^/]+)\/pay/.exec(payment.sandboxPayUrl)?.[1] ?? '';
    const address = '/api/webhooks/sandbox/demo';
    const deliver = (status: string, id = randomUUID(), secret = sandboxWebhookSecret) => {
      const data = { id: transactionId, order_id: paymentId, status };
      const created = new Date().toISOString();
      const body = JSON.stringify({
        id: `nt_${id}`,
        type: 'transaction.updated',
        created_at: created,
        data,
      });
      const at = Math.floor(Date.now() / 1_000);
      const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      return post(address, body, { 'x-sandbox-signature': `t=${at},v1=${digest}` });
    };
    const booked = await events('ReceivablesBooked');
    // A notice alone approves nothing: the acquirer's own answer counts.
    const early = await Promise.all(
      ['paid', 'refunded', 'charged_back', 'paid'].map((each) => deliver(each)),
    );
    for (const answer of early) expect(answer.status).to.be.oneOf([200, 400]);
    expect((await deliver('paid', randomUUID(), 'another secret of strangers')).status).to.equal(
      401,
    );
    expect(await events('PaymentApproved', paymentId)).to.equal(0);
    await post(payment.sandboxPayUrl, '');
    const same = randomUUID();
    const duplicates = Array.from({ length: 30 }, (_, index) =>
      deliver(index % 3 === 0 ? 'waiting_payment' : 'paid', index % 2 === 0 ? same : randomUUID()),
    );
    const forged = Array.from({ length: 30 }, () => deliver('refunded', randomUUID(), 'noise'));
    await Promise.all([...duplicates, ...forged]);
    await eventually(() => isApproved(paymentId), 'it is paid');
    await eventually(
      async () => ((await events('ReceivablesBooked')) > booked ? true : undefined),
      'it is booked',
    );
    for (const late of ['waiting_payment', 'paid', 'expired']) await deliver(late);
    const isAllDone = async (): Promise<true | undefined> => {
      const { rows } = await client.query(
        `SELECT FROM webhooks.subject WHERE taken_until IS NOT NULL
         UNION ALL SELECT FROM webhooks.notice WHERE waiting AND outcome <> 'UNCONFIRMED'`,
      );
      return rows.length === 0 ? true : undefined;
    };
    expect(await waitUntil(isAllDone, { timeoutMs: 90_000 })).to.equal(true);
    expect(await events('PaymentApproved', paymentId)).to.equal(1);
    expect(await events('ReceivablesBooked')).to.equal(booked + 1);
    for (const type of ['PaymentRefunded', 'PaymentChargedBack'])
      expect(await events(type, paymentId)).to.equal(0);
  });
});
