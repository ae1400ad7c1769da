import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { startSimulators, type Simulators } from '#/adapters/payments/simulators/simulators.ts';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { everyValue } from '#/api/testing/every-value.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

const NUMBER = '5555444433331111';
const CVV = '7391';

/** Lists the readable forms of the card that a text has; the CVV counts only as a separate number. */
const cardDataIn = (text: string): readonly string[] =>
  [
    NUMBER,
    '5555 4444 3333 1111',
    NUMBER.slice(0, 12),
    Buffer.from(NUMBER).toString('hex'),
    Buffer.from(NUMBER).toString('base64').slice(0, -3),
    'card.v1.',
  ]
    .filter((mark) => text.includes(mark))
    .concat(/(?<![\w.:-])7391(?![\w.:-])/.exec(text) ?? []);

describe('Card data in tables, events and logs', () => {
  let product: Product;
  let simulators: Simulators;
  let client: pg.Client;
  const logged: string[] = [];

  const run = async (...args: readonly string[]): Promise<void> => {
    const { code, output } = await runScript(
      'acquirers',
      ['--platform', 'demo', ...args],
      product.environment,
    );
    expect(code, output).to.equal(0);
  };

  before(async function () {
    this.timeout(120_000);
    product = await startProduct(0, { logTo: { write: (line: string) => void logged.push(line) } });
    const cases = await loadProviderCases();
    simulators = await startSimulators(
      cases.filter(({ provider: { id } }) => id === 'pagarme' || id === 'celcoin'),
    );
    for (const { id, account } of simulators.each) {
      const file = join(product.dataDir, `${id}.json`);
      await writeFile(file, JSON.stringify(account));
      await run('connect', id, file);
    }
    client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await simulators.close();
    await product.stop();
  });

  const card = {
    checkoutId: 'demo-ebook',
    cardNumber: NUMBER,
    holderName: 'MARINA DUARTE',
    expMonth: '12',
    expYear: '2031',
    cvv: CVV,
  };
  const purchaseWith = (token: string) => ({
    offerId: 'demo-ebook',
    name: 'Marina Duarte',
    email: 'marina@example.com',
    phone: '11987654321',
    cpf: '52998224725',
    paymentMethod: 'CREDIT_CARD' as const,
    creditCard: { token, installments: 1 },
  });
  const leaks = async (): Promise<readonly string[]> => [
    ...(await everyValue(client, product.place)).flatMap(({ table, text }) =>
      cardDataIn(text).map((mark) => `${mark} in ${table}`),
    ),
    ...cardDataIn(logged.join('\n')).map((mark) => `${mark} in the log`),
  ];

  it('finds card data planted in a table, which proves that the search works', async () => {
    await client.query('CREATE TABLE planted (note text, bytes bytea)');
    await client.query('INSERT INTO planted VALUES ($1, $2)', [
      JSON.stringify({ cvv: CVV }),
      Buffer.from(NUMBER),
    ]);
    expect(await leaks()).to.have.members([
      `${CVV} in public.planted`,
      `${NUMBER} in public.planted`,
      `${NUMBER.slice(0, 12)} in public.planted`,
    ]);
    await client.query('DROP TABLE planted');
  });

  for (const id of ['pagarme', 'celcoin'] as const) {
    it(`accepts a card token once at ${id}, and leaves no card data in tables, events or logs`, async function () {
      this.timeout(60_000);
      await run('use', id);
      const { provider, creditCardEnabled } = await product.ask('checkout.getCheckout', {
        checkoutId: card.checkoutId,
      });
      expect([creditCardEnabled, provider.tokenizerUrl]).to.deep.equal([true, null]);
      const request = { key: randomUUID() };
      const { token } = await product.ask('checkout.createCardToken', card, request);
      const bought = await product.ask('checkout.purchase', purchaseWith(token), request);
      expect([bought.status, bought.cardRefusal]).to.deep.equal(['APPROVED', null]);
      const repeated = await product.ask('checkout.purchase', purchaseWith(token), request);
      expect(repeated.paymentId).to.equal(bought.paymentId);
      const other = { key: randomUUID() };
      const refusal = await product.refusal('checkout.purchase', purchaseWith(token), other);
      expect(refusal.code).to.equal('card/token-used');
      expect(await leaks()).to.deep.equal([]);
    });
  }

  it('leaves no card data behind when the card or its purchase is rejected', async () => {
    const request = { key: randomUUID() };
    const invalidHolder = { ...card, holderName: 'MARINA' };
    expect(
      (await product.refusal('checkout.createCardToken', invalidHolder, request)).code,
    ).to.equal('card/holder-invalid');
    const overlong = { ...card, cardNumber: `${NUMBER}${NUMBER}` };
    const invalid = await product.refusal('checkout.createCardToken', overlong, request);
    expect(invalid.code).to.equal('request/invalid-input');
    expect(cardDataIn(JSON.stringify(invalid))).to.deep.equal([]);
    const forged = purchaseWith('card.v1.AAAA');
    expect((await product.refusal('checkout.purchase', forged, request)).code).to.equal(
      'card/token-invalid',
    );
    expect(await leaks()).to.deep.equal([]);
  });

  it('rejects the purchase with a readable message when the acquirer’s tokeniser is unreachable', async () => {
    await simulators.close();
    await run('use', 'pagarme');
    const { token } = await product.ask('checkout.createCardToken', card);
    const bought = await product.ask('checkout.purchase', purchaseWith(token));
    expect([bought.status, bought.cardRefusal]).to.deep.equal(['REJECTED', 'Erro salvando cartão']);
    expect(await leaks()).to.deep.equal([]);
  });
});
