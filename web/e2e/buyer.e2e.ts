import { expect } from 'chai';
import { parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import { people } from '#/scripts/testing/product.ts';
import {
  centsShown,
  DESKTOP,
  fillCard,
  identify,
  openStage,
  PHONE,
  reais,
  type Stage,
} from './stage.ts';

describe('Buying at the checkout', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  it('shows a paid PIX at once to the buyer, and updates the seller’s balance without a reload', async () => {
    const seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    await seller.goto('/platform/financial');
    const pending = seller.page.getByRole('group', { name: 'A receber' });
    const before = await centsShown(pending);

    const buyer = await stage.person(PHONE);
    await buyer.goto('/checkout/demo-ebook');
    await buyer.look('checkout-phone');
    await identify(buyer);
    await buyer.page.getByRole('checkbox', { name: /Planilha de fluxo de caixa/ }).check();
    await buyer.page.getByRole('button', { name: 'Pagar R$ 124,00 com PIX' }).click();
    await buyer.page.waitForURL('**/checkout/payment/**');
    const code = await buyer.page.getByRole('textbox', { name: /copia e cola/ }).inputValue();
    const parsed = parseBrCode(code);
    expect(parsed.ok && parsed.fields.amount).to.equal(12_400);
    await buyer.look('payment-pix-phone');
    await buyer.page.getByRole('button', { name: 'Pagar no sandbox' }).click();
    await buyer.page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await buyer.look('payment-approved-phone');

    // 3,99 % and R$ 1,00.
    const net = 12_400 - 495 - 100;
    await pending
      .getByText(reais(before + net))
      .first()
      .waitFor();
    await seller.look('financial-desktop');
  });

  it('fills the form from personal data in the URL, and keeps them out of all later URLs and referrers', async () => {
    const { page, goto } = await stage.person(PHONE);
    const requested: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest())
        requested.push(`${request.url()} ${request.headers()['referer']}`);
    });
    const personal =
      'nome=Zoraide+Prado&email=zoraide%40example.com&cpf=52998224725&telefone=11987654321';
    await goto(`/checkout/demo-ebook?${personal}&utm_source=ig`);
    expect(new URL(page.url()).search).to.equal('?utm_source=ig');
    expect(await page.getByLabel('Nome completo').inputValue()).to.equal('Zoraide Prado');
    expect(await page.getByLabel('E-mail').inputValue()).to.equal('zoraide@example.com');
    expect(await page.getByLabel('CPF').inputValue()).to.equal('529.982.247-25');
    await page.getByRole('button', { name: /com PIX$/ }).click();
    await page.waitForURL('**/checkout/payment/**');
    expect(new URL(page.url()).search).to.equal('?utm_source=ig');
    await page.goBack();
    expect(new URL(page.url()).search).to.equal('?utm_source=ig');
    expect(requested.length).to.be.greaterThan(2);
    expect(requested.filter((text) => /zoraide|52998224725|987654321/i.test(text))).to.deep.equal(
      [],
    );
  });

  it('keeps what the buyer typed after a declined card, and accepts another card', async () => {
    const buyer = await stage.person(DESKTOP);
    await buyer.goto('/checkout/demo-ebook');
    await identify(buyer);
    await fillCard(buyer, '4000000000000002');
    await buyer.page.getByRole('button', { name: /^Pagar R\$/ }).click();
    await buyer.page
      .getByText(
        'CARTÃO DE CRÉDITO RECUSADO: Saldo insuficiente ou dados incorretos, confira e tente novamente',
      )
      .first()
      .waitFor();
    const panel = buyer.page.getByRole('group', { name: 'Cartão de crédito recusado' });
    await panel.getByText('Saldo insuficiente ou dados incorretos. Nada foi cobrado').waitFor();
    expect(await buyer.page.getByLabel('Nome completo').inputValue()).to.equal('Marina Duarte');
    await buyer.look('card-refused');
    await fillCard(buyer, '4111111111111111');
    await buyer.page.getByRole('button', { name: /^Pagar R\$/ }).click();
    await buyer.page.waitForURL('**/checkout/payment/**');
    await buyer.page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await buyer.look('card-approved');
  });

  it('issues a boleto whose line is valid and states the amount', async () => {
    const buyer = await stage.person(DESKTOP);
    await buyer.goto('/checkout/demo-ebook');
    await identify(buyer);
    await buyer.page.getByRole('radio', { name: 'Boleto' }).check();
    await buyer.page.getByRole('button', { name: 'Gerar boleto de R$ 97,00' }).click();
    await buyer.page.waitForURL('**/checkout/payment/**');
    const lineField = buyer.page.getByRole('textbox', { name: 'Linha digitável' });
    const line = parseBoletoLine(await lineField.inputValue(), '2026-11-20');
    expect(line.ok && line.fields.amount).to.equal(9_700);
    await buyer.look('payment-boleto');
  });

  it('shows an accessible page for an offer that does not exist', async () => {
    const buyer = await stage.person(PHONE);
    await buyer.goto('/checkout/nothing-here');
    await buyer.look('checkout-not-found');
  });
});
