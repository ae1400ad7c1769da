import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import { people } from '#/scripts/testing/product.ts';
import { startPublicPlace, type PublicPlace } from '#/scripts/testing/public-place.ts';
import { personAt, PHONE, type Person } from '#/web/e2e/stage.ts';
import {
  enterRecoveryCode,
  setUpFirst,
  type Authenticator,
} from '#/web/e2e/testing/authenticator.ts';
import { sendInvitation } from '#/web/e2e/testing/functionary.ts';

const password = 'cavalo bateria grampo';

describe('Installation at a public URL', function () {
  this.timeout(120_000);
  let place: PublicPlace;
  let browser: Browser;
  let mara: Person;
  const faults: string[] = [];
  const apps = new Map<string, Authenticator>();

  before(async () => {
    place = await startPublicPlace();
    browser = await launchBrowser();
  });

  after(async () => {
    await browser.close();
    await place.stop();
    expect(faults, 'what browsers complained about').to.deep.equal([]);
  });

  const fill = async (
    { page }: Pick<Person, 'page'>,
    texts: Readonly<Record<string, string>>,
  ): Promise<void> => {
    for (const [label, text] of Object.entries(texts)) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
  };

  const atHome = ({ page }: Person): Promise<void> =>
    page.getByRole('heading', { name: 'Painel' }).waitFor();

  it('rejects the published password of the demo’s administrator', async () => {
    const visitor = await personAt(browser, place.url, faults);
    await visitor.goto('/admin-root-login');
    await fill(visitor, { 'E-mail': people.admin.email, Senha: 'razao-demo' });
    await visitor.page.getByRole('button', { name: 'Entrar' }).click();
    await visitor.page.getByText('E-mail ou senha incorretos.').waitFor();
  });

  it('makes the first person its master by the printed link, once and by keyboard', async () => {
    mara = await personAt(browser, place.url, faults);
    const { page } = mara;
    const link = await place.firstLink();
    await mara.goto(link);
    await page.getByRole('heading', { name: 'Você foi convidado' }).waitFor();
    await page.getByText('Crie seu acesso para abrir plataformas').waitFor();
    await mara.look('welcome');
    await page.getByRole('button', { name: 'Criar acesso' }).click();
    await page
      .getByText('A senha precisa de pelo menos')
      .or(page.getByText('Preencha'))
      .first()
      .waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    expect(await focused()).to.equal('name');
    await mara.look('welcome-errors');

    await page.keyboard.type('Mara Mestra');
    await page.keyboard.press('Tab');
    await page.keyboard.type('mara@razao.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('mara@razao.example');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('mara@razao.example');
    await page.keyboard.press('Enter');
    await page.getByText('Esta senha é fácil de adivinhar').waitFor();
    expect(await focused()).to.equal('password');
    const strength = page.getByRole('status').filter({ hasText: 'Força da senha' });
    await strength.filter({ hasText: 'fácil de adivinhar' }).waitFor();
    await fill(mara, { Senha: 'curta' });
    await strength.filter({ hasText: 'curta demais' }).waitFor();
    await fill(mara, { Senha: password, 'Repita a senha': password });
    await strength.filter({ hasText: 'forte' }).waitFor();
    await mara.look('welcome-strength');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Proteja seu acesso' }).waitFor();
    await mara.look('second-factor-first');
    await mara.goto('/master-root/platforms');
    await page.getByRole('heading', { name: 'Proteja seu acesso' }).waitFor();
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Acesso do master' }).waitFor();
    await signIn(page, 'mara@razao.example');
    await page.getByRole('heading', { name: 'Proteja seu acesso' }).waitFor();
    const look = (step: string) => mara.look(`second-factor-${step}`);
    await setUpFirst(page, { look });
    await page.getByText('Nenhuma plataforma ainda').waitFor();
    const late = await personAt(browser, place.url, faults);
    await late.goto(link);
    await late.page.getByRole('heading', { name: 'Convite sem validade' }).waitFor();
    await late.look('welcome-used');
  });

  it('lets the master create a platform, whose administrator joins by a link that the master hands over', async () => {
    await mara.page.getByRole('button', { name: 'Criar plataforma' }).click();
    const made = mara.page.getByRole('dialog', { name: 'Criar plataforma' });
    await made.getByLabel('Nome da plataforma').fill('Loja Azul');
    await made.getByRole('button', { name: 'Criar plataforma' }).click();
    await mara.page.getByRole('button', { name: 'Convidar administrador' }).click();
    const invited = mara.page.getByRole('dialog', { name: 'Convidar administrador' });
    await invited.getByLabel('E-mail').fill('maria@loja.example');
    await invited.getByRole('button', { name: 'Enviar convite' }).click();
    const copy = invited.getByRole('button', { name: 'Copiar link do convite' });
    const link = await copy.locator('xpath=preceding-sibling::span').innerText();
    const maria = await personAt(browser, place.url, faults);
    const { page } = maria;
    await page.goto(link);

    await page.getByText('Crie seu acesso à equipe de Loja Azul.').waitFor();
    const typed = { 'Seu nome': 'Maria da Silva', Senha: password, 'Repita a senha': password };
    await fill(maria, typed);
    await page.getByRole('button', { name: 'Criar acesso' }).click();
    await page.getByRole('heading', { name: 'Proteja seu acesso' }).waitFor();
    apps.set('maria@loja.example', await setUpFirst(page));
    await atHome(maria);
    await page.getByText('Nenhum adquirente nas rotas ainda').waitFor();
    await maria.look('dashboard-empty');
    await page.getByRole('link', { name: 'Conectar adquirente' }).click();
    await page.getByRole('tab', { name: 'Adquirentes' }).click();
    await page.getByText('Pagar.me').first().waitFor();
    expect(await page.getByText('Sandbox').count()).to.equal(0);
  });

  it('says on its screens that it sends no mail, and shows the link of an invitation once, to be handed over', async () => {
    const maria = await personAt(browser, place.url, faults);
    const { page, goto, look } = maria;
    await goto('/recover-password');
    await fill(maria, { 'E-mail': 'maria@loja.example' });
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText('Aqui não há envio de e-mails: peça um link').waitFor();
    await look('welcome-no-mail-recovery');
    await goto('/admin-root-login');
    await signIn(page, 'maria@loja.example');
    await page.getByText('Ao vivo').waitFor();
    await goto('/admin-root/integrations');
    await page.getByText('Sem servidor de e-mail: nada é enviado').waitFor();
    await look('welcome-no-mail-integrations');
    await page.getByRole('link', { name: 'Funcionários' }).click();
    await page.getByRole('button', { name: 'Convidar funcionário' }).click();
    const dialog = await sendInvitation(maria, 'dora@loja.example', ['Vendas']);
    await dialog.getByText(/entregue o link a dora@loja\.example você mesmo/).waitFor();
    await dialog.getByText('Este link aparece só agora.').waitFor();
    await look('welcome-no-mail-invitation');
    const link = (await dialog.getByText(/\/welcome#/).textContent()) ?? '';
    await page.context().grantPermissions(['clipboard-write']);
    await dialog.getByRole('button', { name: 'Copiar link do convite' }).click();
    await dialog.getByText('Copiado').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).to.not.include(link.slice(link.indexOf('#') + 1));
    const dora = await personAt(browser, place.url, faults, PHONE);
    await dora.page.goto(link);
    await fill(dora, { 'Seu nome': 'Dora', Senha: password, 'Repita a senha': password });
    await dora.page.getByRole('button', { name: 'Criar acesso' }).click();
    await dora.page.getByRole('heading', { name: 'Vendas', exact: true }).first().waitFor();
  });

  it('lets an invited administrator join on a phone, in English', async () => {
    const ana = await personAt(browser, place.url, faults, PHONE);
    await ana.page.addInitScript(() => localStorage.setItem('razao.language', 'en'));
    await ana.goto(await place.invite('ana@loja.example'));
    await ana.page.getByText('Create your access to administer Loja Azul.').waitFor();
    expect(await ana.page.getByLabel('E-mail').inputValue()).to.equal('ana@loja.example');
    await ana.look('welcome-phone');
    await fill(ana, { 'Your name': 'Ana', Password: password, 'Repeat the password': password });
    await ana.page.getByRole('button', { name: 'Create access' }).click();
    await ana.page.getByRole('heading', { name: 'Protect your access' }).waitFor();
    const look = (step: string) => ana.look(`second-factor-${step}-phone-en`);
    apps.set('ana@loja.example', await setUpFirst(ana.page, { language: 'en', look }));
    await ana.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await ana.look('dashboard-empty-phone');
  });

  it('lets an administrator set a new password through a link that the operator hands over, and then asks for the code', async () => {
    const ana = await personAt(browser, place.url, faults);
    await ana.goto(await place.resetPassword('ana@loja.example'));
    await ana.page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor();
    const another = 'trem azul na serra';
    await fill(ana, { Senha: another, 'Repita a senha': another });
    await ana.page.getByRole('button', { name: 'Trocar senha' }).click();
    await ana.page.getByRole('heading', { name: 'Senha trocada' }).waitFor();
    await ana.look('welcome-changed');
    await ana.page.getByRole('link', { name: 'Entrar' }).click();
    await signIn(ana.page, 'ana@loja.example', another);
    await atHome(ana);
  });

  /** Signs in by password, and by a recovery code if the person has a second factor. */
  const signIn = async (page: Person['page'], email: string, typed = password): Promise<void> => {
    await fill({ page }, { 'E-mail': email, Senha: typed });
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    const app = apps.get(email);
    if (app) await enterRecoveryCode(page, app);
  };

  /** Signs a person in, and opens the link in a second tab. */
  const signedInWithLink = async (email: string, link: string) => {
    const { page, goto } = await personAt(browser, place.url, faults);
    await goto('/admin-root-login');
    await signIn(page, email);
    await page.getByText('Ao vivo').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${place.url}${link}`);
    return { page, tab, again: page.getByRole('dialog', { name: 'Sua sessão terminou' }) };
  };

  it('shows a person who joined in one tab in the other tabs of the browser too', async () => {
    const link = await place.invite('bia@loja.example');
    const { page, tab, again } = await signedInWithLink('maria@loja.example', link);
    const texts = { 'Seu nome': 'Bia Souza', Senha: password, 'Repita a senha': password };
    await fill({ page: tab }, texts);
    await tab.getByRole('button', { name: 'Criar acesso' }).click();
    await tab.getByRole('heading', { name: 'Proteja seu acesso' }).waitFor();
    // The first tab stops showing what Maria saw.
    await page.getByRole('heading', { name: 'Proteja seu acesso' }).waitFor();
    expect(await again.count()).to.equal(0);
    apps.set('bia@loja.example', await setUpFirst(tab));
    await tab.getByRole('button', { name: /Bia Souza/ }).waitFor();
  });

  it('goes on in the other tab after a new password was set and used in one', async () => {
    const link = await place.resetPassword('bia@loja.example');
    const { page, tab, again } = await signedInWithLink('bia@loja.example', link);
    const reconnected = page.waitForEvent('websocket');
    const another = 'barco verde no porto';
    await fill({ page: tab }, { Senha: another, 'Repita a senha': another });
    await tab.getByRole('button', { name: 'Trocar senha' }).click();
    await tab.getByRole('link', { name: 'Entrar' }).click();
    await signIn(tab, 'bia@loja.example', another);
    // The ended session's socket is replaced, so it cannot report the end later.
    await reconnected;
    await again.waitFor({ state: 'detached' });
    await page.getByText('Ao vivo').waitFor();
  });
});
