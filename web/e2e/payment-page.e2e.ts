import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import type { InputOf } from '#/api/contract/contract.ts';
import { parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { openLine } from '#/web/e2e/testing/frozen-line.ts';
import { DESKTOP, openStage, PHONE, type Stage } from './stage.ts';

const marina = {
  name: 'Marina Duarte',
  email: 'marina@example.com',
  cpf: '52998224725',
  phone: '11987654321',
} as const;

const SELLER = 'Estúdio Aurora';

describe('Payment page', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  /** Buys the e-book by PIX, except for these changes. */
  const buy = async (changes: Partial<InputOf<'checkout.purchase'>>) => {
    const purchase = {
      ...marina,
      offerId: 'demo-ebook',
      paymentMethod: 'PIX',
      ...changes,
    } as const;
    const { payment } = await stage.product.ask('checkout.purchase', purchase, {
      key: randomUUID(),
    });
    return { payment, address: `/checkout/payment/${payment.paymentId}` };
  };

  it('shows the due date of a boleto’s line on screen, in English and in print', async () => {
    const { payment, address } = await buy({ paymentMethod: 'BILLET' });
    const line = parseBoletoLine(payment.billetCode ?? '', payment.requestedAt.slice(0, 10));
    if (!line.ok) throw new Error(line.error);
    const [year, month, day] = line.fields.dueDate?.split('-') ?? [];
    const { page, goto, look } = await stage.person(DESKTOP);
    const main = page.locator('main');

    await goto(`${address}?lang=en`);
    await main.getByText(`${month}/${day}/${year}`).waitFor();
    await look('payment-boleto-english');
    await goto(address);
    await main.getByText(`${day}/${month}/${year}`).waitFor();
    await main.getByText(`Vendido por ${SELLER}`).waitFor();
    const digits = (await main.innerText()).replaceAll(/\s/g, '');
    expect(digits).to.include(line.fields.barcode);
    await look('payment-boleto-desktop');

    await page.emulateMedia({ media: 'print' });
    await main.getByText(`${day}/${month}/${year}`).waitFor();
    expect(await page.getByRole('button').count()).to.equal(0);
    await look('payment-boleto-paper');
  });

  it('shows a boleto’s whole line in two rows on a phone and in one on a desktop', async () => {
    const { address } = await buy({ paymentMethod: 'BILLET' });
    for (const viewport of [PHONE, DESKTOP]) {
      const { page, goto, look } = await stage.person(viewport);
      await goto(address);
      const { rows, isWhole } = await page
        .getByRole('textbox', { name: 'Linha digitável' })
        .evaluate((box) => ({
          rows: box.clientHeight / Number(getComputedStyle(box).lineHeight.replace('px', '')),
          isWhole: box.scrollHeight <= box.clientHeight,
        }));
      expect([Math.round(rows), isWhole]).to.deep.equal([viewport === PHONE ? 2 : 1, true]);
      await look(`payment-boleto-${viewport.width}`);
    }
  });

  it('puts the button that copies the PIX code first on a phone, and the QR code first on a desktop', async () => {
    const { address } = await buy({});
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Infinity;
    for (const viewport of [PHONE, DESKTOP]) {
      const { page, goto } = await stage.person(viewport);
      await goto(address);
      const copy = page.getByRole('button', { name: 'Copiar código PIX' });
      const qr = page.getByRole('img', { name: /^QR code PIX de/ });
      if (viewport === PHONE) {
        const { y = 0, height = 0 } = (await copy.boundingBox()) ?? {};
        expect(y + height, 'without scrolling').to.be.at.most(PHONE.height);
        expect(await topOf(copy)).to.be.lessThan(await topOf(page.getByRole('textbox')));
        expect(await qr.isVisible()).to.equal(false);
        await page.getByRole('button', { name: 'Mostrar QR code' }).click();
      } else expect(await topOf(qr)).to.be.lessThan(await topOf(copy));
      expect((await qr.boundingBox())?.width).to.be.at.least(256);
    }
  });

  it('plays no animations for users who prefer reduced motion, even on approval', async () => {
    const { payment, address } = await buy({});
    const { page, goto } = await stage.person(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(`
      window.moved = {};
      addEventListener('animationstart', ({ animationName, target }) => {
        const { animationDelay, animationDuration } = getComputedStyle(target);
        moved[animationName] = Number(animationDelay.slice(0, -1)) + Number(animationDuration.slice(0, -1));
      });
    `);
    await goto(address);
    await stage.product.pay(payment);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    // The tick of an approved payment has the animation `drawn`.
    await page.waitForFunction(() => 'drawn' in Reflect.get(globalThis, 'moved'));
    const seconds = await page.evaluate<Readonly<Record<string, number>>>('moved');
    for (const [name, duration] of Object.entries(seconds))
      expect(duration, name).to.be.at.most(0.001);
  });

  it('shows the status in the tab’s title, and reports a lost network within seconds', async () => {
    const { payment, address } = await buy({});
    const { page, goto, look } = await stage.person(PHONE);
    await goto(address);
    expect(await page.title()).to.equal(`Aguardando pagamento · ${payment.title}`);
    await page.getByText(`Vendido por ${SELLER}`).waitFor();
    const lost = page.getByText('Sem conexão. Continuamos tentando.');
    await page.context().setOffline(true);
    await lost.waitFor({ timeout: 3_000 });
    await look('payment-offline-phone');
    await page.context().setOffline(false);
    await lost.waitFor({ state: 'detached', timeout: 5_000 });
    await stage.product.pay(payment);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await eventually(
      async () => (await page.title()) === `Pagamento aprovado · ${payment.title}` || undefined,
      'the title says that it is paid',
    );
    await page.reload();
    expect(await page.title()).to.equal(`Pagamento aprovado · ${payment.title}`);
  });

  it('reports a dead connection that still looks open, and shows the approval on reconnection', async () => {
    const { payment, address } = await buy({});
    const line = await openLine(stage.product.url);
    const { page } = await stage.person(PHONE);
    const opened = page.waitForEvent('websocket');
    await page.goto(`${line.url}${address}`);
    await (await opened).waitForEvent('framereceived');
    const lost = page.getByText('Sem conexão. Continuamos tentando.');
    expect(await lost.count()).to.equal(0);
    line.freeze();
    await lost.waitFor({ timeout: 14_000 });
    await stage.product.pay(payment);
    line.thaw();
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await lost.waitFor({ state: 'detached' });
    line.stop();
    await page.close();
  });

  it('shows the product’s picture once paid, and lists items, seller and total on the receipt', async () => {
    const { payment, address } = await buy({ orderBumpsIds: ['planilha'] });
    await stage.product.pay(payment);
    const { page, goto, look } = await stage.person(PHONE);
    await goto(address);
    const receipt = page.getByRole('region', { name: 'Comprovante' });
    for (const text of [SELLER, 'Planilha de fluxo de caixa', 'R$ 27,00', 'R$ 124,00']) {
      await receipt.getByText(text).waitFor();
    }
    const picture = page.locator('main img').first();
    await picture.waitFor();
    expect(await picture.evaluate((node) => Object(node).naturalWidth)).to.be.greaterThan(0);
    await look('payment-receipt-phone');
  });

  it('says that a subscription paid by PIX is not debited again automatically', async () => {
    const { address } = await buy({ offerId: 'demo-clube' });
    const { page, goto, look } = await stage.person(PHONE);
    await goto(address);
    await page.getByText(/Este pagamento vale por 30 dias\. Nada é debitado sozinho/).waitFor();
    await look('payment-subscription-phone');
  });

  it('tells the seller before and the buyer after a refund that a boleto cannot be reversed', async () => {
    const { payment, address } = await buy({ paymentMethod: 'BILLET' });
    const { paymentId } = payment;
    const { product } = stage;
    const seller = await stage.person(DESKTOP);
    await seller.signIn('/login', people.seller.email);
    await seller.goto(`/platform/my-sales?search=${paymentId}`);
    await seller.page.locator('tbody tr').first().click();
    const drawer = seller.page.getByRole('dialog');
    const due = payment.dueOn?.split('-').toReversed().join('/') ?? '';
    await drawer.getByText(due).waitFor();
    await product.pay(payment);
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    await seller.page.getByText(/Boleto não tem estorno: combine com o comprador/).waitFor();
    await seller.look('refund-boleto-desktop');

    const cookie = await product.signIn(people.seller.email);
    const request = { paymentId, note: 'Desistiu da compra' };
    await product.ask('seller.requestRefund', request, { cookie, key: randomUUID() });
    const buyer = await stage.person(PHONE);
    await buyer.goto(address);
    await buyer.page.getByText(/Boleto não tem estorno: R\$\s97,00 são devolvidos/).waitFor();
    expect(await buyer.page.locator('main').innerText()).to.not.include('mesmo meio');
    await buyer.look('payment-boleto-refunded-phone');
  });

  it('shows the seller “Não informado” in place of an English buyer’s document and phone', async () => {
    const { page, goto } = await stage.person(DESKTOP);
    await goto('/checkout/demo-ebook?lang=en');
    await page.getByLabel('Full name').fill('Jane Doe');
    await page.getByLabel('E-mail').fill('jane@example.com');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/checkout/payment/**');
    const paymentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const seller = await stage.person(DESKTOP);
    await seller.signIn('/login', people.seller.email);
    await seller.goto(`/platform/my-sales?search=${paymentId}`);
    await seller.page.locator('tbody tr').first().click();
    const drawer = seller.page.getByRole('dialog');
    await drawer.getByText('Jane Doe').first().waitFor();
    expect(await drawer.getByText('Não informado').count()).to.equal(2);
    await seller.look('sale-english-buyer');
  });
});
