import { people } from '#/scripts/testing/product.ts';
import { openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import { addToApp } from '#/web/e2e/testing/authenticator.ts';
import {
  accept,
  FUNCTIONARIES,
  invitationLink,
  invite,
  openMember,
  PASSWORD,
} from '#/web/e2e/testing/functionary.ts';
import { mailTo } from '#/web/e2e/testing/mail-to.ts';

const EMAIL = 'pedro@example.com';
const NAME = 'Pedro Perdido';

describe('A second factor that its person lost', function () {
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;

  before(async () => {
    stage = await openStage();
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });

  const inviteAndAccept = async (
    email: string,
    name: string,
    flags: readonly string[],
  ): Promise<Person> => {
    await invite(admin, email, flags);
    return accept(stage, await invitationLink(stage, email), name);
  };

  const switchOn = async ({ page }: Person): Promise<void> => {
    await page.getByRole('button', { name: NAME }).click();
    await page.getByRole('menuitem', { name: 'Segundo fator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Segundo fator' });
    await dialog.getByRole('button', { name: 'Ativar', exact: true }).click();
    await addToApp(page);
    await dialog.getByText('Restam 10 códigos de recuperação.').waitFor();
  };

  const signIn = async ({ page, goto }: Person): Promise<void> => {
    await goto('/admin-root-login');
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  };

  it('is reset by two members of staff, and the person gets a mail about it', async () => {
    const pedro = await inviteAndAccept(EMAIL, NAME, ['Vendas']);
    await switchOn(pedro);
    const second = await inviteAndAccept('sonia@example.com', 'Sônia Segunda', [
      'Funcionários',
      'Opções avançadas',
      'Vendas',
    ]);

    const details = await openMember(admin, NAME);
    await details.getByRole('button', { name: 'Pedir redefinição' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Redefinir o segundo fator?' });
    await dialog.getByRole('button', { name: 'Pedir redefinição' }).click();
    await dialog.getByText('Escreva o motivo').waitFor();
    await dialog.getByLabel('Motivo').fill('Perdeu o celular; falei com ele');
    await admin.look('factor-reset-ask');
    await dialog.getByRole('button', { name: 'Pedir redefinição' }).click();
    await details.getByText('Você pediu a redefinição').waitFor();
    await admin.look('factor-reset-asked');

    const reader = await stage.person(PHONE);
    await mailTo(reader, EMAIL, 'Pediram para redefinir o seu segundo fator');

    await second.page.setViewportSize(PHONE);
    await second.goto(FUNCTIONARIES);
    await second.page.getByText('Aguardam outra pessoa da equipe.').waitFor();
    await second.look('factor-reset-waiting-phone');
    await second.page.getByRole('link', { name: EMAIL }).click();
    const theirs = second.page.getByRole('dialog', { name: NAME, exact: true });
    await theirs.getByText('Motivo: Perdeu o celular; falei com ele').waitFor();
    await second.look('factor-reset-confirm-phone');
    await theirs.getByRole('button', { name: 'Confirmar redefinição' }).click();
    await theirs.getByText('Desligado: a pessoa entra só com a senha.').waitFor();

    const again = await stage.person();
    await signIn(again);
    await again.page.getByRole('navigation', { name: 'Navegação principal' }).waitFor();
  });
});
