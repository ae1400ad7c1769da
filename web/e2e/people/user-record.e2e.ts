import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import { picture } from '#/web/e2e/testing/picture.ts';
import { register, registrationLink } from '#/web/e2e/testing/register.ts';

const PAGE = '/admin-root/manage-users';

describe('Record of a user of a platform', function () {
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;

  before(async () => {
    stage = await openStage();
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  after(() => admin.page.context().close());

  const open = async (name: string) => {
    await admin.goto(PAGE);
    await admin.page.getByRole('button', { name: `Abrir ${name}` }).click();
    return admin.page.getByRole('dialog', { name });
  };

  it('has notes that staff add, the oldest on request, and nothing typed is lost by leaving', async () => {
    const { page, look } = admin;
    const details = await open('Estúdio Aurora');
    await details.getByText('Nenhuma anotação ainda.').waitFor();
    await details.getByRole('button', { name: 'Anotar' }).click();
    await details.getByText('Escreva a anotação.').waitFor();
    const field = details.getByLabel('Nova anotação');
    await field.fill('Ligou hoje: vai mandar\no contrato social.');
    await details.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await details.getByRole('button', { name: 'Anotar' }).click();
    // Only in the list: the field has the same text while it is typed.
    const noteWith = (text: string) => details.getByRole('listitem').filter({ hasText: text });
    await noteWith('Ligou hoje: vai mandar').waitFor();
    await details.getByText(/^Só a equipe vê/).waitFor();
    for (const number of [2, 3, 4, 5, 6]) {
      await field.fill(`Anotação de número ${number}`);
      await details.getByRole('button', { name: 'Anotar' }).click();
      await noteWith(`Anotação de número ${number}`).waitFor();
    }
    await noteWith('Ligou hoje').waitFor({ state: 'detached' });
    await details.getByRole('button', { name: 'Mostrar mais antigas' }).click();
    await noteWith('Ligou hoje').waitFor();
    await details.getByText(`por ${people.admin.email}`).first().waitFor();
    await look('user-notes');
    await page.setViewportSize(PHONE);
    await look('user-notes-phone');
    await page.setViewportSize(DESKTOP);
  });

  it('has each change, with who made it and the value before', async () => {
    const { page, look } = admin;
    const details = await open('Estúdio Aurora');
    const boleto = details.getByRole('checkbox', { name: 'Boleto' });
    const save = details.getByRole('button', { name: 'Salvar formas de pagamento' });
    await boleto.uncheck();
    await save.click();
    await page.getByText('Formas de pagamento salvas').waitFor();
    await details.getByText('Histórico do cadastro').click();
    const change = details.getByRole('listitem').filter({ hasText: 'ligado' }).first();
    await change.getByText(`por ${people.admin.email}`).waitFor();
    await change.getByRole('row', { name: 'Boleto ligado desligado' }).waitFor();
    await details.getByText(/^Cadastro · /).waitFor();
    await look('user-changes');
    await page.setViewportSize(PHONE);
    await look('user-changes-phone');
    await page.setViewportSize(DESKTOP);
    await boleto.check();
    await save.click();
    await details.getByRole('row', { name: 'Boleto desligado ligado' }).waitFor();
  });

  it('says who waits for staff, for what and since when', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    await page.getByRole('button', { name: 'Aguardando' }).click();
    await page.waitForURL('**?state=WAITING');
    await look('users-none-waiting');
    const email = 'olga@loja.example';
    const cookie = await stage.product.signIn(people.admin.email);
    await stage.product.ask('admin.inviteSeller', { email }, { cookie, key: randomUUID() });
    const olga = await stage.person();
    const link = await registrationLink(stage, email, 'Você foi convidado para vender');
    await register(olga, link, { name: 'Olga Espera', document: '390.533.447-05' });
    const slot = olga.page
      .getByRole('listitem')
      .filter({ has: olga.page.getByRole('heading', { name: 'Foto do documento', exact: true }) });
    await slot.locator('input[type=file]').setInputFiles(picture);
    await slot.getByText('Em análise').waitFor();
    const cookies = await olga.page.context().cookies();
    const ownCookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const caller = { cookie: ownCookie, key: randomUUID() };
    const declared = await stage.product.ask(
      'seller.declareDestination',
      { pixKey: email },
      caller,
    );
    await olga.page.context().close();

    await stage.product.ask(
      'admin.listSellers',
      { state: 'WAITING', after: declared.position },
      { cookie },
    );
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Olga Espera' });
    await row.getByText(/^Documentos · .+\+1, Chave PIX · /).waitFor();
    await look('users-waiting');
    await page.setViewportSize(PHONE);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width, 'does not scroll sideways').to.equal(PHONE.width);
    const filter = await page.getByRole('group', { name: 'Quem aparece' }).boundingBox();
    expect((filter?.x ?? 0) + (filter?.width ?? 0)).to.be.at.most(PHONE.width - 16);
    await look('users-waiting-phone');
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Abrir Olga Espera' }).click();
    const details = page.getByRole('dialog', { name: 'Olga Espera' });
    await details.getByText(/^Documentos · .+ desde /).waitFor();
    await details.getByText(/^Chave PIX · .+ desde /).waitFor();
    await look('users-waiting-details');
    await details.getByRole('link', { name: 'Ver documentos' }).click();
    await page.waitForURL('**/document-validation?seller=*');
  });

  it('is exported as CSV, with names and documents of sellers', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    await page.getByRole('button', { name: 'Exportar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Exportar usuários' });
    await dialog.getByText(/^\d+ linhas?$/).waitFor();
    await look('users-export');
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Baixar CSV' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).to.match(/^razao-vendedores-.+\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).to.include(';Estúdio Aurora;').and.include(';11.222.333/0001-81;');
    await dialog.getByText(/linhas salvas\.$/).waitFor();
    await page.setViewportSize(PHONE);
    await look('users-export-phone');
    await page.setViewportSize(DESKTOP);
  });
});
