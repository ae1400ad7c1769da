import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { openStage, type Person, type Stage } from '#/web/e2e/stage.ts';
import { lookBoth } from '#/web/e2e/testing/look-both.ts';

const SELLER = people.seller.name;

describe('A destination of withdrawals', function () {
  this.timeout(180_000);
  let stage: Stage;
  let admin: Person;
  let seller: Person;

  before(async () => {
    stage = await openStage();
  });
  // A sign-in counts as a step-up for five minutes; all journeys together may take longer.
  beforeEach(async () => {
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
  });
  afterEach(async () => {
    await admin.page.context().close();
    await seller.page.context().close();
  });

  it('is a key whose kind is named while it is typed', async () => {
    const { page, goto } = seller;
    await goto('/platform/financial');
    const card = page.getByRole('region', { name: 'Destinos' });
    await card.getByRole('button', { name: 'Adicionar chave' }).click();
    const key = page
      .getByRole('dialog', { name: 'Onde você quer receber' })
      .getByLabel('Chave PIX');
    const kind = page.getByRole('status').filter({ visible: true });
    /** Typed first; typed after that, which completes the key; the kind that is shown then. */
    const kinds = [
      ['529.982.247-2', '5', 'CPF'],
      ['12.ABC.345/01DE-3', '5', 'CNPJ'],
      ['maria@exemplo', '.com', 'E-mail'],
      ['123e4567-e89b-42d3-a456-42661417400', '0', 'Chave aleatória'],
      ['(11) 9876', '5-4321', 'Telefone'],
    ] as const;
    for (const [typed, rest, name] of kinds) {
      await key.fill('');
      await key.pressSequentially(typed);
      expect(await kind.getByText(name, { exact: true }).count(), `${typed}…`).to.equal(0);
      await key.pressSequentially(rest);
      await kind.getByText(name, { exact: true }).waitFor();
    }
  });

  it('is another holder’s key only once staff have approved it, and pauses withdrawals', async () => {
    const { page, goto } = seller;
    await goto('/platform/financial');
    const card = page.getByRole('region', { name: 'Destinos' });
    await card.getByRole('button', { name: 'Adicionar chave' }).click();
    const dialog = page.getByRole('dialog', { name: 'Onde você quer receber' });
    await dialog.getByRole('button', { name: 'Usar meu CNPJ' }).waitFor();
    await dialog.getByLabel('Chave PIX').fill('529.982.247-25');
    await dialog.getByRole('button', { name: 'Informar chave' }).click();
    await dialog.getByText(/^Este CPF ou CNPJ não é o seu/).waitFor();
    await dialog.getByLabel('Chave PIX').fill('Maria@Exemplo.com.br');
    await dialog.getByLabel('A chave é de outra pessoa ou empresa').check();
    await dialog.getByLabel('Nome do titular').fill('Maria Lima');
    await dialog.getByLabel('CPF ou CNPJ do titular').fill('529.982.247-26');
    await dialog.getByText('CPF ou CNPJ inválido').waitFor();
    await lookBoth(seller, 'declare-other');
    await dialog.getByLabel('CPF ou CNPJ do titular').fill('529.982.247-25');
    await dialog.getByRole('button', { name: 'Informar chave' }).click();
    await dialog.getByText('A equipe vai conferir esta chave').waitFor();
    await lookBoth(seller, 'declare-waits');
    await dialog.getByRole('button', { name: 'Entendi' }).click();
    const item = card.getByRole('listitem').filter({ hasText: 'de Maria Lima' });
    await item.getByText('Em análise').waitFor();
    await seller.look('destinations-waiting');
    const pauseNotice = page.getByText(/^A senha, o e-mail, .* parados até \d/);
    const open = async () => {
      await page.getByRole('button', { name: 'Sacar', exact: true }).click();
      await page.getByRole('dialog', { name: 'Sacar por PIX' }).waitFor();
    };
    await open();
    await pauseNotice.waitFor();
    await page.keyboard.press('Escape');

    const staff = admin.page;
    await staff.getByRole('link', { name: 'Destinos de saque' }).click();
    await lookBoth(admin, 'bank-accounts');
    const waiting = staff.getByRole('row').filter({ hasText: SELLER });
    await waiting.getByRole('link', { name: SELLER }).click();
    await staff
      .getByRole('region', { name: 'O que foi pedido' })
      .getByText('maria@exemplo.com.br')
      .waitFor();
    await staff
      .getByRole('region', { name: 'Onde recebe hoje' })
      .getByText('CNPJ', { exact: true })
      .waitFor();
    const compared = staff.getByRole('region', { name: 'Vendedor e titular', exact: true }).first();
    expect(await compared.getByText('Diferente', { exact: true }).count()).to.equal(2);
    await lookBoth(admin, 'bank-account-review');
    await staff.getByRole('button', { name: 'Aprovar destino' }).click();
    const approval = staff.getByRole('dialog', { name: 'Aprovar maria@exemplo.com.br?' });
    await approval.getByText(/^Os saques do vendedor poderão ser pagos a Maria Lima/).waitFor();
    await approval.getByRole('button', { name: 'Aprovar destino' }).click();
    await staff.getByText('Destino aprovado').waitFor();
    await staff.getByText('Este destino não espera mais por análise.').waitFor();

    await goto('/platform/financial');
    await item.getByText('Aprovada').waitFor();
    await open();
    await pauseNotice.waitFor();
    await page.keyboard.press('Escape');
    await item.getByRole('button', { name: 'Remover' }).click();
    const removal = page.getByRole('dialog', { name: /^Remover E-mail/ });
    await lookBoth(seller, 'destination-remove');
    await removal.getByRole('button', { name: 'Remover chave' }).click();
    await item.waitFor({ state: 'detached' });
    await open();
    await page.getByRole('button', { name: 'Solicitar saque' }).waitFor();
  });
});
