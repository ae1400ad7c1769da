import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'chai';
import { z } from 'zod';
import { freePort } from '#/scripts/load/product.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { killAllOf, StartedProduct } from '#/scripts/testing/started-product.ts';

const output = z.object({ paymentId: z.string(), status: z.string() });
const tokenReply = z.object({ token: z.string() });
const checkout = z.object({
  provider: z.object({ gatewayPublicKey: z.string(), tokenizerUrl: z.string() }),
});

describe('A purchase whose process is killed during the call to its acquirer', () => {
  let dataDir: string;
  let url: string;
  let product: StartedProduct;

  const start = async (): Promise<void> => {
    // The sandbox cuts the connection so late that the test kills the product's process first.
    const environment = { SANDBOX_LOST_REPLY_CUT_AFTER_MS: '60000' };
    product = new StartedProduct({ dataDir, port: Number(new URL(url).port), environment });
    await product.settled();
    expect(product.isUp, product.errors).to.equal(true);
  };

  before(async function () {
    this.timeout(120_000);
    dataDir = await mkdtemp(join(tmpdir(), 'razao-killed-'));
    url = `http://localhost:${await freePort()}`;
    await start();
  });
  after(async () => {
    await killAllOf(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  const charges = (): number => {
    const sandbox = new DatabaseSync(join(dataDir, 'sandbox.db'), { readOnly: true });
    const row = sandbox
      .prepare(`SELECT count(*) AS charges FROM documents WHERE kind = 'transaction'`)
      .get();
    sandbox.close();
    return Number(row?.['charges']);
  };

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(body),
    });
    return answer.json();
  };

  const cardToken = async (): Promise<string> => {
    const answer = await fetch(`${url}/api/checkout.getCheckout?checkoutId=demo-ebook`);
    const { provider } = checkout.parse(await answer.json());
    const card = { number: '4000000000000010', holder: 'Maria da Silva', cvv: '123' };
    const reply = await post(
      provider.tokenizerUrl,
      { ...card, exp_month: '12', exp_year: '2031' },
      { authorization: `Bearer ${provider.gatewayPublicKey}` },
    );
    return tokenReply.parse(reply).token;
  };

  it('is approved and charged once when the buyer repeats it after the restart', async function () {
    this.timeout(120_000);
    const page = await fetch(`${url}/checkout/demo-ebook`);
    const cookie = page.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const buy = async () =>
      post(
        '/api/checkout.purchase',
        {
          name: 'Maria da Silva',
          email: 'maria@example.com',
          phone: '11987654321',
          cpf: '52998224725',
          offerId: 'demo-ebook',
          paymentMethod: 'CREDIT_CARD',
          creditCard: { token: await cardToken(), installments: 1 },
        },
        { cookie, 'idempotency-key': randomUUID() },
      );
    const chargesBefore = charges();
    const lost = buy().catch(() => undefined);
    await eventually(
      () => (charges() > chargesBefore ? true : undefined),
      'the acquirer has charged',
    );
    await killAllOf(dataDir);
    expect(await lost).to.equal(undefined);
    await start();
    const repeated = output.parse(await buy());
    expect(['APPROVED', 'PENDING']).to.include(repeated.status);
    const paid = await eventually(async () => {
      const answer = await fetch(`${url}/api/checkout.getPayment?paymentId=${repeated.paymentId}`);
      const { status } = output.parse(await answer.json());
      return status === 'APPROVED' ? status : undefined;
    }, 'the charge is read back');
    expect(paid).to.equal('APPROVED');
    expect(charges()).to.equal(chargesBefore + 1);
  });
});
