import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { z } from 'zod';
import { PASSWORD, SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';

const buyer = {
  name: 'Zulmira Quitéria',
  email: 'zulmira.quiteria@example.com',
  phone: '11987612345',
  cpf: '52998224725',
};

const CARD = { number: '4111111111111111', holder: buyer.name, cvv: '987' };

const request = z.looseObject({
  requestId: z.string(),
  procedure: z.string().nullable(),
  actor: z.string(),
  status: z.number(),
  ms: z.number(),
  outcome: z.string(),
});

const readiness = z.object({
  status: z.string(),
  missing: z.array(z.object({ what: z.string(), why: z.array(z.string()) })),
});

describe('Logs, metrics and readiness', function () {
  this.timeout(60_000);
  let product: Product;
  const lines: string[] = [];
  const level = process.env['LOG_LEVEL'];

  const buy = async (differences: object) =>
    product.ask(
      'checkout.purchase',
      { ...buyer, offerId: 'demo-ebook', paymentMethod: 'PIX', ...differences },
      { key: randomUUID() },
    );

  const cardToken = async (): Promise<string> => {
    const { provider } = await product.ask('checkout.getCheckout', { checkoutId: 'demo-ebook' });
    const answer = await fetch(`${product.url}${provider.tokenizerUrl}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${provider.gatewayPublicKey}`,
      },
      body: JSON.stringify({ ...CARD, exp_month: '12', exp_year: '2031' }),
    });
    return z.object({ token: z.string() }).parse(await answer.json()).token;
  };

  const metrics = async (): Promise<string> => (await fetch(`${product.url}/metrics`)).text();

  const valueIn = (text: string, series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.split(' ').at(-1) ?? Number.NaN);
  };

  before(async () => {
    process.env['LOG_LEVEL'] = 'debug';
    product = await startProduct(0, { logTo: { write: (line: string) => void lines.push(line) } });
  });

  after(async () => {
    await product.stop();
    if (level === undefined) delete process.env['LOG_LEVEL'];
    else process.env['LOG_LEVEL'] = level;
  });

  it('log each request once, without personal data, card data or secrets', async () => {
    const token = await cardToken();
    await buy({ paymentMethod: 'CREDIT_CARD', creditCard: { token, installments: 1 } });
    const { paymentId, payment } = await buy({});
    await product.pay(payment);
    const cookie = await product.signIn(people.seller.email);
    await eventually(async () => {
      const { status } = await product.ask('checkout.getPayment', { paymentId });
      return status === 'APPROVED' ? true : undefined;
    }, 'it is approved');
    await product.ask('seller.searchSales', { text: buyer.email }, { cookie });
    const note = 'Comprou duas vezes';
    await product.ask('seller.requestRefund', { paymentId, note }, { cookie });
    await product.refusal('seller.requestWithdrawal', { amount: 5_000, destinationId: 'mine' });
    await product.refusal('checkout.purchase', { ...buyer, cpf: 'x' });
    await fetch(`${product.url}/checkout/${encodeURIComponent(buyer.email)}`);

    const requests = lines
      .map((line) => request.safeParse(JSON.parse(line)))
      .flatMap(({ data }) => (data ? [data] : []));
    const requestsOf = (name: string) => requests.filter(({ procedure }) => procedure === name);
    expect(requestsOf('checkout.purchase').map(({ outcome }) => outcome)).to.deep.equal([
      'ok',
      'ok',
      'request/invalid-input',
    ]);
    expect(requestsOf('seller.requestRefund')[0]).to.include({
      actor: `seller:${SELLER_ID}`,
      status: 200,
    });
    expect(requestsOf('seller.requestWithdrawal')[0]).to.include({ outcome: 'session/required' });
    expect(requestsOf('webhook').length).to.be.greaterThan(0);

    const secrets = z
      .record(z.string(), z.string())
      .parse(JSON.parse(await readFile(join(product.dataDir, 'secrets.json'), 'utf8')));
    const session = cookie.split('=')[1] ?? '';
    const marks = [
      ...Object.values(buyer),
      'Zulmira',
      'zulmira',
      paymentId,
      CARD.number,
      token,
      PASSWORD,
      session,
      people.seller.email,
      ...Object.values(secrets),
    ];
    const logged = lines.join('');
    expect(marks.filter((mark) => mark.length > 3 && logged.includes(mark))).to.deep.equal([]);
  });

  it('show metrics of requests, acquirers, webhooks, read models, policies, seals and sockets', async () => {
    const text = await metrics();
    const metric = (series: string) => valueIn(text, series);
    expect(metric('razao_append_seconds_count{outcome="appended"}')).to.be.greaterThan(2);
    expect(metric('razao_appended_events_total')).to.be.greaterThan(4);
    const route = 'route="checkout.purchase",status="200"';
    expect(metric(`razao_http_request_seconds_count{${route}}`)).to.equal(2);
    const call = 'provider="sandbox",operation="create",outcome="answered"';
    expect(metric(`razao_provider_call_seconds_count{${call}}`)).to.equal(2);
    const notice = 'provider="sandbox",reception="accepted"';
    expect(metric(`razao_webhooks_total{${notice}}`)).to.be.greaterThan(0);
    expect(metric('razao_projection_lag_events{projection="sales"}')).to.be.at.least(0);
    expect(metric('razao_policy_backlog_events{runner="policies"}')).to.be.at.least(0);
    expect(metric('razao_policy_parked_events')).to.equal(0);
    expect(metric('razao_seal_lag_events')).to.be.at.least(0);
    expect(metric('razao_seal_lag_seconds')).to.be.at.least(0);
    expect(metric('razao_log_writer_connected')).to.equal(1);
    expect(metric('razao_live_sockets')).to.equal(0);
    expect(metric('razao_database_pool_connections{state="waiting"}')).to.equal(0);
  });

  it('report a read model that cannot apply an event as degraded, while the others keep up', async () => {
    const ready = async () => {
      const answer = await fetch(`${product.url}/readyz`);
      return { status: answer.status, body: await answer.text() };
    };
    expect((await ready()).status).to.equal(200);
    const client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    // With this constraint the read model cannot apply its next event.
    await client.query('ALTER TABLE sales_g1.sale ADD CHECK (amount < 0) NOT VALID');
    await client.end();
    const { payment } = await buy({ email: 'outra@example.com' });
    await product.pay(payment);
    const figures = async (series: string): Promise<ReadonlyMap<string, number>> => {
      const matches = (await metrics()).matchAll(
        new RegExp(`^${series}\\{projection="(.+)"\\} (\\d+)$`, 'gm'),
      );
      return new Map([...matches].map(([, name = '', value]) => [name, Number(value)]));
    };
    const degraded = await eventually(async () => {
      const parked = [...(await figures('razao_projection_degraded'))].filter(([, is]) => is === 1);
      return parked.length > 0 ? parked.map(([name]) => name) : undefined;
    }, 'a read model is degraded');
    expect(degraded).to.deep.equal(['sales']);
    const { status, body } = await ready();
    expect(status).to.equal(503);
    const [missing, ...others] = readiness.parse(JSON.parse(body)).missing;
    expect(others).to.deep.equal([]);
    expect(missing?.what).to.equal('readModels');
    expect(missing?.why[0]).to.match(/^sales is degraded at (?:e:\d{20}:)?\d{20}$/);
    await eventually(async () => {
      const behind = [...(await figures('razao_projection_lag_events'))].filter(
        ([, lag]) => lag > 0,
      );
      return behind.every(([name]) => name === 'sales') ? true : undefined;
    }, 'all others keep up');
  });
});
