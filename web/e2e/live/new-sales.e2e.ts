import { randomUUID } from 'node:crypto';
import { people } from '#/scripts/testing/product.ts';
import { openStage, type Person, type Stage } from '#/web/e2e/stage.ts';
import { listen } from '#/web/e2e/testing/listen.ts';

describe('List of sales that a seller has open', () => {
  let stage: Stage;
  let seller: Person;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
  });

  it('announces new sales only if they fit its filters, and ignores invalid URL parameters', async () => {
    const { page, goto } = seller;
    const { forget, following, receive } = listen(page);
    const openList = async (search: string) => {
      forget();
      await goto(`/platform/my-sales?${search}`);
      await following('sales', 'seller.listSales');
      await page.locator('tbody tr').first().waitFor();
    };
    const sell = async () => {
      const paymentId = await stage.paidBy({ name: 'Nova Venda', email: 'nova@example.com' });
      await receive(paymentId, '"APPROVED"');
      return paymentId;
    };
    const untilOneIsAnnounced = () => page.getByText('1 nova venda', { exact: true }).waitFor();

    await openList('utm_source=whatsapp&from=2026-02-31');
    await sell();
    await untilOneIsAnnounced();

    await openList('status=REFUNDED');
    await sell();
    // Updates come in order: when the page announces the sale that fits, it has seen those that do not.
    const paymentId = await sell();
    const cookie = await stage.product.signIn(people.seller.email);
    const refund = { paymentId, note: 'Pedido do comprador' };
    await stage.product.ask('seller.requestRefund', refund, { cookie, key: randomUUID() });
    await receive(paymentId, '"REFUNDED"');
    await untilOneIsAnnounced();
  });
});
