import { expect } from 'chai';
import pg from 'pg';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import {
  addToApp,
  enterRecoveryCode,
  type Authenticator,
} from '#/web/e2e/testing/authenticator.ts';

const { email, name } = people.accountant;

describe('Second factor', function () {
  this.timeout(60_000);
  let stage: Stage;
  let accountant: Person;
  let app: Authenticator;

  before(async () => {
    stage = await openStage();
    accountant = await stage.person();
    await accountant.signIn('/admin-root-login', email);
  });
  // Other journeys sign in with the password alone, because the demo's second factor is optional.
  after(() => inDatabase('DELETE FROM auth.second_factor WHERE user_id'));

  /** @param change an SQL statement; the accountant's user id is appended */
  const inDatabase = async (change: string): Promise<void> => {
    const client = new pg.Client({ connectionString: stage.product.databaseUrl });
    await client.connect();
    const user = `(SELECT id FROM auth."user" WHERE email = $1)`;
    await client.query(`${change} = ${user}`, [email]);
    await client.end();
  };

  const dialogOf = ({ page }: Person) => page.getByRole('dialog', { name: 'Segundo fator' });

  const openDialog = async (person: Person): Promise<void> => {
    await person.page.getByRole('button', { name }).click();
    await person.page.getByRole('menuitem', { name: 'Segundo fator' }).click();
    await dialogOf(person).waitFor();
  };

  const typePassword = async ({ page, goto }: Person): Promise<void> => {
    await goto('/admin-root-login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByLabel('Código do aplicativo').and(page.locator(':focus')).waitFor();
  };

  it('is switched on in the account menu, by the first code of the app', async () => {
    const { page, look } = accountant;
    await openDialog(accountant);
    const dialog = dialogOf(accountant);
    await dialog.getByText('Está desativado.').waitFor();
    await look('second-factor-off');
    await dialog.getByRole('button', { name: 'Ativar', exact: true }).click();
    await dialog.getByLabel('Código do aplicativo').fill('000000');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await dialog.getByText('O código não confere.').waitFor();
    await page.setViewportSize(PHONE);
    app = await addToApp(page, { look: (step) => look(`second-factor-${step}-phone`) });
    await dialog.getByText('Restam 10 códigos de recuperação.').waitFor();
    await look('second-factor-on-phone');
    await page.setViewportSize(DESKTOP);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is asked for at the sign-in once the password was right, and refuses a wrong code', async () => {
    const other = await stage.person(PHONE);
    const { page, look } = other;
    await typePassword(other);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width, 'nothing scrolls sideways').to.equal(PHONE.width);
    await look('second-factor-asked-phone');
    await page.getByLabel('Código do aplicativo').fill('000000');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('O código não confere.').waitFor();
    await page.getByLabel('Código do aplicativo').fill(app.code(1));
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Vendas' }).waitFor();
  });

  it('lets in by a recovery code without the phone', async () => {
    const other = await stage.person();
    await typePassword(other);
    await enterRecoveryCode(other.page, app);
    await other.page.getByRole('heading', { level: 1, name: 'Vendas' }).waitFor();
  });

  it('is asked for by a page whose session ended, which then goes on', async () => {
    const { page } = accountant;
    await page.context().clearCookies();
    await page.getByRole('searchbox').first().fill('qualquer');
    const signInDialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await signInDialog.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await signInDialog.getByRole('button', { name: 'Entrar e continuar' }).click();
    await signInDialog.getByRole('button', { name: 'Usar um código de recuperação' }).click();
    await signInDialog.getByLabel('Código de recuperação').fill(app.recoveryCode());
    await signInDialog.getByRole('button', { name: 'Entrar e continuar' }).click();
    await signInDialog.waitFor({ state: 'detached' });
  });

  it('proves who is there before it is switched off', async () => {
    const { page, look } = accountant;
    await inDatabase(
      `UPDATE auth.session SET "createdAt" = now() - interval '1 hour', "provenAt" = NULL WHERE "userId"`,
    );
    await openDialog(accountant);
    const dialog = dialogOf(accountant);
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    await dialog.getByText('Desativar o segundo fator?').waitFor();
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    const stepUpDialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await stepUpDialog.getByLabel('Código do aplicativo').waitFor();
    await look('second-factor-step-up');
    await stepUpDialog.getByRole('button', { name: 'Usar um código de recuperação' }).click();
    await stepUpDialog.getByLabel('Código de recuperação').fill(app.recoveryCode());
    await stepUpDialog.getByRole('button', { name: 'Confirmar' }).click();
    await stepUpDialog.waitFor({ state: 'detached' });
    await dialog.getByText('Está desativado.').waitFor();
  });
});
