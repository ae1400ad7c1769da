import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { openStage, PHONE, type Person, type Stage } from './stage.ts';

describe('Finder of pages, sales and people', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  const field = ({ page }: Person) =>
    page.getByRole('combobox', { name: 'Buscar páginas, vendas e pessoas' });

  const options = ({ page }: Person) => page.getByRole('option').allInnerTexts();

  it('opens with Ctrl+K, explains empty results, and opens the first match on Enter', async () => {
    const admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    await admin.page.keyboard.press('Control+k');
    await field(admin).waitFor();
    expect(await options(admin)).to.include('Contabilidade\nDinheiro');
    await field(admin).fill('acoes VAL');
    await admin.page.getByText('Nada encontrado').waitFor();
    await admin.page.getByText('Nomes e produtos valem por palavras inteiras').waitFor();
    await admin.look('finder-nothing');
    for (const tooLittle of ['w', 'w y']) {
      await field(admin).fill(tooLittle);
      await admin.page.getByText('precisa de uma palavra com pelo menos duas letras').waitFor();
      expect(await admin.page.getByText('Nada encontrado').count(), tooLittle).to.equal(0);
    }
    await field(admin).fill('validacao doc');
    await admin.page.getByRole('option', { name: 'Validação de documentos' }).waitFor();
    await admin.look('finder-pages');
    await admin.page.keyboard.press('Enter');
    await admin.page.waitForURL('**/admin-root/document-validation');
    await admin.page.getByRole('heading', { name: 'Validação de documentos' }).waitFor();
    expect(await field(admin).count()).to.equal(0);
  });

  it('returns the focus to the search button when it closes', async () => {
    const admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    await admin.page.getByRole('button', { name: 'Buscar' }).focus();
    await admin.page.keyboard.press('Enter');
    await field(admin).waitFor();
    await admin.page.keyboard.press('Escape');
    await field(admin).waitFor({ state: 'detached' });
    const focused = admin.page.locator(':focus');
    expect(await focused.innerText()).to.include('Buscar');
  });

  it('finds a sale by the buyer’s name and a buyer by e-mail, with neither in the URL', async () => {
    const name = 'Filomena Quaresma';
    const paymentId = await stage.paidBy({ name, email: 'filomena.quaresma@example.com' });
    for (const [path, email] of [
      ['/login', people.seller.email],
      ['/admin-root-login', people.admin.email],
    ] as const) {
      const person = await stage.person();
      await person.signIn(path, email);
      await person.page.keyboard.press('Control+k');
      await field(person).fill('quaresma filomena');
      const sale = person.page.getByRole('option', { name: `${name} · ` });
      await sale.waitFor();
      await person.look(`finder-sales-${path.slice(1)}`);
      await sale.click();
      await person.page.waitForURL(`**open=${paymentId}`);
      await person.page.keyboard.press('Escape');
      await person.page.keyboard.press('Control+k');
      await field(person).fill('filomena.quaresma@example.com');
      await person.page.getByRole('option', { name: 'Última compra em' }).click();
      await person.page.getByRole('searchbox').waitFor();
      expect(await person.page.getByRole('searchbox').inputValue()).to.equal(name);
      expect(person.page.url()).not.to.include('ilomena');
    }
  });

  it('offers a seller on a phone only the pages of a seller', async () => {
    const seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    await seller.page.setViewportSize(PHONE);
    await seller.page.getByRole('button', { name: 'Buscar' }).click();
    await field(seller).waitFor();
    await seller.look('finder-phone');
    const offered = (await options(seller)).map((option) => option.split('\n')[0]);
    expect(offered).to.deep.equal(['Painel', 'Minhas vendas', 'Financeiro', 'Meu perfil']);
  });
});
