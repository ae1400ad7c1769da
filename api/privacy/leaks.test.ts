import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import type { OutputOf } from '#/api/contract/contract.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { verifyLog } from '#/ledger/audit/verify.ts';
import { apiWorld } from '#/api/testing/api-world.ts';
import { openLog, type StoreLocations } from '#/api/composition/store.ts';
import { everyValue } from '#/api/testing/every-value.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

/** Data that no one else has, so that each occurrence is of this buyer. */
const marked = {
  name: 'Zuleica Xaxim Quixadá',
  email: 'zuleica.xaxim@marca-propria.example',
  cpf: '11144477735',
  phone: '21987650123',
  ip: '203.0.113.77',
  referer: 'https://blog-da-zuleica.example/',
};

const marks = ['Zuleica', 'Xaxim', 'Quixad', '11144477735', '987650123', '203.0.113.77'];
/** Marks, and parts of the formatted document and phone. */
const marksToFind = [...marks, '111.444.777', '98765-0123'];

const marksIn = (text: string): readonly string[] =>
  marksToFind.filter((mark) => text.toLowerCase().includes(mark.toLowerCase()));

/** Every mark found in any table. */
const leaksIn = async (client: pg.Client, locations: StoreLocations): Promise<readonly string[]> =>
  (await everyValue(client, locations)).flatMap(({ table, text }) =>
    marksIn(text).map((mark) => `${mark} in ${table}`),
  );

/** Verifies the log. @returns null if its hash chain and seals are valid */
const brokenLink = async (locations: StoreLocations) => {
  await using stack = new AsyncDisposableStack();
  const store = stack.adopt(await openLog(locations), (log) => log.close());
  const pool = stack.adopt(new pg.Pool({ connectionString: locations.databaseUrl }), (each) =>
    each.end(),
  );
  const table = await openSealTable(pool);
  const { events, finding } = await verifyLog({ store, table });
  return events === 0 ? 'nothing was looked at' : finding;
};

