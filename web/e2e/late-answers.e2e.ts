import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { people } from '#/scripts/testing/product.ts';
import { centsShown, openStage, reais, locateTile, type Person, type Stage } from './stage.ts';

describe('Lost and delayed responses to a seller', () => {
  let stage: Stage;
  let seller: Person;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
  });

  /** @returns a function that fills in the withdrawal and requests it */
  const prepareWithdrawal = async (page: Page) => {
    await seller.goto('/platform/financial');
    return async (): Promise<void> => {
      await page.getByRole('button', { name: 'Sacar', exact: true }).click();
      await page.getByLabel('Valor do saque').fill('12,00');
      await page.getByRole('button', { name: 'Solicitar saque' }).click();
    };
  };

  /** @returns a function that fills in the refund of a new sale and requests it */
  const prepareRefund = async (page: Page) => {
    const paymentId = await stage.paidBy({
      name: 'Sem Resposta',
      email: 'sem.resposta@example.com',
    });
    await seller.goto(`/platform/my-sales?open=${paymentId}`);
    return async (): Promise<void> => {
      await page.getByRole('dialog').getByRole('button', { name: 'Reembolsar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reembolsar venda' });
      await dialog.getByText('Parte do valor').click();
      await dialog.getByLabel('Valor a reembolsar').fill('20,00');
      await dialog.getByLabel('Motivo').fill('Abatimento combinado');
      await dialog.getByRole('button', { name: /^Reembolsar R\$/ }).click();
    };
  };

  for (const [what, name] of [
    ['withdrawal', 'seller.requestWithdrawal'],
    ['refund', 'seller.requestRefund'],
  ] as const) {
    it(`sends the same idempotency key when a ${what} is filled in again after its response was lost`, async () => {
      const { page } = seller;
      const keys = new Set<string | undefined>();
      await page.route(`**/api/${name}`, async (route) => {
        const isFirst = keys.size === 0;
        keys.add(route.request().headers()['idempotency-key']);
        // The server handles each request, but the page never gets the first response.
        const answer = await route.fetch();
        await (isFirst ? route.abort() : route.fulfill({ response: answer }));
      });
      const submit = what === 'refund' ? await prepareRefund(page) : await prepareWithdrawal(page);
      await submit();
      await page.getByText('Sem conexão. Verifique').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Sem conexão. Verifique').waitFor({ state: 'detached' });
      await submit();
      await page
        .getByText(/Saque solicitado|Reembolso de .* solicitado/)
        .first()
        .waitFor();
      expect(keys.size).to.equal(1);
      await page.unroute(`**/api/${name}`);
    });
  }

  /** Fetches a query's response, and makes the page wait for it until the returned function is called. */
  const holdBack = async (name: string, input?: object): Promise<() => Promise<void>> => {
    const { page } = seller;
    const address = `**/api/${name}*`;
    const headers = { 'Content-Type': 'application/json' };
    const oldBody = await page.evaluate(async ([path, init]) => (await fetch(path, init)).text(), [
      `/api/${name}`,
      input ? { method: 'POST', headers, body: JSON.stringify(input) } : {},
    ] as const);
    const released = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await released.promise;
      await route.fulfill({ contentType: 'application/json', body: oldBody });
    });
    return async () => {
      const answered = page.waitForResponse(address);
      released.resolve();
      await (await answered).finished();
      await page.unroute(address);
      // Within ten frames the page would have drawn the old response.
      for (let frame = 0; frame < 10; frame += 1) {
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    };
  };

  it('keeps showing a refund in the list of sales when an older response arrives late', async () => {
    const paymentId = await stage.paidBy({ name: 'Ana Antiga', email: 'antiga@example.com' });
    await seller.goto(`/platform/my-sales?search=${paymentId}`);
    const row = seller.page.locator('tbody tr').first();
    await row.getByText('Aprovado').waitFor();
    const release = await holdBack('seller.searchSales', { text: paymentId });
    await row.click();
    const drawer = seller.page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    const dialog = seller.page.getByRole('dialog', { name: 'Reembolsar venda' });
    await dialog.getByText('Parte do valor').click();
    await dialog.getByLabel('Valor a reembolsar').fill('20,00');
    await dialog.getByLabel('Motivo').fill('Abatimento combinado');
    await dialog.getByRole('button', { name: /^Reembolsar R\$/ }).click();
    await row.getByText('Reembolso parcial').waitFor();
    await release();
    expect(await row.innerText()).to.include('Reembolso parcial');
  });

  it('keeps showing the balance after a withdrawal when an older response arrives late', async () => {
    const submit = await prepareWithdrawal(seller.page);
    const before = await centsShown(locateTile(seller, 'Disponível'));
    const release = await holdBack('seller.getBalance');
    await submit();
    const after = locateTile(seller, 'Disponível')
      .getByText(reais(before - 1_200))
      .first();
    await after.waitFor();
    // At zero the withdrawal is paid, and no live updates follow.
    await locateTile(seller, 'Em saque').getByText(reais(0)).first().waitFor();
    await release();
    // A figure counts up or down to its new value, so it is awaited.
    await after.waitFor();
  });
});
