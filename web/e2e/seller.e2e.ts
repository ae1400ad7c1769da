import { expect } from 'chai';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { barsOf, cutTexts, expectInOrder, lengthen } from '#/web/e2e/testing/measure.ts';
import {
  centsIn,
  centsShown,
  openStage,
  PHONE,
  reais,
  locateTile,
  type Person,
  type Stage,
} from './stage.ts';

/** What the seller gets of R$ 97,00 by PIX, at 3,99 % + R$ 1,00. */
const NET = 9_213;
/** The seller's share of a refund of R$ 10,00; the fee is returned in proportion. */
const OWN_SHARE = 950;

describe('Back office of a seller', () => {
  let stage: Stage;
  let seller: Person;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
  });

  it('rejects a wrong password with the generic message about e-mail or password', async () => {
    const visitor = await stage.person(PHONE);
    await visitor.goto('/login');
    await visitor.page.getByLabel('E-mail').fill(people.seller.email);
    await visitor.page.getByLabel('Senha', { exact: true }).fill('errada-errada');
    await visitor.page.getByRole('button', { name: 'Entrar' }).click();
    await visitor.page.getByText('E-mail ou senha incorretos.').waitFor();
    await visitor.look('login-wrong-phone');
  });

  it('shows the sales of the last 7 days, bars as parts of their whole, and the available balance', async () => {
    await seller.goto('/platform/dashboard');
    await seller.page.getByRole('heading', { name: 'Aprovado · últimos 7 dias' }).waitFor();
    await locateTile(seller, 'Disponível').getByText('R$').first().waitFor();
    await seller.look('dashboard-desktop');
    const card = (name: string) => seller.page.getByRole('region', { name });
    const methods = await barsOf(card('Aprovado por método'));
    const products = await barsOf(card('Produtos mais vendidos'));
    const pix = await barsOf(card('PIX gerado e pago'));
    const approved = methods.reduce((sum, { figure }) => sum + centsIn(figure), 0);
    const generated = Number(pix[0]?.figure);
    for (const { figure, part } of [...methods, ...products]) {
      expect(part, figure).to.be.closeTo(centsIn(figure) / approved, 0.01);
    }
    for (const { figure, part } of pix) {
      expect(part, figure).to.be.closeTo(Number(figure) / generated, 0.01);
    }
    expect([methods.length, products.length > 1, pix.length]).to.deep.equal([3, true, 2]);
  });

  it('sums up today in a sentence, and compares today and 14 days with those before, in a chart and a table', async () => {
    await stage.paidBy({ name: 'Hoje Comprou', email: 'hoje@example.com' });
    await seller.goto('/platform/dashboard');
    const chart = seller.page.getByRole('region', { name: /^Aprovado ·/ });
    await chart.getByText('7 dias anteriores', { exact: true }).waitFor();
    await seller.page.getByRole('button', { name: 'Hoje', exact: true }).click();
    await seller.page.getByRole('heading', { name: 'Aprovado · hoje' }).waitFor();
    await chart.getByText('Ontem', { exact: true }).waitFor();
    await eventually(async () => {
      const sentence = await seller.page.getByText(/^Hoje você vendeu/).innerText();
      const count = Number(/ em (\d+) vendas?\.$/.exec(sentence)?.[1]);
      const total = await centsShown(chart.locator('p .sr-only').first());
      return (count > 0 && centsIn(sentence) === total) || undefined;
    }, 'the sentence says what the chart of today shows');
    await seller.page.getByRole('button', { name: '14 dias', exact: true }).click();
    await seller.page.getByRole('heading', { name: 'Aprovado · últimos 14 dias' }).waitFor();
    await chart.getByText('14 dias anteriores', { exact: true }).waitFor();
    const total = await centsShown(chart.locator('p .sr-only').first());
    await chart.getByRole('button', { name: 'Ver como tabela' }).click();
    const days = await chart.locator('tbody td:nth-child(3)').allInnerTexts();
    expect(days.length).to.equal(14);
    expect(days.map(centsIn).reduce((sum, amount) => sum + amount, 0)).to.equal(total);
  });

  it('pays out a withdrawal by PIX that begins on the dashboard, and lowers the available balance', async () => {
    await seller.goto('/platform/dashboard');
    const available = await centsShown(locateTile(seller, 'Disponível'));
    await seller.page.getByRole('main').getByRole('link', { name: 'Sacar', exact: true }).click();
    const key = seller.page.getByRole('combobox', { name: 'Para onde' });
    await key.getByText(/^CNPJ \*/).waitFor();
    await seller.page.getByLabel('Valor do saque').fill('50,00');
    await seller.look('withdrawal-dialog');
    await seller.page.getByRole('button', { name: 'Solicitar saque' }).click();
    await locateTile(seller, 'Disponível')
      .getByText(reais(available - 5_000))
      .first()
      .waitFor();
    const withdrawals = seller.page.locator('#withdrawals');
    await withdrawals
      .getByText('R$ 48,01')
      .first()
      .or(withdrawals.getByText('R$ 50,00').first())
      .waitFor();
    await locateTile(seller, 'Em saque').getByText(reais(0)).first().waitFor();
    await withdrawals.getByText('Pago').first().waitFor();
    await seller.look('financial-after-withdrawal');
  });

  it('rejects an amount above the balance, and an invalid PIX key, each until it is corrected', async () => {
    await seller.goto('/platform/financial');
    await seller.page.getByRole('button', { name: 'Sacar', exact: true }).click();
    const dialog = seller.page.getByRole('dialog', { name: 'Sacar por PIX' });
    const amount = dialog.getByLabel('Valor do saque');
    await amount.fill('999.999,00');
    await dialog.getByRole('button', { name: 'Solicitar saque' }).click();
    const tooMuch = dialog.getByText(/^Você tem R\$/);
    await tooMuch.waitFor();
    await amount.and(seller.page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Sacar tudo' }).click();
    await tooMuch.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Outra chave PIX' }).click();
    const key = dialog.getByLabel('Chave PIX');
    await key.fill('nem chave é');
    await dialog.getByRole('button', { name: 'Informar chave' }).click();
    const invalidKey = dialog.getByText('Isto não é uma chave PIX.');
    await invalidKey.waitFor();
    await key.and(seller.page.locator(':focus')).waitFor();
    await key.fill('ana@exemplo.com.br');
    await invalidKey.waitFor({ state: 'detached' });
    await dialog.getByText('E-mail', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Voltar ao saque' }).click();
    await amount.waitFor();
  });

  it('refunds part of a sale, lowers the balance by the seller’s share, and shows ids last', async () => {
    await seller.goto('/platform/financial');
    const before = await centsShown(locateTile(seller, 'A receber'));
    const paymentId = await stage.paidBy({ name: 'Rita Reembolso', email: 'rita@example.com' });
    await locateTile(seller, 'A receber')
      .getByText(reais(before + NET))
      .first()
      .waitFor();
    await seller.goto(`/platform/my-sales?search=${paymentId}`);
    await seller.page.locator('tbody tr').first().click();
    const drawer = seller.page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    const dialog = seller.page.getByRole('dialog', { name: 'Reembolsar venda' });
    await dialog.getByText('Parte do valor').click();
    await dialog.getByRole('button', { name: 'Reembolsar', exact: true }).click();
    await dialog.getByText('Informe o valor.').waitFor();
    await dialog.getByText('Escreva o motivo em pelo menos 3 caracteres.').waitFor();
    // The amount is the first field and gets the focus, although it was added last.
    await dialog.getByLabel('Valor a reembolsar').and(seller.page.locator(':focus')).waitFor();
    await dialog.getByLabel('Valor a reembolsar').fill('97,01');
    await dialog.getByText(/^O máximo que ainda pode ser reembolsado é R\$/).waitFor();
    const submits = dialog.getByRole('button', { name: /^Reembolsar/ });
    expect(await submits.allInnerTexts(), 'with too high an amount').to.deep.equal(['Reembolsar']);
    await dialog.getByLabel('Valor a reembolsar').fill('10,00');
    await dialog.getByLabel('Motivo').fill('Abatimento combinado');
    await dialog.getByText('Sai do seu saldo', { exact: true }).waitFor();
    expect(await dialog.getByText('Sai do saldo do vendedor').count()).to.equal(0);
    await seller.look('refund-dialog');
    await dialog.getByRole('button', { name: /^Reembolsar R\$/ }).click();
    await drawer.getByRole('tab', { name: 'Linha do tempo' }).click();
    await drawer.getByText('Reembolso concluído').first().waitFor();
    await seller.look('sale-drawer');
    await drawer.getByRole('tab', { name: 'Resumo' }).click();
    await drawer.getByText('Reembolso parcial').waitFor();
    await drawer.getByText('Devolvido ao comprador').waitFor();
    await drawer.getByText(`${reais(OWN_SHARE)} estornado`).waitFor();
    await drawer.getByText('529.982.247-25').waitFor();
    await drawer.getByText('(11) 98765-4321').waitFor();
    await expectInOrder(drawer.getByRole('tabpanel'), [
      'R$ 97,00',
      'Reembolso parcial',
      'E-book',
      'Rita Reembolso',
      'Quem recebe o quê',
      'Recebíveis',
      'Detalhes técnicos',
    ]);
    const id = drawer.getByText(paymentId);
    expect(await id.isVisible()).to.equal(false);
    // The toast lacks contrast while it fades out.
    await seller.page.getByText(/^Reembolso de R\$.* solicitado\.$/).waitFor({ state: 'detached' });
    await seller.look('sale-partly-refunded');
    await drawer.getByRole('tabpanel', { name: 'Resumo' }).getByText('Detalhes técnicos').click();
    await id.waitFor();
    await drawer.getByText('Sandbox', { exact: true }).waitFor();
    const row = seller.page.locator('tbody tr').first();
    await row.getByText('Reembolso parcial').waitFor();
    await row.getByText(reais(NET - OWN_SHARE)).waitFor();
    await seller.goto('/platform/financial');
    await seller.page
      .getByText(`${reais(1_000)} devolvidos ao comprador, ${reais(OWN_SHARE)} do seu saldo`)
      .waitFor();
    await locateTile(seller, 'A receber')
      .getByText(reais(before + NET - OWN_SHARE))
      .first()
      .waitFor();
  });

  it('shows the expected net amount of an unpaid sale', async () => {
    const buyer = { name: 'Pedro Pendente', email: 'pedro@example.com', cpf: '52998224725' };
    const { paymentId } = await stage.product.ask('checkout.purchase', {
      ...buyer,
      phone: '11987654321',
      offerId: 'demo-ebook',
      paymentMethod: 'PIX',
    });
    await seller.goto(`/platform/my-sales?open=${paymentId}`);
    const drawer = seller.page.getByRole('dialog');
    await drawer.getByText('Seu líquido previsto').waitFor();
    await drawer.getByText(reais(NET)).waitFor();
    expect(await drawer.getByText('Pago pelo comprador').count()).to.equal(0);
    await seller.look('sale-pending');
  });

  it('shows a statement whose movements add up from opening to closing balance', async () => {
    await seller.goto('/platform/financial');
    const table = seller.page.getByRole('region', { name: 'Extrato' }).getByRole('table');
    await table.getByText('Saldo inicial').waitFor();
    const loadMore = seller.page.getByRole('button', { name: 'Carregar mais lançamentos' });
    while ((await loadMore.count()) > 0) {
      const before = await table.locator('tbody tr').count();
      await loadMore.click();
      await seller.page.waitForFunction(
        (rows) => document.querySelectorAll('tbody tr').length > rows,
        before,
      );
    }
    const amounts = await table.locator('tbody tr > :nth-child(2)').allInnerTexts();
    const [closing = 0, ...lines] = amounts.map((text) =>
      text.includes('R$') ? centsIn(text) : 0,
    );
    const opening = lines.pop() ?? 0;
    expect(lines.reduce((sum, line) => sum + line, opening)).to.equal(closing);
    await table.getByText('Tarifa de saque').first().waitFor();
  });

  it('marks Brazil’s date as today when the browser is in another time zone', async () => {
    const { page, signIn, goto } = await stage.person();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' });
    await signIn('/login', people.seller.email);
    // 20:00 on the 20th in Brasília.
    await page.clock.setFixedTime('2026-11-20T23:00:00.000Z');
    await goto('/platform/my-sales');
    await page.getByRole('button', { name: 'Abrir calendário: De' }).click();
    const today = page.getByRole('dialog', { name: 'Abrir calendário' }).locator('[data-today]');
    await today.first().waitFor();
    expect(await today.allInnerTexts()).to.deep.equal(['20']);
  });

  it('fits dashboard, sales and balances on a phone, and cuts off no name or time of a sale', async () => {
    await seller.page.setViewportSize(PHONE);
    for (const page of ['dashboard', 'my-sales', 'financial']) {
      await seller.goto(`/platform/${page}`);
      await seller.page.getByRole('heading', { level: 1 }).waitFor();
      await seller.page.getByText('R$').first().waitFor();
      const width = await seller.page.evaluate('document.documentElement.scrollWidth');
      expect(width, `${page} does not scroll sideways`).to.equal(PHONE.width);
      await seller.look(`${page}-phone`);
      if (page === 'financial') continue;
      const main = seller.page.getByRole('main');
      await lengthen(main, /Finanças|Clube|Camiseta|\d{2}:\d{2}/);
      expect(await cutTexts(main)).to.deep.equal([]);
      const sales = await main
        .getByRole('listitem')
        .filter({ hasText: /Aprovado|Pendente|Recusado|Reembols|Cancelado/ })
        .allInnerTexts();
      expect(sales.length).to.be.at.least(5);
      for (const sale of sales) expect(sale).to.match(/\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}/);
    }
  });
});