describe('Erasure of a buyer', () => {
  let product: Product;
  let client: pg.Client;
  let cookie: string;
  let seller: string;
  const proxies = process.env.PROXIES;

  before(async function () {
    this.timeout(60_000);
    // With one trusted proxy, `x-forwarded-for` states the buyer's IP address.
    process.env.PROXIES = '1';
    product = await startProduct();
    client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    cookie = await product.signIn(people.admin.email);
    seller = await product.signIn(people.seller.email);
  });

  after(async () => {
    if (proxies === undefined) delete process.env.PROXIES;
    else process.env.PROXIES = proxies;
    await client.end();
    await product.stop();
  });

  const buy = async (): Promise<OutputOf<'checkout.purchase'>> => {
    const { ip, ...buyer } = marked;
    const answer = await fetch(`${product.url}/api/checkout.purchase`, {
      method: 'POST',
      headers: {
        origin: product.url,
        'content-type': 'application/json',
        'x-forwarded-for': ip,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ...buyer, offerId: 'demo-ebook', paymentMethod: 'PIX' }),
    });
    expect(answer.status).to.equal(200);
    return Object(await answer.json());
  };

  const becomes = (paymentId: string, status: string) =>
    eventually(async () => {
      const payment = await product.ask('checkout.getPayment', { paymentId });
      return payment.status === status ? payment : undefined;
    }, `the payment is ${status}`);

  /** What staff and seller see of these sales, on pages and in exports. */
  const everyAnswer = async (paymentIds: readonly string[]): Promise<string> => {
    const staffProcedures = ['admin.getSale', 'admin.getPaymentAudit', 'admin.replayPayment'];
    const range = 'from=2026-01-01&to=2027-12-31';
    const staffPaths = [
      ...paymentIds.flatMap((id) => staffProcedures.map((name) => `${name}?paymentId=${id}`)),
      ...paymentIds.map((id) => `checkout.getPayment?paymentId=${id}`),
      'admin.listSales',
      'admin.listNotices',
      `export.sales?${range}`,
      `export.journal?${range}`,
    ];
    const sellerPaths = [
      ...paymentIds.map((id) => `seller.getSale?paymentId=${id}`),
      'seller.listSales',
    ];
    const texts = [];
    for (const [session, path] of [
      ...staffPaths.map((each) => [cookie, each] as const),
      ...sellerPaths.map((each) => [seller, each] as const),
    ]) {
      const answer = await fetch(`${product.url}/api/${path}`, { headers: { cookie: session } });
      expect(answer.status, path).to.equal(200);
      texts.push(await answer.text());
    }
    return texts.join('\n');
  };

  const rebuildAll = async (): Promise<void> => {
    const { code, output } = await runScript('rebuild', ['all'], product.environment);
    expect(code, output).to.equal(0);
  };

  it('leaves no personal data in tables or answers, even after a rebuild, and keeps the hash chain valid', async function () {
    this.timeout(60_000);
    // Shows first that the search finds marks.
    await client.query('CREATE TABLE planted (note bytea)');
    await client.query('INSERT INTO planted VALUES ($1)', [Buffer.from(marked.email)]);
    expect(await leaksIn(client, product.place)).to.deep.equal([
      'Zuleica in public.planted',
      'Xaxim in public.planted',
    ]);
    await client.query('DROP TABLE planted');

    const [first, second] = [await buy(), await buy()];
    const ids = [first.paymentId, second.paymentId];
    const request = { paymentId: first.paymentId, reason: 'Pedido do titular' };

    const unsigned = await fetch(`${product.url}/api/webhooks/sandbox/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': marked.ip },
      body: JSON.stringify({
        id: marked.cpf,
        reference: marked.phone,
        type: marked.name,
        ...marked,
      }),
    });
    expect(unsigned.status, 'what is not signed is kept as well').to.equal(401);

    const early = await product.ask('admin.requestErasure', request, { cookie });
    expect(early.classes.map(({ state, causes }) => [state, causes])).to.deep.equal([
      ['HELD', ['open-payment']],
      ['HELD', ['open-payment']],
    ]);
    expect(marksIn(await everyAnswer(ids))).to.include.members(['Zuleica', '11144477735']);
    expect(
      await leaksIn(client, product.place),
      'nothing is in the clear even before',
    ).to.deep.equal([]);

    for (const { paymentId, payment } of [first, second]) {
      const expire = payment.sandboxPayUrl?.replace(/pay$/, 'expire');
      const answer = await fetch(`${product.url}${expire}`, { method: 'POST' });
      expect(answer.status).to.equal(200);
      await becomes(paymentId, 'CANCELED');
    }
    const exported = await product.ask('admin.exportSubject', request, { cookie });
    expect(exported.records.map(({ id }) => id)).to.have.members(ids);
    expect(marksIn(JSON.stringify(exported))).to.include.members(marks);
    expect(exported.records[0]?.events[0]?.personal).to.have.nested.property(
      'tracking.referer',
      marked.referer,
    );

    const erasure = await product.ask('admin.requestErasure', request, { cookie });
    expect(erasure.classes.map(({ state }) => state)).to.deep.equal(['ERASED', 'ERASED']);
    expect(marksIn(await everyAnswer(ids))).to.deep.equal([]);
    const empty = await product.ask('admin.exportSubject', request, { cookie });
    expect(marksIn(JSON.stringify(empty))).to.deep.equal([]);
    expect(await leaksIn(client, product.place)).to.deep.equal([]);
    const { rows } = await client.query('SELECT FROM vault.subject_lookup WHERE subject = $1', [
      erasure.subject,
    ]);
    expect(rows).to.have.length(0);

    await rebuildAll();
    expect(marksIn(await everyAnswer(ids))).to.deep.equal([]);
    expect(await leaksIn(client, product.place)).to.deep.equal([]);
    expect(await brokenLink(product.place)).to.equal(null);
  });

  it('treats the buyer as a new person when they buy again', async () => {
    const { paymentId } = await buy();
    const { classes, requestedAt } = await product.ask(
      'admin.getSubject',
      { paymentId },
      { cookie },
    );
    expect(requestedAt).to.equal(null);
    expect(classes.map(({ state }) => state)).to.deep.equal(['HELD', 'HELD']);
  });
});

describe('Server log', () => {
  it('contains no personal data of a buyer when the acquirer does not answer or the input is invalid', async () => {
    const world = await apiWorld();
    try {
      const { ip, referer, ...buyer } = marked;
      const headers = { 'x-forwarded-for': ip, referer };
      const request = { ...buyer, offerId: 'demo-ebook', paymentMethod: 'PIX' };
      const bought = await world.post('/api/checkout.purchase', request, { headers });
      expect(bought.status, bought.text).to.equal(200);
      await world.post('/api/checkout.purchase', { ...request, extra: marked.cpf }, { headers });
      await world.get(`/api/checkout.getPayment?paymentId=${marked.cpf}`, { headers });
      await world.get(`/${marked.cpf}?email=${marked.email}`, { headers });
      expect(world.logged.length).to.be.greaterThan(3);
      expect(marksIn(world.logged.join('\n'))).to.deep.equal([]);
    } finally {
      await world.close();
    }
  });
});
