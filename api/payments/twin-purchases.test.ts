import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { InputOf } from '#/api/contract/contract.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { startProduct, type Product, type TestLog } from '#/scripts/testing/product.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { browserOf, newBrowserCookie } from './browser-cookie.ts';

type Purchase = InputOf<'checkout.purchase'>;

const DECLINED = '4000000000000002';
const GOOD = '4111111111111111';

const buyerOf = (email: string): Purchase => ({
  name: 'Maria da Silva',
  email,
  phone: '11987654321',
  cpf: '52998224725',
  offerId: 'demo-ebook',
  paymentMethod: 'PIX',
});

const anyEmail = (): string => `maria.${randomUUID()}@example.com`;

/** Opens a checkout page. @returns the cookies that it sets */
const openCheckout = async (product: Product, cookie?: string): Promise<readonly string[]> => {
  const page = await fetch(`${product.url}/checkout/demo-ebook`, {
    headers: cookie === undefined ? {} : { cookie },
  });
  return page.headers.getSetCookie();
};

const browserAt = async (product: Product): Promise<string> =>
  (await openCheckout(product))[0]?.split(';', 1)[0] ?? '';

/** Twins are equal purchases of one browser within a minute, under different idempotency keys. */
const twins = (log: TestLog): void => {
  let product: Product;
  /** With EventStoreDB, a second process of the same product; otherwise the first one. */
  let other: Product;
  let browser: string;

  before(async function () {
    this.timeout(90_000);
    product = await startProduct(0, { log });
    other = log === 'eventstoredb' ? await startProduct(0, { place: product.place, log }) : product;
    browser = await browserAt(product);
  });

  after(async () => {
    if (other !== product) await other.stop();
    await product.stop();
  });

  const buy = (purchase: Purchase, cookie: string | undefined = browser, at = product) =>
    at.ask('checkout.purchase', purchase, {
      key: randomUUID(),
      ...(cookie !== '' && { cookie }),
    });

  const byCard = async (purchase: Purchase, number: string): Promise<Purchase> => ({
    ...purchase,
    paymentMethod: 'CREDIT_CARD',
    creditCard: { token: await cardToken(product, number), installments: 1 },
  });

  it('creates one payment, with one answer, for concurrent twins at one or two processes', async () => {
    const pix = buyerOf(anyEmail());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => buy(pix, browser, index % 2 ? other : product)),
    );
    answers.push(await buy({ ...pix, email: pix.email.toUpperCase(), name: 'Maria Silva' }));
    expect(new Set(answers.map(({ paymentId }) => paymentId))).to.have.property('size', 1);
    expect(new Set(answers.map(({ payment }) => payment.pixCode))).to.have.property('size', 1);
    expect(new Set(answers.map(({ upsellToken }) => upsellToken))).to.have.property('size', 1);
    expect(answers[0]?.payment.pixCode).to.match(/^000201/);
  });

  it('creates one payment for twins by card, although each has its own card token', async () => {
    const { email } = buyerOf(anyEmail());
    const cards = await Promise.all(Array.from({ length: 4 }, () => byCard(buyerOf(email), GOOD)));
    const answers = await Promise.all(
      cards.map((card, index) => buy(card, browser, index % 2 ? other : product)),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(4).fill('APPROVED'));
    expect(new Set(answers.map(({ paymentId }) => paymentId))).to.have.property('size', 1);
  });

  it('creates another payment after the first was declined, but not after one was approved', async () => {
    const { email } = buyerOf(anyEmail());
    const refused = await buy(await byCard(buyerOf(email), DECLINED));
    expect(refused.status).to.equal('REJECTED');
    const next = await buy(await byCard(buyerOf(email), GOOD), browser, other);
    expect(next.status).to.equal('APPROVED');
    expect(next.paymentId).not.to.equal(refused.paymentId);
    const third = await buy(await byCard(buyerOf(email), GOOD));
    expect(third.paymentId).to.equal(next.paymentId);
  });

  it('creates a payment after the first purchase was rejected for an invalid document', async () => {
    const invalid = { ...buyerOf(anyEmail()), cpf: '52998224726' };
    const refusal = await product.refusal('checkout.purchase', invalid, {
      key: randomUUID(),
      cookie: browser,
    });
    expect(refusal.code).to.equal('buyer/document-invalid');
    expect((await buy({ ...invalid, cpf: '52998224725' })).status).to.equal('PENDING');
  });

  it('recognises twins whose order bumps come in a different order', async () => {
    const added = buyerOf(anyEmail());
    const [one, two] = await Promise.all([
      buy({ ...added, orderBumpsIds: ['planilha', 'audio'] }),
      buy({ ...added, orderBumpsIds: ['audio', 'planilha'] }),
    ]);
    expect(two.paymentId).to.equal(one.paymentId);
  });

  it('creates a payment for each browser, and for each purchase with a missing or invalid browser cookie', async () => {
    const pix = buyerOf(anyEmail());
    const guessed = browser.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const cookies = [browser, await browserAt(product), guessed, '', 'razao.browser=x'];
    const answers = await Promise.all(cookies.map((cookie) => buy(pix, cookie)));
    expect(new Set(answers.map(({ paymentId }) => paymentId))).to.have.property('size', 5);
  });

  it('creates a payment for another e-mail, method, order bump or offer, and when the buyer buys again', async () => {
    const pix = buyerOf(anyEmail());
    const first = await buy(pix);
    const others = await Promise.all([
      buy({ ...pix, email: anyEmail() }),
      buy({ ...pix, paymentMethod: 'BILLET' }),
      buy({ ...pix, orderBumpsIds: ['planilha'] }),
      buy({ ...pix, offerId: 'demo-clube' }),
      buy({ ...pix, buysAgainAfter: first.paymentId }),
    ]);
    const ids = [first, ...others].map(({ paymentId }) => paymentId);
    expect(new Set(ids)).to.have.property('size', 6);
    const twin = await buy({ ...pix, buysAgainAfter: first.paymentId });
    expect(twin.paymentId).to.equal(others.at(-1)?.paymentId);
  });

  it('gives both twins the same answer on retry, and rejects a retry with other data', async () => {
    const pix = buyerOf(anyEmail());
    const keys = [randomUUID(), randomUUID()];
    const send = (key: string, purchase = pix) =>
      product.ask('checkout.purchase', purchase, { key, cookie: browser });
    const [first] = await Promise.all(keys.map((key) => send(key)));
    const retries = await Promise.all(keys.map((key) => send(key)));
    expect(retries.map(({ paymentId }) => paymentId)).to.deep.equal(
      Array(2).fill(first?.paymentId),
    );
    const changed = { ...pix, name: 'Outra Pessoa' };
    for (const key of keys) {
      const { code } = await product.refusal('checkout.purchase', changed, {
        key,
        cookie: browser,
      });
      expect(code).to.equal('idempotency/key-reused');
    }
  });
};

