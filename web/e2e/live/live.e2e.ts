import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { people, startProduct } from '#/scripts/testing/product.ts';
import { openLine } from '#/web/e2e/testing/frozen-line.ts';
import { centsShown, openStage, paidIn, reais, type Person, type Stage } from '#/web/e2e/stage.ts';

/** What the seller gets of R$ 97,00 by PIX, at 3,99 % + R$ 1,00. */
const NET = 9_213;

const LIVE = 'Ao vivo';
const RECONNECTING = 'Reconectando…';
const OFFLINE = 'Sem conexão. O que você vê pode estar desatualizado.';

const status = (page: Page, text: string) => page.getByRole('status').getByText(text);
const pending = (page: Page) => page.getByRole('group', { name: 'A receber' });

/** Waits until balance and statement show one more PIX sale. */
const untilOneMoreSale = async (page: Page, before: number): Promise<void> => {
  const after = reais(before + NET);
  await pending(page).getByText(after).first().waitFor();
  const closing = page.getByRole('region', { name: 'Extrato' }).locator('tbody tr').first();
  await closing.getByText(after).first().waitFor();
};

describe('Live updates of the seller’s balances', () => {
  let stage: Stage;
  let seller: Person;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
  });

  /** Opens the seller's balances through a connection that can be frozen. */
  const openBalances = async () => {
    const line = await openLine(stage.product.url);
    const { page } = await stage.person();
    await page.context().addCookies(await seller.page.context().cookies());
    await page.goto(`${line.url}/platform/financial`);
    await status(page, LIVE).waitFor();
    return { line, page, before: await centsShown(pending(page)) };
  };

  it('shows that the browser is offline, and catches up on reconnection', async () => {
    const { line, page, before } = await openBalances();
    line.freeze();
    await page.context().setOffline(true);
    await status(page, OFFLINE).waitFor();
    await status(page, RECONNECTING).waitFor();
    await stage.paidBy({ name: 'Olga Offline', email: 'olga@example.com' });
    line.thaw();
    await page.context().setOffline(false);
    await status(page, OFFLINE).waitFor({ state: 'detached' });
    await status(page, LIVE).waitFor();
    await untilOneMoreSale(page, before);
    line.stop();
    await page.close();
  });

  it('detects a dead connection that still looks open, and catches up on reconnection', async () => {
    const { line, page, before } = await openBalances();
    line.freeze();
    await status(page, RECONNECTING).waitFor();
    await stage.paidBy({ name: 'Lívia Linha', email: 'livia@example.com' });
    line.thaw();
    await status(page, LIVE).waitFor();
    await untilOneMoreSale(page, before);
    line.stop();
    await page.close();
  });

  it('catches up when a frozen tab is brought to the front', async () => {
    const { line, page, before } = await openBalances();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
    line.freeze();
    await stage.paidBy({ name: 'Hilda Horas', email: 'hilda@example.com' });
    line.thaw();
    await browser.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
    await untilOneMoreSale(page, before);
    await status(page, LIVE).waitFor();
    line.stop();
    await page.close();
  });

  it('catches up on a sale that another server process made while the page was disconnected', async function () {
    this.timeout(180_000);
    const database = await testDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'razao-live-'));
    const place = { databaseUrl: database.url, eventStoreUrl: undefined, dataDir };
    const first = await startProduct(1, { place });
    const line = await openLine(first.url);
    const { page } = await stage.person();
    const cookies = (await first.signIn(people.seller.email)).split('; ').map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { name, value: value.join('='), url: line.url };
    });
    await page.context().addCookies(cookies);
    await page.goto(`${line.url}/platform/financial`);
    await status(page, LIVE).waitFor();
    const before = await centsShown(pending(page));
    line.freeze();
    await status(page, RECONNECTING).waitFor();
    await first.stop();
    const second = await startProduct(0, { place });
    await paidIn(second)({ name: 'Renata Reinício', email: 'renata@example.com' });
    line.leadTo(second.url);
    line.thaw();
    await status(page, LIVE).waitFor();
    await untilOneMoreSale(page, before);
    await page.close();
    line.stop();
    await second.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
