import { openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import { mailTo } from '#/web/e2e/testing/mail-to.ts';
import { PASSWORD, register, registrationLink } from '#/web/e2e/testing/register.ts';

const FORMER = 'carla@loja.example';
const NEXT = 'carla.nova@loja.example';

describe('An e-mail by which a person signs in', function () {
  this.timeout(120_000);
  let stage: Stage;

  before(async () => {
    stage = await openStage();
  });

  const follow = async (reader: Person, email: string, subject: string, label: string) => {
    await mailTo(reader, email, subject);
    const link = reader.page.getByRole('link', { name: label });
    await reader.page.goto((await link.getAttribute('href')) ?? '');
    await reader.page.getByRole('heading', { name: 'Confirmar a troca de e-mail?' }).waitFor();
  };

  it('is changed in the account menu, and confirmed at both addresses', async () => {
    const owner = await stage.person();
    const { page, goto, look } = owner;
    await goto('/register');
    await page.getByLabel('E-mail').fill(FORMER);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText(/nada sai desta máquina/).waitFor();
    const link = await registrationLink(stage, FORMER);
    await register(owner, link, { name: 'Carla Correio', document: '153.509.460-56' });

    await page.getByRole('button', { name: 'Carla Correio' }).click();
    await page.getByRole('menuitem', { name: 'Trocar e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trocar e-mail' });
    await dialog.getByLabel('Novo e-mail').fill('sem-arroba');
    await dialog.getByRole('button', { name: 'Enviar os links' }).click();
    await dialog.getByText('Informe um e-mail válido.').waitFor();
    await look('change-email');
    await dialog.getByLabel('Novo e-mail').fill(NEXT);
    await dialog.getByRole('button', { name: 'Enviar os links' }).click();
    await dialog.getByText(`A troca para ${NEXT} espera a confirmação`).waitFor();
    await page.setViewportSize(PHONE);
    await look('change-email-waiting-phone');

    const reader = await stage.person(PHONE);
    await follow(reader, NEXT, 'Confirme este e-mail', 'Confirmar este e-mail');
    await reader.look('change-email-new-phone');
    await reader.page.getByRole('button', { name: 'Confirmar' }).click();
    await reader.page.getByRole('heading', { name: 'Confirmado por aqui' }).waitFor();
    await follow(reader, FORMER, 'Trocar o e-mail da sua conta?', 'Ver e confirmar');
    await reader.page.getByText(NEXT).waitFor();
    await reader.look('change-email-former-phone');
    await reader.page.getByRole('button', { name: 'Confirmar' }).click();
    await reader.page.getByRole('heading', { name: 'E-mail trocado' }).waitFor();
    await reader.look('change-email-made-phone');
    await reader.page.getByRole('link', { name: 'Ir para a entrada' }).click();
    await reader.page.getByLabel('E-mail').fill(NEXT);
    await reader.page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await reader.page.getByRole('button', { name: 'Entrar' }).click();
    await reader.page.waitForURL('**/platform/**');
  });
});
