import { expect } from 'chai';
import { builtWeb } from '#/scripts/testing/built-web.ts';
import { BROKEN_POSTAL_CODE } from '#/scripts/testing/postal-code-service.ts';
import { digitalOffer } from '#/web/features/checkout/testing/offers.ts';
import { expectFooter, expectPlain } from '#/web/e2e/testing/checkout-looks.ts';
import { DESKTOP, fillCard, identify, openStage, PHONE, type Stage } from './stage.ts';

describe('Orders at the checkout', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  const paid = { name: 'Pagamento aprovado' } as const;

  it('shows the seller’s name, the card brand and all instalment options in full on a phone', async () => {
    const buyer = await stage.person(PHONE);
    const { page } = buyer;
    await buyer.goto('/checkout/demo-ebook');
    const seller = page.getByRole('banner').getByText('Estúdio Aurora');
    const cut = await seller.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight,
    );
    expect(cut, 'the seller’s name').to.equal(false);
    await fillCard(buyer, '5067770000000007');
    await page.getByRole('img', { name: 'Elo' }).waitFor();
    await fillCard(buyer, '4111111111111111');
    await page.getByRole('img', { name: 'Visa' }).waitFor();
    expect(await page.getByRole('img', { name: 'Elo' }).count()).to.equal(0);
    const installments = page.getByLabel('Parcelas');
    await installments.selectOption('12');
    await page.getByText(/^Total parcelado: R\$/).waitFor();
    const tooWide = await installments.evaluate((select) => {
      if (!(select instanceof HTMLSelectElement)) throw new Error('no select');
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const space =
        select.clientWidth - Number.parseInt(paddingLeft) - Number.parseInt(paddingRight);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.font = font;
      return [...select.options]
        .map(({ text }) => text)
        .filter((text) => pen.measureText(text).width > space);
    });
    expect(tooWide).to.deep.equal([]);
    await buyer.look('checkout-card-phone');
  });

  it('keeps texts and marks on a selected option visible, with the demo’s pictures and without any', async () => {
    const { render, assets } = await builtWeb();
    const offered = { data: digitalOffer, query: '', language: 'pt', nonce: 'n' } as const;
    const pageSettings = { publicUrl: stage.product.url, assetTags: assets.checkout };
    const { page, goto, look } = await stage.person(PHONE);
    await page.route('**/checkout/without-pictures', (route) =>
      route.fulfill({
        contentType: 'text/html',
        // `digitalOffer` has no pictures.
        body: render.renderCheckoutPage({ ...offered, ...pageSettings }),
      }),
    );
    for (const path of ['/checkout/demo-ebook', '/checkout/without-pictures']) {
      await goto(path);
      const bump = page
        .locator('label')
        .filter({ has: page.getByRole('checkbox') })
        .first();
      await bump.getByRole('checkbox').check();
      const pix = page.locator('label').filter({ has: page.getByRole('radio', { name: 'PIX' }) });
      const pictures = await page
        .locator('main img')
        .evaluateAll((found) => found.map((picture) => Object(picture).naturalWidth > 0));
      const isDemo = path === '/checkout/demo-ebook';
      expect(pictures, path).to.deep.equal(isDemo ? [true, true, true] : []);
      // `look` waits for animations, so these colours are final.
      await look(`checkout-chosen${path.replaceAll('/', '-')}`);
      const marks = [
        [bump, bump.locator('img, [aria-hidden]').first()],
        [pix, pix.getByText('Aprovação imediata')],
      ] as const;
      for (const [choice, mark] of marks) {
        const background = await choice.evaluate(
          (element) => getComputedStyle(element).backgroundColor,
        );
        const markColour = await mark.evaluate((element) => {
          const { backgroundColor, color } = getComputedStyle(element);
          return backgroundColor === 'rgba(0, 0, 0, 0)' ? color : backgroundColor;
        });
        expect(markColour, path).to.not.equal(background);
      }
    }
  });

  it('shows the order once, on a tinted panel beside plain fields, with its total always in view', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const { page, goto } = await stage.person(viewport);
      await goto('/checkout/demo-ebook');
      await expectPlain(page);
      const total = page.getByText('R$ 97,00', { exact: true }).filter({ visible: true });
      for (const end of ['top', 'bottom']) {
        await page.evaluate(
          (isTop) => scrollTo({ top: isTop ? 0 : document.body.scrollHeight }),
          end === 'top',
        );
        const { y = -1, height = 0 } = (await total.boundingBox()) ?? {};
        expect(y, `${viewport.width} px, ${end}`).to.be.within(0, viewport.height - height);
      }
    }
  });

  it('adds freight once the ZIP code fills in the address, and shows the address to its buyer only', async () => {
    const buyer = await stage.person(PHONE);
    const { page } = buyer;
    await buyer.goto('/checkout/demo-camiseta');
    await page.getByText('somamos o frete de R$ 14,90').waitFor();
    await expectFooter(page);
    await page.getByRole('button', { name: 'Pagar R$ 79,90 com PIX' }).waitFor();
    expect(await page.getByLabel('Rua ou avenida').count()).to.equal(0);
    await identify(buyer);
    await page.getByLabel('CEP').fill('01001000');
    await page.getByRole('button', { name: 'Pagar R$ 94,80 com PIX' }).waitFor();
    await page.getByLabel('Número', { exact: true }).waitFor();
    expect(await page.getByLabel('Rua ou avenida').inputValue()).to.equal('Praça da Sé');
    expect(await page.getByLabel('Bairro').inputValue()).to.equal('Sé');
    expect(await page.getByLabel('Cidade').inputValue()).to.equal('São Paulo');
    expect(await page.getByLabel('Estado').inputValue()).to.equal('SP');
    await page.getByLabel('Número', { exact: true }).fill('100');
    await page.getByRole('radio', { name: /Sedex/ }).check();
    await buyer.look('checkout-delivery-phone');
    await page.getByRole('button', { name: 'Pagar R$ 109,80 com PIX' }).click();
    await page.waitForURL('**/checkout/payment/**');
    await page.getByRole('button', { name: 'Pagar no sandbox' }).click();
    await page.getByRole('heading', paid).waitFor();
    await page.getByText('O vendedor já pode preparar o seu envio.').waitFor();
    await expectFooter(page);
    const next = page.getByRole('region', { name: 'O que acontece agora' });
    for (const text of ['Praça da Sé, 100', 'Sé, São Paulo/SP', 'marina@example.com']) {
      await next.getByText(text, { exact: true }).waitFor();
    }
    await buyer.look('payment-approved-shipped-phone');
    const stranger = await stage.person(PHONE);
    await stranger.goto(new URL(page.url()).pathname);
    await stranger.page.getByText('O vendedor já pode preparar o seu envio.').waitFor();
    await stranger.page.waitForLoadState('networkidle');
    expect(await stranger.page.locator('main').innerText(), 'whoever has the address')
      .to.not.include('Praça')
      .and.not.include('marina');
  });

  it('requires an address only while a physical order bump is selected', async () => {
    const buyer = await stage.person(PHONE);
    const { page } = buyer;
    // The demo has no physical bump, so the page's data are changed.
    await page.route('**/checkout/demo-ebook', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const bump = /("title":"Planilha[^}]*"typeProduct":)"DIGITAL"/;
      expect(text).to.match(bump);
      await route.fulfill({ response, body: text.replace(bump, '$1"FISICO"') });
    });
    await buyer.goto('/checkout/demo-ebook');
    await identify(buyer);
    const bumpBox = page.getByRole('checkbox', { name: /Planilha de fluxo de caixa/ });
    expect(await page.getByLabel('CEP').count()).to.equal(0);
    await bumpBox.check();
    await page.getByLabel('CEP').waitFor();
    await page.getByRole('button', { name: 'Pagar R$ 124,00 com PIX' }).click();
    await page
      .getByRole('alert')
      .getByText('Por favor, preencha todos os campos obrigatórios de endereço.')
      .waitFor();
    await bumpBox.uncheck();
    await page.getByLabel('CEP').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pagar R$ 97,00 com PIX' }).click();
    await page.waitForURL('**/checkout/payment/**');
  });

  it('accepts an address typed by hand when the ZIP code lookup fails or finds nothing', async () => {
    const buyer = await stage.person(DESKTOP);
    const { page } = buyer;
    await buyer.goto('/checkout/demo-camiseta');
    await identify(buyer);
    const toast = page.getByRole('alert');
    await page.getByLabel('CEP').fill(BROKEN_POSTAL_CODE);
    await toast.getByText('Erro ao buscar CEP').waitFor();
    await page.getByText('preencha o endereço abaixo').waitFor();
    await buyer.look('checkout-postal-codes-down');
    await page.getByLabel('CEP').fill('00000-001');
    await toast.getByText('CEP não encontrado').waitFor();
    expect(await toast.getByText('Erro ao buscar CEP').count(), 'one toast').to.equal(0);
    await page.getByLabel('CEP').fill('37640-000');
    await page.locator('#city[value="Extrema"], #city').first().waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#city')?.value === 'Extrema',
    );
    expect((await toast.innerText()).trim(), 'the toast is gone').to.equal('');
    await page.getByLabel('Rua ou avenida').fill('Rua das Flores');
    await page.getByLabel('Número', { exact: true }).fill('s/n');
    await page.getByLabel('Bairro').fill('Centro');
    await page.getByRole('button', { name: 'Pagar R$ 94,80 com PIX' }).click();
    await page.waitForURL('**/checkout/payment/**');
  });

  it('lets the buyer type the address when the ZIP code lookup times out', async () => {
    const buyer = await stage.person(PHONE);
    const { page } = buyer;
    await page.clock.install();
    await page.route('**/api/postal-code/**', () => undefined);
    await buyer.goto('/checkout/demo-camiseta');
    await page.getByLabel('CEP').fill('01001-000');
    await page.getByText('Buscando endereço…').waitFor();
    await page.clock.runFor(15_000);
    await page.getByRole('alert').getByText('Erro ao buscar CEP').waitFor();
    await page.getByLabel('Rua ou avenida').fill('Rua das Flores');
  });

  it('charges the amount on the button while instalments for a changed total are loading', async () => {
    const buyer = await stage.person(PHONE);
    const { page } = buyer;
    await buyer.goto('/checkout/demo-ebook');
    await identify(buyer);
    await page.getByLabel('E-mail').fill('parcelas@example.com');
    await fillCard(buyer, '4111111111111111');
    await page.getByLabel('Parcelas').selectOption('6');
    await page.route('**/api/checkout.getInstallments**', () => undefined);
    await page.getByRole('checkbox', { name: /Planilha de fluxo de caixa/ }).check();
    await page.getByRole('button', { name: 'Pagar R$ 124,00' }).click();
    await page.getByRole('heading', paid).waitFor();
    await page.getByRole('region', { name: 'Comprovante' }).getByText('R$ 124,00').waitFor();
  });

  it('explains how a subscription renews, and sells it by card without instalments', async () => {
    const buyer = await stage.person(PHONE);
    const { page } = buyer;
    await buyer.goto('/checkout/demo-clube');
    await page.getByText('Este pagamento vale por 30 dias.').waitFor();
    await page.getByRole('button', { name: 'Ver resumo do pedido' }).click();
    await page.getByText('Próxima cobrança').waitFor();
    await buyer.look('checkout-subscription-phone');
    await identify(buyer);
    await fillCard(buyer, '4111111111111111');
    expect(await page.getByLabel('Parcelas').count()).to.equal(0);
    expect(await page.getByText('Este pagamento vale por').count()).to.equal(0);
    await page.getByRole('button', { name: 'Assinar por R$ 29,90' }).click();
    await page.waitForURL('**/checkout/payment/**');
    await page.getByRole('heading', paid).waitFor();
  });

  it('sells in English without asking for document or phone', async () => {
    const buyer = await stage.person(DESKTOP);
    const { page } = buyer;
    await buyer.goto('/checkout/demo-ebook?lang=en');
    expect(await page.getByLabel('CPF').count()).to.equal(0);
    expect(await page.getByLabel(/phone/i).count()).to.equal(0);
    await page.getByLabel('Full name').fill('Mary Ann Smith');
    await page.getByLabel('E-mail').fill('mary@example.com');
    await page.getByRole('radio', { name: 'Credit card' }).check();
    await page.getByLabel('Card number').fill('4111111111111111');
    await page.getByLabel('Name on the card').fill('MARY SMITH');
    await page.getByLabel('Expiry date').fill('12/31');
    await page.getByLabel('CVV').fill('123');
    await buyer.look('checkout-english');
    await page.getByRole('button', { name: 'Pay R$97.00' }).click();
    await page.waitForURL('**/checkout/payment/**');
    await page.getByRole('heading', { name: 'Payment approved' }).waitFor();
    await buyer.look('payment-approved-english');
  });
});
