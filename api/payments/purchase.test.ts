import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { z } from 'zod';
import type { PurchaseOutput } from '#/api/contract/checkout.ts';
import type { InputOf } from '#/api/contract/contract.ts';
import { parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product, type TestLog } from '#/scripts/testing/product.ts';
import { sample } from '#/scripts/testing/sampled.ts';

type Purchase = InputOf<'checkout.purchase'>;

const buyer = {
  name: 'Maria da Silva',
  email: 'maria.da.silva@example.com',
  phone: '11987654321',
  cpf: '52998224725',
};

const pixPurchase: Purchase = { ...buyer, offerId: 'demo-ebook', paymentMethod: 'PIX' };

/** In cents, for R$ 97,00 at 3,99 % + R$ 1,00. */
const FEE = 487;
const NET = 9_700 - FEE;

const secrets = z.object({ sandboxWebhookSecret: z.string() });

const journeys = (log: TestLog): void => {
  let product: Product;
  let seller: string;

  before(async function () {
    this.timeout(60_000);
    product = await startProduct(0, { log });
    seller = await product.signIn(people.seller.email);
  });

  after(async () => product.stop());

  const buy = (purchase: Purchase, key: string = randomUUID()) =>
    product.ask('checkout.purchase', purchase, { key });

  const paymentOf = (paymentId: string) => product.ask('checkout.getPayment', { paymentId });

  const becomes = (paymentId: string, status: string) =>
    eventually(async () => {
      const payment = await paymentOf(paymentId);
      return payment.status === status ? payment : undefined;
    }, `payment ${status}`);

  const balance = () => product.ask('seller.getBalance', {}, { cookie: seller });

  const pendingBecomes = (pending: number) =>
    eventually(
      async () => ((await balance()).pending === pending ? true : undefined),
      `the pending balance is ${pending}`,
    );

  /** Waits for a sale's credit: if it came later, it would change the balance that the next test compares. */
  const pendingGrows = (from: number) =>
    eventually(
      async () => (await balance()).pending > from || undefined,
      `the pending balance is above ${from}`,
    );

  const buyByCard = async (number: string) =>
    buy({
      ...pixPurchase,
      paymentMethod: 'CREDIT_CARD',
      creditCard: { token: await cardToken(product, number), installments: 1 },
    });

  /** Creates a paid sale that the seller's balance already shows. */
  const paid = async (): Promise<string> => {
    const { pending } = await balance();
    const { paymentId, payment } = await buy(pixPurchase);
    await product.pay(payment);
    await becomes(paymentId, 'APPROVED');
    await pendingBecomes(pending + NET);
    return paymentId;
  };

  it('shows a valid PIX code, approves the payment when it is paid, and credits the seller', async () => {
    const { pending } = await balance();
    const { status, paymentId, payment } = await buy(pixPurchase);
    expect(status).to.equal('PENDING');
    const code = parseBrCode(payment.pixCode ?? '');
    expect(code.ok && code.fields.amount).to.equal(9_700);
    await product.pay(payment);
    await becomes(paymentId, 'APPROVED');
    await pendingBecomes(pending + NET);
  });

  it('creates one payment for concurrent requests with one idempotency key, which no other purchase may reuse', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(pixPurchase, key)));
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).to.equal(1);
    expect(new Set(answers.map(({ payment }) => payment.pixCode)).size).to.equal(1);
    const other = { ...pixPurchase, name: 'Outra Pessoa' };
    const { status, code } = await product.refusal('checkout.purchase', other, { key });
    expect([status, code]).to.deep.equal([422, 'idempotency/key-reused']);
  });

  it('answers a card purchase at once as REJECTED or APPROVED', async () => {
    const refused = await buyByCard('4000000000000002');
    expect(refused.status).to.equal('REJECTED');
    const { pending } = await balance();
    const approved = await buyByCard('4111111111111111');
    expect(approved.status).to.equal('APPROVED');
    await pendingGrows(pending);
  });

  it('leaves a card payment pending when the acquirer’s answer is lost, and approves it later', async () => {
    const { pending } = await balance();
    const { status, paymentId } = await buyByCard('4000000000000010');
    expect(status).to.equal('PENDING');
    await becomes(paymentId, 'APPROVED');
    await pendingGrows(pending);
  });

  it('shows a valid boleto line, with the same due date on the printable page and in the seller’s sale', async () => {
    const { payment } = await buy({ ...pixPurchase, paymentMethod: 'BILLET' });
    const { paymentId, position: after } = payment;
    const line = parseBoletoLine(payment.billetCode ?? '', '2026-11-20');
    expect(line.ok && line.fields.amount).to.equal(9_700);
    const due = line.ok ? line.fields.dueDate : undefined;
    expect(payment.dueOn).to.equal(due);
    const boleto = await (await fetch(payment.billetUrl ?? '')).text();
    expect(boleto).to.include(due?.split('-').toReversed().join('/'));
    const sale = await product.ask('seller.getSale', { paymentId, after }, { cookie: seller });
    expect(sale.dueOn).to.equal(due);
  });

  describe('Buyer without document and phone', () => {
    const email = 'jane.doe@example.com';
    const jane = { ...pixPurchase, name: 'Jane Doe', email };

    const personalDataOf = async ({ paymentId, position: after }: PurchaseOutput) => {
      const sale = await product.ask('seller.getSale', { paymentId, after }, { cookie: seller });
      const admin = await product.signIn(people.admin.email);
      const request = { paymentId, reason: 'Pedido do titular' };
      const subject = await product.ask('admin.exportSubject', request, { cookie: admin });
      const [requested] = subject.records.find(({ id }) => id === paymentId)?.events ?? [];
      return { onSale: sale.buyer, exported: requested?.personal };
    };

    it('hides the English page’s default CPF and phone from the seller and the data export', async () => {
      const { standIns } = await product.ask('checkout.getCheckout', { checkoutId: 'demo-ebook' });
      const { onSale, exported } = await personalDataOf(await buy({ ...jane, ...standIns }));
      expect(onSale).to.deep.include({ name: 'Jane Doe', email, document: null, phone: null });
      expect(exported).to.deep.include({
        'buyer.identity': { name: 'Jane Doe' },
        'buyer.contact': { email },
      });
    });

    it('treats a CPF derived from the e-mail address as the buyer’s own, not as the default', async () => {
      const { standIns } = await product.ask('checkout.getCheckout', { checkoutId: 'demo-ebook' });
      const cpf = syntheticCpf(email);
      expect(standIns.cpf).to.not.equal(cpf);
      const { onSale } = await personalDataOf(await buy({ ...jane, cpf }));
      expect(onSale).to.include({ document: cpf });
    });
  });

  it('refunds a payment once when requested twice at the same time, and debits the seller', async () => {
    const paymentId = await paid();
    const { pending } = await balance();
    const request = { paymentId, note: 'desistiu da compra' };
    const refund = () =>
      product.ask('seller.requestRefund', request, { cookie: seller, key: randomUUID() });
    const outcomes = await Promise.allSettled([refund(), refund()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    await becomes(paymentId, 'REFUNDED');
    await pendingBecomes(pending - NET);
  });

  it('keeps the buyer’s readable data out of every database table except those for sign-in', async () => {
    await paid();
    const client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'auth')`,
      );
      for (const { name } of tables) {
        const { rowCount } = await client.query(
          `SELECT 1 FROM ${name} AS row WHERE row::text ~* $1 LIMIT 1`,
          ['maria\\.da\\.silva|Maria da Silva|52998224725|11987654321'],
        );
        expect(rowCount, name).to.equal(0);
      }
    } finally {
      await client.end();
    }
  });

  describe('Webhook notices', () => {
    const notify = async (notice: unknown, secret?: string): Promise<number> => {
      const secretsFile = await readFile(join(product.dataDir, 'secrets.json'), 'utf8');
      const key = secret ?? secrets.parse(JSON.parse(secretsFile)).sandboxWebhookSecret;
      const body = JSON.stringify(notice);
      const at = Math.floor(Date.now() / 1_000);
      const digest = createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
      const signature = `t=${at},v1=${digest}`;
      const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
      const url = `${product.url}/api/webhooks/sandbox/demo`;
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };

    const noticeOf = (transactionId: string, status: string) => ({
      id: `n-${randomUUID()}`,
      type: 'transaction.updated',
      data: { id: transactionId, status },
    });

    const outcomeOf = (noticeId: string, outcome: string) =>
      eventually(async () => {
        const admin = await product.signIn(people.admin.email);
        const { items } = await product.ask('admin.listNotices', {}, { cookie: admin });
        return items.find(
          (notice) => notice.noticeId.endsWith(noticeId) && notice.outcome === outcome,
        );
      }, `notice ${outcome}`);

    it('rejects a wrongly signed notice with 401, and stores one about an unknown transaction', async () => {
      expect(await notify(noticeOf('tr_1', 'paid'), 'wrong')).to.equal(401);
      const unknown = noticeOf('tr_unknown', 'paid');
      expect(await notify(unknown)).to.equal(202);
      await outcomeOf(unknown.id, 'UNKNOWN_TRANSACTION');
      const unknownProvider = await fetch(`${product.url}/api/webhooks/nobody`, { method: 'POST' });
      expect(unknownProvider.status).to.equal(404);
    });

    it('approves no payment on a false “paid” notice, and credits the seller once for repeated ones', async () => {
      const { paymentId, payment } = await buy(pixPurchase);
      const { pending } = await balance();
      const transactionId = payment.sandboxPayUrl?.split('/')[3] ?? '';
      const falseNotice = noticeOf(transactionId, 'paid');
      expect(await notify(falseNotice)).to.equal(200);
      await outcomeOf(falseNotice.id, 'UNCONFIRMED');
      expect((await paymentOf(paymentId)).status).to.equal('PENDING');
      await product.pay(payment);
      await becomes(paymentId, 'APPROVED');
      await pendingBecomes(pending + NET);
      const lateNotice = noticeOf(transactionId, 'paid');
      expect(await notify(lateNotice)).to.equal(200);
      await outcomeOf(lateNotice.id, 'NO_EFFECT');
      expect(await notify(lateNotice)).to.equal(200);
      expect((await balance()).pending).to.equal(pending + NET);
    });
  });
};

for (const log of sample(['eventstoredb', 'postgres'] as const, 1)) {
  describe(`Purchases, end to end with the event log in ${log}`, () => journeys(log));
}
