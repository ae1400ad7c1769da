import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { heldModules, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';

describe('Session of a seller', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  const seller = async (): Promise<Person> => {
    const person = await stage.person();
    await person.signIn('/login', people.seller.email);
    return person;
  };

  it('begins without an aborted authentication request', async () => {
    const person = await stage.person();
    const failed: string[] = [];
    person.page.on('requestfailed', (request) => failed.push(request.url()));
    await person.signIn('/login', people.seller.email);
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    await person.goto('/platform/financial');
    await person.page.getByRole('heading', { name: 'Financeiro' }).waitFor();
    expect(failed.filter((url) => url.includes('/api/auth/'))).to.deep.equal([]);
  });

  it('asks to sign in again over an open form when it is lost, and keeps what was typed', async () => {
    const { page, goto, look } = await seller();
    await page.setViewportSize(PHONE);
    await goto('/platform/financial');
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sacar por PIX' });
    await dialog.getByLabel('Valor do saque').fill('12,00');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Solicitar saque' }).click();
    const signInDialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await signInDialog.getByLabel('Senha', { exact: true }).fill('errada-errada');
    await signInDialog.getByRole('button', { name: 'Entrar e continuar' }).click();
    await signInDialog.getByText('E-mail ou senha incorretos.').waitFor();
    expect(await signInDialog.getByLabel('E-mail').inputValue()).to.equal(people.seller.email);
    await page.keyboard.press('Escape');
    await look('session-lost-phone');
    await signInDialog.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await signInDialog.getByRole('button', { name: 'Entrar e continuar' }).click();
    await signInDialog.waitFor({ state: 'detached' });
    await dialog
      .getByRole('button', { name: 'Solicitar saque' })
      .and(page.locator(':focus'))
      .waitFor();
    expect(await dialog.getByLabel('Valor do saque').inputValue()).to.equal('12,00');
    await dialog.getByRole('button', { name: 'Solicitar saque' }).click();
    await page.getByText('Saque solicitado').first().waitFor();
  });

  it('asks to sign in again on the same page when it is lost while reading', async () => {
    const { page, goto } = await seller();
    await goto('/platform/my-sales?status=APPROVED');
    await page.locator('tbody tr').first().waitFor();
    await page.context().clearCookies();
    await page.locator('tbody tr').first().click();
    const signInDialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await signInDialog.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await signInDialog.getByRole('button', { name: 'Entrar e continuar' }).click();
    await page.getByRole('dialog').getByText('Quem recebe o quê').waitFor();
    expect(new URL(page.url()).search).to.include('status=APPROVED');
  });

  it('ends in all tabs of a browser when one tab signs out', async () => {
    const { page, goto } = await seller();
    await goto('/platform/financial');
    await page
      .getByRole('group', { name: 'Disponível', exact: true })
      .getByText('R$')
      .first()
      .waitFor();
    const other = await page.context().newPage();
    await other.goto(new URL('/platform/dashboard', page.url()).href);
    await other.getByRole('button', { name: /Conta e preferências/ }).click();
    await other.getByRole('menuitem', { name: 'Sair', exact: true }).click();
    await page.getByRole('heading', { name: 'Entrar na sua conta' }).waitFor();
    expect(await page.getByText('R$').count()).to.equal(0);
  });

  it('stays on the page and says so when signing out fails', async () => {
    const { page, goto } = await seller();
    await goto('/platform/financial');
    await page.getByText('Ao vivo').waitFor();
    const signOut = async () => {
      await page.getByRole('button', { name: /Conta e preferências/ }).click();
      await page.getByRole('menuitem', { name: 'Sair', exact: true }).click();
    };
    await page.route('**/api/auth/sign-out', (route) => route.abort());
    await signOut();
    await page.getByText('Sem conexão. Verifique sua internet e tente novamente.').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/platform/financial');
    await page.unrouteAll({ behavior: 'wait' });
    await signOut();
    await page.getByRole('heading', { name: 'Entrar na sua conta' }).waitFor();
  });

  it('begins again with one sign-in after a sign-out on a slow network', async () => {
    const { page, goto } = await seller();
    const opened = page.waitForEvent('websocket');
    await goto('/platform/dashboard');
    await page.getByText('Ao vivo').waitFor();
    const refused = (await opened).waitForEvent('framereceived', ({ payload }) =>
      String(payload).includes('session/required'),
    );
    await page.getByRole('button', { name: /Conta e preferências/ }).click();
    const leave = page.getByRole('menuitem', { name: 'Sair', exact: true });
    await leave.waitFor();
    // The socket learns of the end before the sign-in page's code is loaded.
    const release = await heldModules(page);
    await leave.click();
    await refused;
    release();
    await page.getByRole('heading', { name: 'Entrar na sua conta' }).waitFor();
    await page.getByLabel('E-mail').fill(people.seller.email);
    await page.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Ao vivo').waitFor();
    await page.getByRole('link', { name: 'Financeiro', exact: true }).click();
    await page.getByRole('heading', { name: 'Financeiro' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Sua sessão terminou' }).count()).to.equal(0);
  });

  it('is listed with the others in the account menu, where one of them is ended alone', async () => {
    const [here, there] = [await seller(), await seller()];
    for (const { page, goto } of [here, there]) {
      await goto('/platform/financial');
      await page.getByText('Ao vivo').waitFor();
    }
    await here.page.getByRole('button', { name: /Conta e preferências/ }).click();
    await here.page.getByRole('menuitem', { name: 'Sessões abertas' }).click();
    const dialog = here.page.getByRole('dialog', { name: 'Sessões abertas' });
    const own = dialog.getByRole('listitem').filter({ hasText: 'Esta sessão' });
    await own.getByText(/Chrome/).waitFor();
    expect(await own.getByRole('button').count()).to.equal(0);
    await here.look('open-sessions');
    // The session used last is the first with a button; the own one has none.
    await dialog
      .getByRole('button', { name: /^Encerrar a sessão de/ })
      .first()
      .click();
    await dialog.getByText('Sessão encerrada.').waitFor();
    await there.page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
    await here.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await here.page.getByText('Ao vivo').waitFor();
  });

  it('ends on all devices from the account menu after confirmation, which the audit trail records', async () => {
    const [here, there] = [await seller(), await seller()];
    for (const { page, goto } of [here, there]) {
      await goto('/platform/financial');
      await page.getByText('Ao vivo').waitFor();
    }
    const tab = await here.page.context().newPage();
    await tab.goto(new URL('/platform/dashboard', here.page.url()).href);
    await tab.getByRole('button', { name: /Conta e preferências/ }).click();
    await tab.getByRole('menuitem', { name: 'Sair de todos os dispositivos' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Sair de todos os dispositivos?' });
    await dialog.getByText(/deste navegador e de todos os outros/).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: /Conta e preferências/ }).click();
    await tab.getByRole('menuitem', { name: 'Sair de todos os dispositivos' }).click();
    await dialog.getByRole('button', { name: 'Sair de todos os dispositivos' }).click();
    await tab.getByRole('heading', { name: 'Entrar na sua conta' }).waitFor();
    await here.page.getByRole('heading', { name: 'Entrar na sua conta' }).waitFor();
    // The other browser shows that its session ended, although it gets no input.
    await there.page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
    const admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    await admin.goto('/admin-root/platform-settings/access?kind=SIGNED_OUT');
    await admin.page.getByText('Saiu de todos os dispositivos').first().waitFor();
  });

  it('has an accessible account menu', async () => {
    const { page, goto, look } = await seller();
    await goto('/platform/dashboard');
    await page.getByRole('button', { name: /Conta e preferências/ }).click();
    await page.getByRole('menuitem', { name: 'Sair', exact: true }).waitFor();
    await page.waitForFunction(
      () => document.querySelector('[data-base-ui-focus-guard][aria-hidden]') === null,
    );
    await look('account-menu');
  });

  it('redirects from both sign-in pages to the seller’s dashboard', async () => {
    const { page, goto } = await seller();
    for (const signInPage of ['/login', '/admin-root-login']) {
      await goto(signInPage);
      await page.waitForURL('**/platform/dashboard');
    }
  });
});

describe('Page titles', () => {
  it('name the sign-in pages and the not-found page', async () => {
    const { page, goto, look } = await (await openStage()).person();
    const titles = {
      '/login': 'Entrar na sua conta · Razão',
      '/admin-root-login': 'Acesso da equipe · Razão',
      '/platform/nowhere': 'Página não encontrada · Razão',
    };
    for (const [path, title] of Object.entries(titles)) {
      await goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction((wanted) => document.title === wanted, title);
    }
    await look('not-found');
    await page.getByRole('link', { name: 'Ir para o início' }).waitFor();
  });
});
