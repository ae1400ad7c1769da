import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';

/** A checkout for tests of duplicate purchases. */

export const GOOD = '4111111111111111';
export const DECLINED = '4000000000000002';

export const METHODS = ['CREDIT_CARD', 'PIX', 'BILLET'] as const;

export type Method = (typeof METHODS)[number];

const RADIOS = { CREDIT_CARD: 'Cartão de crédito', PIX: 'PIX', BILLET: 'Boleto' } as const;

let product: Product;
let browser: Browser;
let log: pg.Client;
let buyers = 0;

/** Starts a product and a browser for the calling suite. */
export const openShop = (): void => {
  before(async function () {
    this.timeout(120_000);
    product = await startProduct(0, { log: 'postgres' });
    browser = await launchBrowser();
    log = new pg.Client({ connectionString: product.databaseUrl });
    await log.connect();
  });

  after(async () => {
    await browser.close();
    await log.end();
    await product.stop();
  });
};

/** Returns how many payments were requested, and how many charges the acquirer has, so far. */
const counts = async () => {
  const { rows } = await log.query<{ requested: number }>(
    `SELECT count(*)::int AS requested FROM ledger.event WHERE type = 'PaymentRequested'`,
  );
  const sandbox = new DatabaseSync(join(product.dataDir, 'sandbox.db'), { readOnly: true });
  const charged = sandbox
    .prepare(`SELECT count(*) AS charged FROM documents WHERE kind = 'transaction'`)
    .get();
  sandbox.close();
  return { requested: rows[0]?.requested ?? 0, charged: Number(charged?.['charged']) };
};

export const newBuyer = (): string => `comprador.${(buyers += 1)}@example.com`;

const newVisitor = async (): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    locale: 'pt-BR',
    hasTouch: true,
  });
  context.setDefaultTimeout(15_000);
  return context;
};

export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Número do cartão').fill(number);
  await page.getByLabel('Nome impresso no cartão').fill('MARINA DUARTE');
  await page.getByLabel('Validade').fill('12/31');
  await page.getByLabel('CVV').fill('123');
};

/** What differs from a new buyer of the e-book with a good card. */
interface Filling {
  readonly email?: string;
  readonly card?: string;
  readonly offer?: string;
}

export const fillIn = async (page: Page, method: Method, filling: Filling = {}): Promise<void> => {
  const { email = newBuyer(), card = GOOD } = filling;
  await page.getByLabel('Nome completo').fill('Marina Duarte');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('CPF').fill('529.982.247-25');
  await page.getByLabel('Celular com DDD').fill('11987654321');
  await page.getByRole('radio', { name: RADIOS[method] }).check();
  if (method === 'CREDIT_CARD') await fillCard(page, card);
};

export const checkoutUrl = (offer = 'demo-ebook'): string => `${product.url}/checkout/${offer}`;

/** Opens the checkout and fills it in. */
export const opened = async (
  context: BrowserContext,
  method: Method,
  filling: Filling = {},
): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(checkoutUrl(filling.offer));
  await fillIn(page, method, filling);
  return page;
};

/** Like `opened`, but removes the cookie by which the server recognises a repeated purchase, so that the page alone must prevent it. */
export const openedAlone: typeof opened = async (context, method, filling) => {
  const page = await opened(context, method, filling);
  await context.clearCookies({ name: 'razao.browser' });
  return page;
};

export const payButton = (page: Page) => page.locator('button#pay');

export const waitForPaymentPage = (page: Page): Promise<void> =>
  page.waitForURL('**/checkout/payment/**');

export const paymentIn = (page: Page): string | undefined =>
  /\/checkout\/payment\/([^?]+)/.exec(page.url())?.[1];

/** Counts the payments that `work` requests and charges; `work` must wait until its requests have ended. */
export const boughtBy = async (work: () => Promise<void>) => {
  const before = await counts();
  await work();
  const after = await counts();
  return {
    requested: after.requested - before.requested,
    charged: after.charged - before.charged,
  };
};

export const ONCE = { requested: 1, charged: 1 };

/** Runs `work` in a new browser context, which is then closed. */
export const withVisitor = async (
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> => {
  const context = await newVisitor();
  try {
    await work(context);
  } finally {
    await context.close();
  }
};
