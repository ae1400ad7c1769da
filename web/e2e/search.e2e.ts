import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, heldModules, openStage, PHONE, type Person, type Stage } from './stage.ts';

const ZULEICA = { name: 'Zuleica Conceição', email: 'zuleica.busca@example.com' } as const;
const BOX = /^(?:Nome, e-mail|Name, e-mail)/;

describe('Search for sales', () => {
  let stage: Stage;
  let paymentId: string;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    paymentId = await stage.paidBy(ZULEICA);
  });

  const box = ({ page }: Person) => page.getByRole('searchbox', { name: BOX });
  const foundSale = ({ page }: Person) => page.getByText(ZULEICA.name).first();

  const expectInNoUrl = async ({ page }: Person): Promise<void> => {
    const urls = await page.evaluate<readonly string[]>(
      `[location.href, ...performance.getEntries().map(({ name }) => name)]`,
    );
    expect(urls.length).to.be.greaterThan(1);
    expect(urls.join('\n')).to.not.match(/zuleica|529\.?982|98765/i);
  };

  it('finds a sale by the buyer’s name, e-mail, document, phone or payment id, and keeps them out of URLs', async () => {
    const seller = await stage.person(DESKTOP);
    await seller.signIn('/login', people.seller.email);
    await seller.goto('/platform/my-sales');
    await seller.page.getByText('Busca por nome, e-mail, CPF ou CNPJ').waitFor();
    for (const text of [
      'zuleica',
      'CONCEICAO zuleica',
      ZULEICA.email,
      'zuleica 529.982.247-25',
      'zuleica (11) 98765-4321',
      paymentId,
      paymentId.slice(0, 13),
    ]) {
      await box(seller).fill('ninguém com este nome');
      await seller.page.getByText('Nenhuma venda encontrada para “ninguém').waitFor();
      await box(seller).fill(text);
      await foundSale(seller).waitFor();
    }
    // After an empty list, a list of one sale can only come from the last text.
    await box(seller).fill('ninguém com este nome');
    await seller.page.getByText('Nenhuma venda encontrada para “ninguém').waitFor();
    await box(seller).fill('zuleica');
    await seller.page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await expectInNoUrl(seller);
    await seller.look('search-seller-desktop');

    await seller.page.locator('tbody tr').first().click();
    await seller.page.getByRole('dialog').getByText(ZULEICA.email).waitFor();
    expect(new URL(seller.page.url()).searchParams.get('open')).to.equal(paymentId);
    await seller.page.goBack();
    await seller.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await box(seller).inputValue()).to.equal('zuleica');
    await seller.page.reload();
    await foundSale(seller).waitFor();
    expect(await box(seller).inputValue()).to.equal('zuleica');
    await seller.page.getByRole('button', { name: 'Limpar', exact: true }).click();
    await seller.page.waitForFunction(() => document.querySelectorAll('tbody tr').length > 1);
    expect(await box(seller).inputValue()).to.equal('');
  });

  it('explains empty results and texts too short or too long, on a phone in English', async () => {
    const seller = await stage.person(DESKTOP);
    await seller.signIn('/login', people.seller.email);
    await seller.page.setViewportSize(PHONE);
    await seller.page.evaluate(`localStorage.setItem('razao.language', 'en')`);
    await seller.goto('/platform/my-sales');
    await seller.page.getByText('Searches the buyer’s name, e-mail').waitFor();
    await box(seller).fill('Nobody Atall');
    await seller.page.getByText('No sale found for “Nobody Atall”').waitFor();
    await seller.page.getByText('Names and products match by whole words').waitFor();
    await seller.look('search-nothing-phone-en');
    for (const text of ['%', '_', 'a', '🙂']) {
      await box(seller).fill(text);
      await seller.page.getByText('Type a little more').waitFor();
    }
    await box(seller).fill('palavra '.repeat(200));
    await seller.page.getByText('Search with up to 200 characters.').waitFor();
    await box(seller).fill('x'.repeat(10_000));
    await seller.page.getByText('Search with up to 200 characters.').waitFor();
    await seller.look('search-too-long-phone-en');
    await box(seller).fill('zuleica');
    await foundSale(seller).waitFor();
    const width = await seller.page.evaluate('document.documentElement.scrollWidth');
    expect(width, 'nothing scrolls sideways').to.equal(PHONE.width);
    await seller.look('search-found-phone-en');
  });

  it('lets an administrator search the sales of all sellers, or of one chosen by name', async () => {
    const admin = await stage.person(DESKTOP);
    await admin.signIn('/admin-root-login', people.admin.email);
    await admin.goto('/admin-root/manage-sales');
    await box(admin).fill('conceição 52998224725');
    await foundSale(admin).waitFor();
    await expectInNoUrl(admin);
    const sellers = admin.page.getByRole('combobox', { name: /^Vendedor:/ });
    await sellers.click();
    const typing = admin.page.getByRole('combobox', { name: 'Buscar vendedor' });
    await typing.fill('ninguém assim');
    await admin.page.getByText('Nothing found.').waitFor();
    await typing.fill('');
    await admin.page.getByRole('option', { name: 'Todos os vendedores' }).waitFor();
    // Chosen by name, because other journeys register sellers, who have no sales to find.
    const { name } = people.seller;
    await typing.fill(name.slice(0, 3));
    await admin.page
      .getByRole('option', { name: 'Todos os vendedores' })
      .waitFor({ state: 'detached' });
    await admin.page.getByRole('option', { name }).click();
    await admin.page.waitForURL(/sellerId=/);
    await foundSale(admin).waitFor();
    await sellers.getByText(name).waitFor();
    await admin.look('search-staff-desktop');
    await admin.page.setViewportSize(PHONE);
    await foundSale(admin).waitFor();
    const width = await admin.page.evaluate('document.documentElement.scrollWidth');
    expect(width, 'nothing scrolls sideways').to.equal(PHONE.width);
    await admin.look('search-staff-phone');
  });

  it('is restored for a user who goes forward to it before the scripts load', async () => {
    const { page, goto, signIn } = await stage.person(DESKTOP);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await signIn('/login', people.seller.email);
    await goto('/platform/my-sales');
    const searchField = page.getByRole('searchbox', { name: BOX });
    await searchField.fill('zuleica');
    await page.waitForFunction(() => history.state?.searchText !== undefined);
    await page.goBack();
    await page.waitForFunction(() => history.state?.searchText === undefined);
    const release = await heldModules(page);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Minhas vendas' }).waitFor();
    await page.evaluate('history.forward()');
    await page.waitForFunction(() => history.state?.searchText !== undefined);
    release();
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    expect(await searchField.inputValue()).to.equal('zuleica');
    expect(errors).to.deep.equal([]);
  });

  it('is not restored for the next user of the tab who goes back to it', async () => {
    const { page, goto, signIn } = await stage.person(DESKTOP);
    await signIn('/admin-root-login', people.admin.email);
    await goto('/admin-root/manage-sales');
    const searchField = page.getByRole('searchbox', { name: BOX });
    await searchField.fill('529.982.247-25');
    await page.waitForFunction(() => history.state?.searchText !== undefined);
    await page.getByRole('button', { name: /Conta e preferências/ }).click();
    await page.getByRole('menuitem', { name: 'Sair', exact: true }).click();
    await page.getByRole('heading', { name: 'Acesso da equipe' }).waitFor();
    await page.getByLabel('E-mail').fill(people.accountant.email);
    await page.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('navigation', { name: 'Navegação principal' }).waitFor();
    await page.goBack();
    await page.waitForFunction(() => history.state?.searchText !== undefined);
    await page.locator('tbody tr').nth(1).waitFor();
    expect(await searchField.inputValue()).to.equal('');
  });

  it('finds sales by e-mail but not by document for an accountant', async () => {
    const accountant = await stage.person(DESKTOP);
    await accountant.signIn('/admin-root-login', people.accountant.email);
    await accountant.page.setViewportSize(PHONE);
    await accountant.goto('/admin-root/manage-sales');
    await accountant.page.getByText('Busca por nome e e-mail do comprador').waitFor();
    await box(accountant).fill('529.982.247-25');
    await accountant.page.getByText('Nenhuma venda encontrada').waitFor();
    await box(accountant).fill(ZULEICA.email);
    await foundSale(accountant).waitFor();
    await accountant.look('search-accountant-phone');
  });
});
