import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { reply } from '#/adapters/payments/evidence/transactions-api-cases.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

const allMethods = 'PIX 100 %, CREDIT_CARD 100 %, BILLET 100 %, WITHDRAW 100 %';

describe('npm run acquirers', () => {
  let product: Product;
  let acquirer: CaseServer;
  let status = 'waiting_payment';

  before(async function () {
    this.timeout(60_000);
    // On Postgres, `web/e2e/acquirers.e2e.ts` tests this.
    product = await startProduct(0, { log: 'eventstoredb' });
    acquirer = await startCaseServer();
    acquirer.answerWith((_seen, response) =>
      sendJson(response, 200, { ...reply({ status, amount: 9_700 }), externalRef: null }),
    );
  });
  after(async () => {
    await product.stop();
    await acquirer.close();
  });

  const run = (...words: readonly string[]) =>
    runScript('acquirers', ['--platform', 'demo', ...words], product.environment);
  const accountFile = async (account: unknown): Promise<string> => {
    const file = join(product.dataDir, `${randomUUID()}.json`);
    await writeFile(file, JSON.stringify(account));
    return file;
  };

  it('lists only the sandbox at first', async () => {
    expect(await run()).to.deep.equal({ code: 0, output: `sandbox  ${allMethods}\n` });
  });

  it('reports an invalid account without its secrets, an unknown acquirer and one not connected', async () => {
    const wrong = await accountFile({ baseUrl: 'nowhere', secretKey: 'sk_do_not_show' });
    const { code, output } = await run('connect', 'fairpay', wrong);
    expect([code, output.trim()]).to.deep.equal([
      1,
      'The account is not what fairpay wants: baseUrl (Invalid URL).',
    ]);
    expect((await run('connect', 'nobody', wrong)).output).to.match(/^Name one of [a-z, ]+\.\n$/);
    expect((await run('use', 'fairpay')).output).to.equal('fairpay is not connected.\n');
  });

  it('charges buyers at the connected acquirer, and accepts its webhook notices', async () => {
    const account = await accountFile({ baseUrl: acquirer.url, secretKey: 'sk_fairpay_for_tests' });
    expect((await run('connect', 'fairpay', account)).output).to.equal('fairpay is connected\n');
    expect((await run('use', 'fairpay')).output).to.equal(
      'fairpay is in use from now on; not offered: CREDIT_CARD, WITHDRAW\n',
    );
    expect((await run()).output).to.equal('sandbox\nfairpay  PIX 100 %, BILLET 100 %\n');
    const checkout = await product.ask('checkout.getCheckout', { checkoutId: 'demo-ebook' });
    expect([checkout.pixEnabled, checkout.billetEnabled, checkout.creditCardEnabled]).to.deep.equal(
      [true, true, false],
    );
    const purchase = {
      offerId: 'demo-ebook',
      name: 'Jandira Moura',
      email: 'jandira@example.com',
      phone: '11987654321',
      cpf: '52998224725',
      paymentMethod: 'PIX',
    } as const;
    const bought = await product.ask('checkout.purchase', purchase, { key: randomUUID() });
    const { paymentId } = bought;
    expect(bought.payment.pixCode).to.equal(reply({ status }).pix?.qrcode);
    const [charged] = acquirer.seen;
    const { externalRef, postbackUrl } = JSON.parse(charged?.body ?? '');
    expect(externalRef).to.equal(paymentId);
    expect(postbackUrl).to.match(/\/api\/webhooks\/fairpay\/demo\/[\w-]{43}$/);
    status = 'paid';
    const received = await fetch(`${product.url}/api/webhooks/fairpay/demo`, {
      method: 'POST',
      body: JSON.stringify({ type: 'transaction', data: { id: 123, status: 'paid' } }),
    });
    expect(received.status).to.equal(200);
    await eventually(async () => {
      const now = await product.ask('checkout.getPayment', { paymentId });
      return now.status === 'APPROVED' || undefined;
    }, 'it is paid');
    const atUnknownPlatform = await fetch(`${product.url}/api/webhooks/fairpay/another`, {
      method: 'POST',
      body: '{}',
    });
    expect(atUnknownPlatform.status).to.equal(404);
  });

  it('offers buyers no payment method after “use none”', async () => {
    expect((await run('use', 'none')).output).to.equal('none is in use from now on\n');
    const checkout = await product.ask('checkout.getCheckout', { checkoutId: 'demo-ebook' });
    const { pixEnabled, billetEnabled, creditCardEnabled } = checkout;
    expect([pixEnabled, billetEnabled, creditCardEnabled]).to.deep.equal([false, false, false]);
    await run('use', 'fairpay');
  });

  it('rejects a route to an acquirer that does not support the method', async () => {
    expect(await run('route', 'WITHDRAW', 'sandbox:60', 'fairpay:40')).to.deep.equal({
      code: 1,
      output: 'fairpay does not do WITHDRAW: npm run providers shows who does.\n',
    });
    expect((await run('route', 'WITHDRAW', 'sandbox:100')).code).to.equal(0);
  });

  it('disconnects an acquirer only when it is no longer in use', async () => {
    expect((await run('disconnect', 'fairpay')).output).to.equal(
      'fairpay is in use: use another one first.\n',
    );
    await run('use', 'sandbox');
    expect((await run('disconnect', 'fairpay')).output).to.equal('fairpay is disconnected\n');
    expect((await run()).output).to.equal(`sandbox  ${allMethods}\n`);
  });
});
