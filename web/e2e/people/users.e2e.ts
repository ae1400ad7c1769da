import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { register, registrationLink } from '#/web/e2e/testing/register.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';

const PAGE = '/admin-root/manage-users';

describe('Users of a platform', function () {
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;

  before(async () => {
    stage = await openStage();
  });
  beforeEach(async () => {
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  afterEach(() => admin.page.context().close());

  it('are listed and found by name, and their details stay open beside the list', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    await page.getByRole('button', { name: 'Abrir Estúdio Aurora' }).waitFor();
    await look('users-desktop');
    await page.getByRole('searchbox').fill('ninguém assim');
    await page.getByText('Ninguém com “ninguém assim”').waitFor();
    expect(page.url(), 'no text in the address').not.to.include('assim');
    await look('users-none');
    await page.getByRole('searchbox').fill('aurora');
    await page.getByRole('button', { name: 'Abrir Estúdio Aurora' }).waitFor();
    await page.getByRole('button', { name: 'Abrir Estúdio Aurora' }).click();
    const details = page.getByRole('dialog', { name: 'Estúdio Aurora' });
    await details.getByText('11.222.333/0001-81').waitFor();
    await look('users-details');
    await page.setViewportSize(PHONE);
    await look('users-details-phone');
    await details.getByRole('button', { name: 'Fechar' }).click();
    await look('users-phone');
    await page.setViewportSize(DESKTOP);
  });

  it('are invited, register by the link, are limited in their methods, blocked and unblocked', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    await page.getByRole('button', { name: 'Convidar vendedor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convidar vendedor' });
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await dialog.getByText('Informe um e-mail válido.').waitFor();
    await dialog.getByLabel('E-mail').fill('nilo@loja.example');
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await dialog.getByText(/está na caixa de saída/).waitFor();
    await look('users-invited');
    await dialog.getByRole('button', { name: 'Concluir' }).click();

    const nilo = await stage.person();
    const link = await registrationLink(
      stage,
      'nilo@loja.example',
      'Você foi convidado para vender',
    );
    await register(nilo, link, { name: 'Nilo Novato', document: '111.444.777-35' });

    await goto(PAGE);
    await page.getByRole('button', { name: 'Abrir Nilo Novato' }).click();
    const details = page.getByRole('dialog', { name: 'Nilo Novato' });
    await details.getByText(/^versão /).waitFor();
    await details.getByRole('checkbox', { name: 'Boleto' }).uncheck();
    await details.getByRole('button', { name: 'Salvar formas de pagamento' }).click();
    await page.getByText('Formas de pagamento salvas').waitFor();
    expect(await details.getByRole('checkbox', { name: 'Boleto' }).isChecked()).to.equal(false);
    await details.getByRole('button', { name: 'Bloquear', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Bloquear Nilo Novato?' });
    await look('users-block');
    await asked.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await page.getByText('Usuário bloqueado').waitFor();
    await details.getByText('Boleto: desligado').waitFor();
    await nilo.goto('/platform/my-profile');
    await nilo.page.getByRole('button', { name: 'Entrar' }).waitFor();
    await details.getByRole('button', { name: 'Liberar', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Liberar Nilo Novato?' })
      .getByRole('button', { name: 'Liberar', exact: true })
      .click();
    await page.getByText('Usuário liberado').waitFor();
    await details.getByRole('checkbox', { name: 'PIX' }).waitFor();
  });

  it('get the methods that the second of two people chose, who reads what the first changed', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    await page.getByRole('button', { name: 'Abrir Estúdio Aurora' }).click();
    const details = page.getByRole('dialog', { name: 'Estúdio Aurora' });
    const isChecked = (name: string) => details.getByRole('checkbox', { name }).isChecked();
    await details.getByRole('checkbox', { name: 'Boleto' }).uncheck();
    const by = async () => ({
      cookie: await stage.product.signIn(people.admin.email),
      key: randomUUID(),
    });
    const record = async () =>
      stage.product.ask('admin.getSeller', { sellerId: 'demo-seller' }, await by());
    const choose = async (methods: object): Promise<void> => {
      const { pixEnabled, creditCardEnabled, billetEnabled, revision: basedOn } = await record();
      const chosen = { pixEnabled, creditCardEnabled, billetEnabled, ...methods };
      const input = { sellerId: 'demo-seller', basedOn, ...chosen };
      await stage.product.ask('admin.reviseSellerMethods', input, await by());
    };
    await choose({ creditCardEnabled: false });
    const save = details.getByRole('button', { name: 'Salvar formas de pagamento' });
    await save.click();
    const notice = details.getByRole('alert').filter({ hasText: 'mudaram enquanto você escolhia' });
    await notice.getByRole('row', { name: 'Cartão ligado desligado' }).waitFor();
    expect([await isChecked('Boleto'), await isChecked('Cartão')]).to.deep.equal([false, false]);
    await look('users-methods-meanwhile');
    await page.setViewportSize(PHONE);
    await look('users-methods-meanwhile-phone');
    await save.click();
    await page.getByText('Formas de pagamento salvas').waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await record()).to.include({
      pixEnabled: true,
      creditCardEnabled: false,
      billetEnabled: false,
    });
    await choose({ creditCardEnabled: true, billetEnabled: true });
  });
});