for (const log of sample(['postgres', 'eventstoredb'] as const, 1)) {
  describe(`Twin purchases, with the event log in ${log}`, () => twins(log));
}

describe('Browser cookie', () => {
  it('is set by a checkout page if missing or invalid, but not by the page of an unknown checkout', async function () {
    this.timeout(60_000);
    const product = await startProduct();
    const [cookie = ''] = await openCheckout(product);
    expect(cookie).to.match(
      /^razao\.browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await openCheckout(product, cookie.split(';', 1)[0])).to.deep.equal([]);
    expect(await openCheckout(product, 'razao.browser=short')).to.have.length(1);
    const unknownPage = await fetch(`${product.url}/checkout/nothing-here`);
    await product.stop();
    expect(unknownPage.headers.getSetCookie()).to.deep.equal([]);
  });

  it('is restricted to TLS if the site uses it, and differs every time', () => {
    const [one, two] = [newBrowserCookie('https://loja.example'), newBrowserCookie('https://x')];
    expect(one).to.match(/^__Host-razao\.browser=.*; Secure$/);
    expect(one).not.to.equal(two);
    const sent = one.split(';', 1)[0];
    expect(browserOf(`a=b; ${sent}`, 'https://loja.example')).to.have.length(43);
    expect(browserOf(sent, 'http://loja.example')).to.equal(undefined);
  });
});
