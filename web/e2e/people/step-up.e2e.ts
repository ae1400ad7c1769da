import { expect } from 'chai';
import pg from 'pg';
import { people } from '#/scripts/testing/product.ts';
import {
  DESKTOP,
  openStage,
  PHONE,
  reais,
  locateTile,
  type Person,
  type Stage,
} from '#/web/e2e/stage.ts';

/** Before what a stolen session must not do, the page asks for the password or a code. */
describe('Step-up', function () {
  this.timeout(60_000);
  let stage: Stage;
  let seller: Person;

  before(async () => {
    stage = await openStage();
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    await ageSessions(people.seller.email);
  });

  const inDatabase = async (change: string, email: string): Promise<void> => {
    const client = new pg.Client({ connectionString: stage.product.databaseUrl });
    await client.connect();
    const of = `WHERE "userId" = (SELECT id FROM auth."user" WHERE email = $1)`;
    await client.query(`${change} ${of}`, [email]);
    await client.end();
  };

  /** Makes all sessions of a person an hour old. */
  const ageSessions = (email: string): Promise<void> =>
    inDatabase(
      `UPDATE auth.session SET "createdAt" = now() - interval '1 hour', "provenAt" = NULL`,
      email,
    );

  const question = ({ page }: Person) => page.getByRole('dialog', { name: 'Confirme que é você' });

  /** Resolves with the status of the next answer to a call. */
  const statusOfNext = async ({ page }: Person, procedure: string): Promise<number> =>
    (await page.waitForResponse(`**/api/${procedure}`)).status();

  const askForPayout = async ({ page, goto }: Person): Promise<void> => {
    await goto('/platform/financial');
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    await page.getByLabel('Valor do saque').fill('20,00');
    await page.getByRole('button', { name: 'Solicitar saque' }).click();
  };

  it('is asked for above the form; when it is cancelled, nothing is requested and what was typed stays', async () => {
    const { page, look } = seller;
    await askForPayout(seller);
    const stepUpDialog = question(seller);
    await stepUpDialog.getByLabel('Senha', { exact: true }).and(page.locator(':focus')).waitFor();
    await look('step-up');
    await page.setViewportSize(PHONE);
    await look('step-up-phone');
    await page.setViewportSize(DESKTOP);
    await page.keyboard.press('Escape');
    await stepUpDialog.waitFor({ state: 'detached' });
    const alert = page.getByRole('dialog', { name: 'Sacar por PIX' }).getByRole('alert');
    await alert.getByText('Confirme que é você para continuar.').waitFor();
    expect(await page.getByLabel('Valor do saque').inputValue()).to.equal('20,00');
    const key = page.getByRole('combobox', { name: 'Para onde' });
    expect(await key.innerText()).to.include('CNPJ');
  });

  it('lets the payout go on by itself, once the password is right, and is not asked for again at once', async () => {
    const { page } = seller;
    await page.getByRole('button', { name: 'Solicitar saque' }).click();
    const stepUpDialog = question(seller);
    const password = stepUpDialog.getByLabel('Senha', { exact: true });
    await password.fill('não é esta');
    await stepUpDialog.getByRole('button', { name: 'Confirmar' }).click();
    await stepUpDialog.getByText('A senha não confere.').waitFor();
    await password.fill('razao-demo');
    await stepUpDialog.getByRole('button', { name: 'Confirmar' }).click();
    await stepUpDialog.waitFor({ state: 'detached' });
    await page.getByText('Saque solicitado').first().waitFor();
    await locateTile(seller, 'Em saque').getByText(reais(0)).first().waitFor();
    const status = statusOfNext(seller, 'seller.requestWithdrawal');
    await askForPayout(seller);
    expect(await status, 'the first answer').to.equal(200);
    await page.getByText('Saque solicitado').first().waitFor();
    expect(await question(seller).count()).to.equal(0);
  });

  it('is asked of staff who change routes, in English too', async () => {
    const admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    await ageSessions(people.admin.email);
    const { page, goto } = admin;
    await page.evaluate("localStorage.setItem('razao.language', 'en')");
    await goto('/admin-root/platform-settings/acquirings');
    const limitField = page.getByLabel('Half took longer than (ms)');
    const before = await limitField.inputValue();
    await limitField.fill(String(Number(before) + 1));
    const save = page.getByRole('button', { name: 'Save routes' });
    await save.click();
    const stepUpDialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await stepUpDialog.getByLabel('Password', { exact: true }).fill('razao-demo');
    await stepUpDialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Routes saved').waitFor();
    await limitField.fill(before);
    const status = statusOfNext(admin, 'admin.reviseRoutes');
    await save.click();
    expect(await status, 'the first answer').to.equal(200);
    expect(await stepUpDialog.count()).to.equal(0);
  });

  it('is not enough for a payout on the day after a new password: withdrawals are paused, and the page says until when', async () => {
    const { page, goto, look } = seller;
    const { email } = people.seller;
    await inDatabase(`UPDATE auth.account SET "updatedAt" = now() + interval '2 seconds'`, email);
    try {
      await goto('/platform/financial');
      await page.getByRole('button', { name: 'Sacar', exact: true }).click();
      const notice = page.getByText(
        /^A senha, o e-mail, o segundo fator ou um destino desta conta mudou\. .* parados até \d/,
      );
      await notice.waitFor();
      expect(await page.getByRole('button', { name: 'Solicitar saque' }).count()).to.equal(0);
      await look('withdrawals-rest');
    } finally {
      await inDatabase(`UPDATE auth.account SET "updatedAt" = "createdAt"`, email);
    }
    await page.keyboard.press('Escape');
    await goto('/platform/financial');
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    await page.getByRole('button', { name: 'Solicitar saque' }).waitFor();
  });
});
