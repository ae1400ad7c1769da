import { expect } from 'chai';
import pg from 'pg';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';

const REASON = 'Chamado 4711: saldo que não bate';
const BANNER = 'Acesso no lugar do vendedor';

/** Staff read a seller's area without changing it; the seller sees that it happened. */
describe('Login as another', function () {
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

  const inDatabase = async (change: string): Promise<void> => {
    const client = new pg.Client({ connectionString: stage.product.databaseUrl });
    await client.connect();
    await client.query(change);
    await client.end();
  };

  const details = () => admin.page.getByRole('dialog', { name: 'Estúdio Aurora', exact: true });
  const banner = () => admin.page.getByRole('region', { name: BANNER });

  const openDialog = async (): Promise<void> => {
    await admin.goto('/admin-root/manage-users?open=demo-seller');
    await details().getByRole('button', { name: 'Entrar como' }).click();
  };
  const enter = async (): Promise<void> => {
    await openDialog();
    await admin.page.getByLabel('Motivo').fill(REASON);
    await admin.page.getByRole('button', { name: 'Entrar como vendedor' }).click();
    await banner().waitFor();
  };

  it('asks for a reason and for the password, and then says whose area is shown', async () => {
    const { page, look } = admin;
    await openDialog();
    const dialog = page.getByRole('dialog', { name: 'Entrar como Estúdio Aurora?' });
    await dialog.getByLabel('Motivo').fill('abc');
    await dialog.getByRole('button', { name: 'Entrar como vendedor' }).click();
    await dialog.getByText('Escreva o motivo com pelo menos 5 letras.').waitFor();
    await look('login-as-dialog');
    await page.setViewportSize(PHONE);
    await look('login-as-dialog-phone');
    await page.setViewportSize(DESKTOP);
    await inDatabase(`UPDATE auth.session SET "createdAt" = now() - interval '1 hour', "provenAt" = NULL
      WHERE "userId" = (SELECT id FROM auth."user" WHERE email = '${people.admin.email}')`);
    await dialog.getByLabel('Motivo').fill(REASON);
    await dialog.getByRole('button', { name: 'Entrar como vendedor' }).click();
    const question = page.getByRole('dialog', { name: 'Confirme que é você' });
    await question.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await banner().getByText('Você está vendo a área de Estúdio Aurora').waitFor();
    await banner().getByText(`Sessão de ${people.admin.email}, até`).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/platform/dashboard');
    expect(await page.getByRole('link', { name: 'Sacar', exact: true }).count()).to.equal(0);
    await look('login-as-dashboard');
    await page.setViewportSize(PHONE);
    await look('login-as-dashboard-phone');
    await page.setViewportSize(DESKTOP);
  });

  it('offers nothing that changes something, and leads back to the seller’s details', async () => {
    const { page, goto, look } = admin;
    await enter();
    await goto('/platform/financial?withdraw=true');
    await page.getByRole('heading', { name: 'Financeiro', level: 1 }).waitFor();
    await page.getByText('Saques', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Sacar', exact: true }).count()).to.equal(0);
    const automatic = page.getByRole('region', { name: 'Saque automático' });
    await automatic.getByText('Desligado', { exact: true }).waitFor();
    expect(await automatic.getByRole('button').count()).to.equal(0);
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await goto('/platform/my-profile');
    await page.getByText('Acessos da plataforma à sua conta').waitFor();
    await page.getByText('em andamento').first().waitFor();
    expect(await page.getByRole('button', { name: /Salvar|Remover|Substituir/ }).count()).to.equal(
      0,
    );
    expect(await page.getByRole('textbox').first().isDisabled()).to.equal(true);
    await look('login-as-profile');
    await page.setViewportSize(PHONE);
    await look('login-as-profile-phone');
    await page.setViewportSize(DESKTOP);

    const otherTab = await page.context().newPage();
    await otherTab.goto(`${stage.product.url}/admin-root/manage-sales`);
    await otherTab.getByRole('region', { name: BANNER }).waitFor();

    await banner().getByRole('button', { name: 'Voltar à minha conta' }).click();
    await details().waitFor();
    expect(new URL(page.url()).pathname).to.equal('/admin-root/manage-users');
    await otherTab.getByText('Administração', { exact: true }).first().waitFor();
    await otherTab.close();
    await page.goBack();
    await page.getByText('Administração', { exact: true }).first().waitFor();
    expect(await banner().count()).to.equal(0);
  });

  it('leads back by itself when the time is up, and another tab follows when it begins', async () => {
    const { page } = admin;
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${stage.product.url}/admin-root/manage-sales`);
    await otherTab.getByRole('heading', { name: 'Vendas', level: 1 }).waitFor();
    await enter();
    await otherTab.getByRole('region', { name: BANNER }).waitFor();
    await otherTab.close();
    await inDatabase('UPDATE auth.impersonation SET ends_at = now()');
    await details().waitFor();
    await banner().waitFor({ state: 'detached' });
  });

  it('is seen by the seller with its reason, and by staff under accesses, in both languages', async () => {
    await enter();
    await banner().getByRole('button', { name: 'Voltar à minha conta' }).click();
    await details().waitFor();
    await admin.goto('/admin-root/platform-settings/access?kind=IMPERSONATION_BEGUN');
    await admin.page.getByText('na área de Estúdio Aurora').first().waitFor();
    await admin.look('login-as-accesses');

    const seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    await seller.page.setViewportSize(PHONE);
    await seller.goto('/platform/my-profile');
    const card = seller.page.getByRole('region', { name: 'Acessos da plataforma à sua conta' });
    await card.getByText(`Motivo: ${REASON}`).first().waitFor();
    expect(await card.innerText()).to.not.include(people.admin.email);
    await seller.look('login-as-seen-by-seller-phone');
    await seller.page.evaluate(() => localStorage.setItem('razao.language', 'en'));
    await seller.goto('/platform/my-profile');
    await seller.page.getByText('The platform’s visits to your account').waitFor();
    await seller.page.context().close();
  });
});
