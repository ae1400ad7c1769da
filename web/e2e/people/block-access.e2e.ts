import { openStage, PHONE, type Stage } from '#/web/e2e/stage.ts';
import { mailTo } from '#/web/e2e/testing/mail-to.ts';
import { PASSWORD, register, registrationLink } from '#/web/e2e/testing/register.ts';

const EMAIL = 'bruna@loja.example';

describe('A sign-in that was not the owner’s', function () {
  this.timeout(120_000);
  let stage: Stage;

  before(async () => {
    stage = await openStage();
  });

  it('is reported by mail, whose link ends all access when its reader presses the button', async () => {
    const owner = await stage.person(PHONE);
    const { page, goto, look } = owner;
    await goto('/register');
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText(/nada sai desta máquina/).waitFor();
    const link = await registrationLink(stage, EMAIL);
    await register(owner, link, { name: 'Bruna Bloqueio', document: '390.533.447-05' });

    const thief = await stage.person();
    await thief.goto('/login');
    await thief.page.getByLabel('E-mail').fill(EMAIL);
    await thief.page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await thief.page.getByRole('button', { name: 'Entrar' }).click();
    await thief.page.getByRole('navigation', { name: 'Navegação principal' }).waitFor();

    await mailTo(owner, EMAIL, 'Novo acesso à sua conta');
    const block = page.getByRole('link', { name: 'Não fui eu: bloquear o acesso' });
    await page.goto((await block.getAttribute('href')) ?? '');
    await page.getByRole('heading', { name: 'Bloquear o acesso?' }).waitFor();
    await page.getByText(EMAIL).waitFor();
    await look('block-access-phone');
    await thief.goto('/platform/financial');
    await thief.page.getByRole('navigation', { name: 'Navegação principal' }).waitFor();
    await page.getByRole('button', { name: 'Não fui eu: bloquear' }).click();
    await page.getByRole('heading', { name: 'Acesso bloqueado' }).waitFor();
    await look('block-access-done-phone');
    await thief.goto('/platform/financial');
    await thief.page.getByRole('button', { name: 'Entrar' }).waitFor();
    await page.getByRole('link', { name: 'Escolher nova senha' }).click();
    await page.getByRole('button', { name: 'Enviar link' }).waitFor();
  });
});
