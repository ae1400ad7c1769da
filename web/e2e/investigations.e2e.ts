import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { deputy, openCases } from '#/scripts/testing/open-cases.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';
import { personAt, PHONE, type Person } from './stage.ts';

const PAGE = '/admin-root/investigations';

const buyer = {
  name: 'Marina Duarte',
  email: 'marina@example.com',
  cpf: '52998224725',
  phone: '11987654321',
} as const;

describe('An investigation', function () {
  this.timeout(120_000);
  const faults: string[] = [];
  let database: TestDatabase;
  let dataDir: string;
  let product: Product;
  let browser: Browser;
  let ana: Person;
  let davi: Person;

  before(async () => {
    database = await testDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'razao-cases-'));
    const place = { databaseUrl: database.url, dataDir };
    const first = await startProduct(0, { place });
    const purchase = { ...buyer, offerId: 'demo-ebook', paymentMethod: 'PIX' } as const;
    const unanswered = await first.ask('checkout.purchase', purchase);
    const underpaid = await first.ask('checkout.purchase', {
      ...purchase,
      email: 'ju@example.com',
    });
    await first.stop();
    await openCases(place, [unanswered.paymentId, underpaid.paymentId]);
    product = await startProduct(0, { place });
    browser = await launchBrowser();
    ana = await personAt(browser, product.url, faults);
    davi = await personAt(browser, product.url, faults);
    await ana.signIn('/admin-root-login', people.admin.email);
    await davi.signIn('/admin-root-login', deputy.email);
  });
  after(async () => {
    await browser?.close();
    await product?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
    expect(faults, 'what browsers complained about').to.deep.equal([]);
  });

  const rowOf = ({ page }: Person, why: string) => page.getByRole('row').filter({ hasText: why });

  const unknownPayment = (person: Person) =>
    rowOf(person, 'Pagamento').filter({ hasText: 'Resultado desconhecido' });

  const proposeAs = async (person: Person, answer: string): Promise<void> => {
    const { page } = person;
    await page.getByRole('button', { name: 'Dizer o que aconteceu' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dizer o que aconteceu' });
    await dialog.getByLabel('O que aconteceu').click();
    await page.getByRole('option', { name: answer }).click();
    await dialog.getByLabel('Como você sabe').fill('Consta no extrato do adquirente');
    await person.look('investigations-propose');
    await dialog.getByRole('button', { name: 'Propor' }).click();
    await page.getByText('Você propôs isto: outra pessoa precisa confirmar.').waitFor();
  };

  it('is listed, and says why it is open', async () => {
    await ana.goto(PAGE);
    await unknownPayment(ana).waitFor();
    await rowOf(ana, 'Cadastro').filter({ hasText: 'iugu' }).waitFor();
    await rowOf(ana, 'Recebimento sem venda').filter({ hasText: /90,00/ }).waitFor();
    await ana.look('investigations-list');
    await unknownPayment(ana).getByRole('link').click();
    await ana.page.getByText('O adquirente nunca disse se foi pago.').waitFor();
    await ana.look('investigations-case');
  });

  it('shows each call to the acquirer, with its outcome, deadline, reference and number of look-ups', async () => {
    const attempts = ana.page.getByRole('region', { name: 'Tentativas' });
    await attempts.getByText('Cobrança, tentativa 1').waitFor();
    const text = await attempts.innerText();
    expect(text).to.match(/Como terminou\s+Aceita pelo adquirente/);
    expect(text).to.match(/Prazo para enviar\s+\d{2}\/\d{2}\/\d{4}/);
    expect(text).to.match(/Nossa referência\s+[\w-]{20,}/);
    expect(text).to.match(/Consultas desde então\s+\d+/);
  });

  it('is on one page with parked work, which has its error, money and acquirer', async () => {
    await ana.goto(PAGE);
    const parkedWork = ana.page.getByRole('region', {
      name: 'Tarefas tentadas de novo a cada minuto',
    });
    await parkedWork.getByText('Error: not of this release').waitFor();
    const money = parkedWork.getByText(/^R\$\s97,00 · /);
    expect(await money.innerText()).to.match(
      /^R\$\s97,00 · .*Sandbox.* · PIX · .+\d{2}\/\d{2}\/\d{4}.* · .*: .+$/i,
    );
    await unknownPayment(ana).getByRole('link').click();
    await ana.page.getByText('O adquirente nunca disse se foi pago.').waitFor();
  });

  it('is proposed by one person, who cannot confirm it, and confirmed by another', async () => {
    await ana.page.getByRole('button', { name: 'Dizer o que aconteceu' }).click();
    const dialog = ana.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Propor' }).click();
    await dialog.getByText('Escreva com pelo menos 3 letras.').waitFor();
    await ana.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await proposeAs(ana, 'Foi pago: a venda vale');
    expect(await ana.page.getByRole('button', { name: 'Confirmar' }).count()).to.equal(0);
    await ana.look('investigations-proposed');

    await davi.goto(`${PAGE}?proposed=yes`);
    await rowOf(davi, 'Falta a segunda pessoa').getByRole('link').click();
    await davi.page.getByText('Consta no extrato do adquirente').waitFor();
    await davi.look('investigations-confirm');
    await davi.page.getByRole('button', { name: 'Confirmar' }).press('Enter');
    await davi.page.getByText('Este caso está decidido').waitFor();
    await davi.page.getByText('Aprovado', { exact: true }).waitFor();
    await davi.look('investigations-decided');
  });

  it('is open to another proposal when the second person rejects the first', async () => {
    await ana.goto(PAGE);
    await rowOf(ana, 'Recebimento sem venda').getByRole('link').click();
    await proposeAs(ana, 'Foi devolvido ao comprador');
    await davi.goto(new URL(ana.page.url()).pathname + new URL(ana.page.url()).search);
    await davi.page.getByRole('button', { name: 'Rejeitar' }).click();
    const dialog = davi.page.getByRole('dialog', { name: 'Rejeitar a proposta' });
    await dialog.getByLabel('Por que não confere').fill('O extrato é de outra venda');
    await dialog.getByRole('button', { name: 'Rejeitar' }).click();
    await davi.page.getByRole('button', { name: 'Dizer o que aconteceu' }).waitFor();
  });

  it('fits a phone, and is not shown to an accountant', async () => {
    await davi.page.setViewportSize(PHONE);
    const paths = [PAGE, new URL(davi.page.url()).pathname + new URL(davi.page.url()).search];
    for (const [index, path] of paths.entries()) {
      await davi.goto(path);
      await davi.page.getByText('Recebimento sem venda').first().waitFor();
      const width = await davi.page.evaluate('document.documentElement.scrollWidth');
      expect(width, `${path} does not scroll sideways`).to.equal(PHONE.width);
      await davi.look(`investigations-phone-${index}`);
    }
    const accountant = await personAt(browser, product.url, faults);
    await accountant.signIn('/admin-root-login', people.accountant.email);
    await accountant.goto(PAGE);
    await accountant.page.getByText('Você não tem acesso a esta página').waitFor();
  });

  it('is about a registration without an answer too, which two people decide as well', async () => {
    await ana.goto(`${PAGE}?kind=REGISTRATION`);
    await rowOf(ana, 'Resultado desconhecido').getByRole('link', { name: 'Cadastro' }).click();
    await ana.page.getByText('Cadastro de recebedor').waitFor();
    const attempts = ana.page.getByRole('region', { name: 'Tentativas' });
    await attempts.getByText('Cadastro, tentativa 1').waitFor();
    await attempts.getByText('Desconhecido · O adquirente não respondeu.').waitFor();
    await eventually(async () => {
      await ana.page.reload();
      await attempts.getByText('Cadastro, tentativa 1').waitFor();
      return (await attempts.getByText('Última consulta sem resposta').count()) > 0 || undefined;
    }, 'a look-up is noted');
    await ana.look('investigations-registration');
    await ana.page.getByRole('button', { name: 'Dizer o que aconteceu' }).click();
    const dialog = ana.page.getByRole('dialog', { name: 'Dizer o que aconteceu' });
    await dialog.getByLabel('O que aconteceu').click();
    await ana.page.getByRole('option', { name: 'O vendedor está cadastrado lá' }).click();
    await dialog.getByLabel('Como você sabe').fill('Consta no painel do adquirente');
    await dialog.getByRole('button', { name: 'Propor' }).click();
    await dialog.getByText('Informe o identificador do recebedor.').waitFor();
    await ana.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await proposeAs(ana, 'O vendedor não está cadastrado lá');
    await davi.goto(new URL(ana.page.url()).pathname + new URL(ana.page.url()).search);
    await davi.page.getByRole('button', { name: 'Confirmar' }).click();
    await davi.page.getByText('Não cadastrado', { exact: true }).waitFor();
  });
});
