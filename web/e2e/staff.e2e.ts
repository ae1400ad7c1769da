import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import pg from 'pg';
import { people } from '#/scripts/testing/product.ts';
import { centsIn, openStage, PHONE, reais, type Person, type Stage } from './stage.ts';
import { sumJournal } from './testing/journal-file.ts';

describe('Back office of platform staff', () => {
  let stage: Stage;
  let admin: Person;
  let accountant: Person;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    accountant = await stage.person();
    await accountant.signIn('/admin-root-login', people.accountant.email);
  });

  it('shows an administrator a payment’s events in plain words, and replays them to the recorded state', async () => {
    await admin.goto('/admin-root/manage-sales?status=APPROVED');
    await admin.page.locator('tbody tr').first().click();
    await admin.page.getByRole('columnheader', { name: 'Líquido do vendedor' }).waitFor();
    expect(await admin.page.getByText('Seu líquido').count()).to.equal(0);
    await admin.page.getByRole('tab', { name: 'Auditoria' }).click();
    await admin.page.getByText('Pagamento aprovado').first().waitFor();
    const machineWords = admin.page.getByText(/PaymentApproved|policy:|provider:|TRANSACTION/);
    expect(await machineWords.filter({ visible: true }).count()).to.equal(0);
    await admin.page.locator('summary').filter({ hasText: 'Pagamento aprovado' }).click();
    await admin.page.getByText('Detalhes técnicos').filter({ visible: true }).click();
    const positions = admin.page.getByText(/^[1-9]\d{0,5} · Revisão \d+/);
    await positions.filter({ visible: true }).waitFor();
    const eventCount = await admin.page.getByText('Íntegro').count();
    expect(eventCount).to.be.at.least(3);
    expect(await admin.page.getByText('Hash não confere').count()).to.equal(0);
    await admin.page.getByRole('button', { name: 'Reproduzir' }).click();
    await admin.page.getByText('idêntico ao registrado').waitFor();
    await admin.page.getByText('Estado derivado').click();
    await admin.page.getByText('Devolvido ao comprador').last().waitFor();
    const paths = admin.page.getByText(/refundedAmount|payment_timeline|APPROVED/);
    expect(await paths.filter({ visible: true }).count()).to.equal(0);
    await admin.page.getByRole('button', { name: 'Verificar aqui' }).click();
    await admin.page.getByText(`${eventCount} eventos conferem`).waitFor();
    await admin.page.getByText('Chave pública', { exact: false }).waitFor();
    await admin.look('audit-replay');
  });

  it('shows an administrator in plain words where a sale’s read model differs from its events', async () => {
    const { page } = admin;
    const paymentId = await stage.paidBy({ name: 'Tadeu Trocado', email: 'tadeu@example.com' });
    await admin.goto(`/admin-root/manage-sales?open=${paymentId}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Aprovado', { exact: true }).waitFor();
    const database = new pg.Client({ connectionString: stage.product.databaseUrl });
    await database.connect();
    const { rows } = await database.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables
        WHERE table_name = 'sale' AND table_type = 'BASE TABLE'`,
    );
    const set = (amount: number) =>
      database.query(
        `UPDATE ${rows[0]?.schema}.sale SET refunded_amount = $1 WHERE payment_id = $2`,
        [amount, paymentId],
      );
    await set(1);
    await drawer.getByRole('tab', { name: 'Auditoria' }).click();
    await drawer.getByRole('button', { name: 'Reproduzir' }).click();
    await drawer.getByText('2 diferenças').waitFor();
    await set(0);
    await database.end();
    const different = drawer.getByRole('row', { name: 'Venda · Devolvido ao comprador' });
    await different.getByText('R$ 0,01').waitFor();
    await different.getByText('R$ 0,00').waitFor();
    const paths = drawer.getByText(/refundedAmount|sale\[/);
    expect(await paths.filter({ visible: true }).count()).to.equal(0);
    await admin.look('audit-replay-different');
  });

  it('explains links to a list page or a payment that does not exist', async () => {
    const { page } = admin;
    await admin.goto('/admin-root/manage-sales?cursor=xyz');
    await page.getByText('Esta página da lista não existe').waitFor();
    await admin.look('list-page-gone');
    await page.getByLabel('Páginas da lista').getByText('Primeira página').click();
    await page.locator('tbody tr').first().waitFor();
    await admin.goto('/admin-root/manage-sales?open=0190f3a2-1c4e-7aa0-9d0b-1d2c3b4a5f60');
    await page.getByRole('dialog').getByText('Pagamento não encontrado.').waitFor();
    expect(await page.getByText(/Código (?:do pedido|para o suporte)/).count()).to.equal(0);
  });

  it('opens a row wherever it is clicked, and makes no rows of the access list clickable', async () => {
    const { page } = admin;
    await admin.goto('/admin-root/seller-revenue');
    const row = page.locator('tbody tr').first();
    await row.locator('[data-initials="EA"]').waitFor();
    await row.click({ position: { x: 500, y: 10 } });
    await page.waitForURL('**/manage-sales?sellerId=*');
    await admin.goto('/admin-root/platform-settings/access');
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr [data-row]').count()).to.equal(0);
  });

  it('lists sign-ins and opened sales in the audit trail, with person and IP address', async () => {
    const { page } = admin;
    await admin.goto('/admin-root/platform-settings/access');
    const rows = page.locator('tbody tr');
    await rows.filter({ hasText: 'Entrou' }).first().waitFor();
    await admin.look('access');
    await admin.goto('/admin-root/platform-settings/access?kind=DATA_OPENED');
    const opened = rows.filter({ hasText: 'Reconstrução da venda' }).first();
    await opened.getByText(people.admin.email).waitFor();
    await opened.getByText('127.0.0.1').waitFor();
    await opened.locator('[data-initials="A"]').waitFor();
    await opened.getByRole('link', { name: 'Ver venda' }).click();
    await page.getByRole('tab', { name: 'Auditoria' }).waitFor();
  });

  it('shows an operator the audit trail without links to sales, and denies the sales page', async () => {
    const operator = await stage.person();
    await operator.signIn('/admin-root-login', people.operator.email);
    await operator.goto('/admin-root/platform-settings/access?kind=DATA_OPENED');
    const opened = operator.page.locator('tbody tr').filter({ hasText: people.admin.email });
    await opened.first().waitFor();
    expect(await operator.page.getByRole('link', { name: 'Ver venda' }).count()).to.equal(0);
    await operator.goto('/admin-root/manage-sales');
    await operator.page.getByText('Você não tem acesso a esta página').waitFor();
  });

  it('shows the payload of a webhook notice, simulates it without an attempt, and applies it again', async () => {
    const { page } = admin;
    const paymentId = await stage.paidBy({ name: 'Wanda do Webhook', email: 'wanda@example.com' });
    await admin.goto(`/admin-root/manage-sales?search=${paymentId}`);
    await page.locator('tbody tr').first().click();
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    const notice = page.getByRole('tabpanel').getByRole('listitem').first();
    await notice.getByRole('button', { name: 'Detalhes' }).click();
    await notice.getByText('"transaction.updated"').waitFor();
    await notice.getByText('Comprovada').waitFor();
    await notice.getByText(/[1-9]\d* tentativa/u).waitFor();
    const attempts = async (): Promise<number> =>
      Number(/(\d+) tentativa/u.exec(await notice.innerText())?.[1]);
    const before = await attempts();
    await notice.getByRole('button', { name: 'Simular' }).click();
    await notice.getByText('Nada mudaria agora.').waitFor();
    expect(await attempts()).to.equal(before);
    await admin.look('webhook-dry-run');
    await notice.getByRole('button', { name: 'Aplicar' }).click();
    await notice.getByText(`${before + 1} tentativas`).waitFor();
    await admin.look('webhook-applied');
  });

  it('shows without a reload that a listed webhook was processed', async () => {
    const { page } = admin;
    const paymentId = await stage.paidBy({ name: 'Rui Recebido', email: 'rui@example.com' });
    const listed = '**/api/admin.listNotices*';
    let isFirstAnswer = true;
    await page.route(listed, async (route) => {
      const response = await route.fetch();
      if (!isFirstAnswer) return route.fulfill({ response });
      isFirstAnswer = false;
      const unprocessed = (await response.text())
        .replaceAll(/"outcome":"[A-Z_]+"/gu, '"outcome":"RECEIVED"')
        .replaceAll(/"attempts":\d+/gu, '"attempts":0')
        .replaceAll('"isStillAsked":false', '"isStillAsked":true');
      return route.fulfill({ response, body: unprocessed });
    });
    await admin.goto(`/admin-root/manage-sales?search=${paymentId}`);
    await page.locator('tbody tr').first().click();
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    const notice = page.getByRole('tabpanel').getByRole('listitem').first();
    const early = notice.filter({ hasText: '0 tentativas' });
    await early.getByText('O adquirente ainda será consultado.').waitFor();
    await notice.getByText(/[1-9]\d* tentativa/u).waitFor();
    await page.unroute(listed);
  });

  it('exports a buyer’s personal data, and after confirmation erases what the law does not retain', async () => {
    const { page } = admin;
    const paymentId = await stage.paidBy({
      name: 'Dalva do Apagamento',
      email: 'dalva@example.com',
    });
    await admin.goto(`/admin-root/manage-sales?search=${paymentId}`);
    await page.locator('tbody tr').first().click();
    await page.getByRole('tab', { name: 'Privacidade' }).click();
    const drawer = page.getByRole('tabpanel');
    await drawer.getByText('obrigação fiscal').waitFor();
    await drawer.getByRole('button', { name: 'Baixar dados' }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel('Motivo').fill('Pedido do titular');
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Baixar dados' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(JSON.parse(file).records[0].events[0].personal).to.have.property('buyer.identity');

    await drawer.getByRole('button', { name: 'Apagar dados' }).click();
    await dialog.getByText('Apagado agora').waitFor();
    await dialog.getByLabel('Motivo').fill('Pedido do titular');
    const erase = dialog.getByRole('button', { name: 'Apagar dados' });
    await erase.click();
    await dialog.getByText('A palavra digitada não confere.').waitFor();
    await admin.look('erasure-dialog');
    await dialog.getByLabel('Para confirmar, digite APAGAR').fill('APAGAR');
    await erase.click();
    await drawer.getByText('Apagamento pedido em').waitFor();
    expect(await drawer.getByText('Apagado', { exact: true }).count()).to.equal(1);
    await admin.look('privacy');
  });

  it('shows the platform’s figures on the dashboard, and nothing about the installation', async () => {
    await admin.goto('/admin-root/dashboard');
    await admin.page.getByText('Usuários negativos').first().waitFor();
    expect(await admin.page.getByText(/Projeç|Reconstruir|Selado/).count()).to.equal(0);
    await admin.look('platform-dashboard');
  });

  it('shows an accountant only the pages about sales, and denies the dashboard', async () => {
    const navigation = accountant.page.getByRole('navigation', { name: 'Navegação principal' });
    expect(await navigation.getByRole('link').allInnerTexts()).to.deep.equal([
      'Vendas',
      'Faturamento por usuário',
      'Usuários negativos',
      'Contabilidade',
    ]);
    await accountant.goto('/admin-root/dashboard');
    await accountant.page.getByText('Você não tem acesso a esta página').waitFor();
    await accountant.page.getByRole('link', { name: 'Ir para o início' }).waitFor();
    await accountant.look('no-permission');
  });

  it('shows the live indicator to an administrator but not to an accountant', async () => {
    const live = (person: Person) => person.page.getByText('Ao vivo');
    await accountant.goto('/admin-root/manage-sales');
    await accountant.page.locator('tbody tr').first().waitFor();
    await admin.goto('/admin-root/manage-sales');
    await live(admin).waitFor();
    expect(await live(accountant).count()).to.equal(0);
    expect(await accountant.page.getByText('Reconectando').count()).to.equal(0);
  });

  it('shows an accountant a sale without refunds or webhooks, and names the permission for refunds', async () => {
    const paymentId = await stage.paidBy({ name: 'Rosa Reembolso', email: 'rosa@example.com' });
    await accountant.goto(`/admin-root/manage-sales?search=${paymentId}`);
    await accountant.page.locator('tbody tr').first().click();
    await accountant.page
      .getByText('Reembolsar pede também a permissão de opções avançadas de usuário.')
      .waitFor();
    await accountant.page.getByText('Você não pode ver documentos').waitFor();
    expect(await accountant.page.getByRole('button', { name: 'Reembolsar' }).count()).to.equal(0);
    expect(await accountant.page.getByRole('tab', { name: 'Webhooks' }).count()).to.equal(0);
    await accountant.look('sale-without-refund');
  });

  it('exports a CSV journal of positive amounts, which has the sums of the page, and whose settling account ends at zero', async () => {
    const { page, goto, look } = accountant;
    await goto('/admin-root/export-accounting');
    await page.getByText('D = C').waitFor();
    // Today, money could move between the reading and the download.
    const yesterday = Temporal.Now.plainDateISO('America/Sao_Paulo').subtract({ days: 1 });
    await page.getByLabel('De', { exact: true }).fill('2026-01-01');
    await page.getByLabel('Até', { exact: true }).fill(yesterday.toString());
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar CSV' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    const { lines, total, accounts } = sumJournal(file);
    expect(lines).to.be.greaterThan(100);
    await page.locator('tfoot').getByText(reais(total)).nth(1).waitFor();
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((each) =>
        each.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
      );
    const shown = rows.map(([account, , , debits = '', credits = '']) => [
      account,
      { debits: centsIn(debits), credits: centsIn(credits) },
    ]);
    expect(shown).to.have.deep.members([...accounts]);
    const settling = accounts.get('platform:demo:BRL:settling');
    expect(settling?.debits).to.be.greaterThan(0).and.to.equal(settling?.credits);
    await look('export-accounting');
  });

  it('fits sales, negative balances, revenue and accounting export on a phone', async () => {
    await admin.page.setViewportSize(PHONE);
    for (const page of ['manage-sales', 'seller-negative', 'seller-revenue', 'export-accounting']) {
      await admin.goto(`/admin-root/${page}`);
      await admin.page.getByRole('heading', { level: 1 }).waitFor();
      const width = await admin.page.evaluate('document.documentElement.scrollWidth');
      expect(width, `${page} does not scroll sideways`).to.equal(PHONE.width);
      await admin.look(`${page}-phone`);
    }
  });
});
