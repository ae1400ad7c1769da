import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { startMailServer, type MailServer } from '#/adapters/mail/testing/mail-server.ts';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { startPublicPlace, type PublicPlace } from '#/scripts/testing/public-place.ts';
import { DESKTOP, personAt, PHONE, type Person } from '#/web/e2e/stage.ts';
import { setUpFirst } from '#/web/e2e/testing/authenticator.ts';

const password = 'cavalo bateria grampo';

describe('Master of an installation', function () {
  this.timeout(120_000);
  let place: PublicPlace;
  let mailServer: MailServer;
  let browser: Browser;
  let mara: Person;
  let ana: Person;
  const links: string[] = [];
  const faults: string[] = [];

  before(async () => {
    mailServer = await startMailServer();
    place = await startPublicPlace({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Contas <contas@razao.example>',
    });
    browser = await launchBrowser();
    mara = await personAt(browser, place.url, faults);
    ana = await personAt(browser, place.url, faults);
  });

  after(async () => {
    await browser.close();
    await place.stop();
    await mailServer.close();
    expect(faults, 'what browsers complained about').to.deep.equal([]);
  });

  const fill = async ({ page }: Person, texts: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(texts))
      await page.getByLabel(label, { exact: true }).fill(text);
  };

  const atHeading = ({ page }: Person, name: string): Promise<void> =>
    page.getByRole('heading', { name, exact: true }).first().waitFor();

  const lookBoth = async ({ page, look }: Person, name: string): Promise<void> => {
    await page.setViewportSize(PHONE);
    await look(`${name}-phone`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
    await look(name);
  };

  /** Chooses a password and sets up the required second factor. */
  const acceptInvitation = async (
    person: Person,
    link: string,
    typed: Readonly<Record<string, string>>,
  ): Promise<void> => {
    links.push(link);
    await person.goto(link);
    await atHeading(person, 'Você foi convidado');
    await lookBoth(person, `master-invitation-${links.length}`);
    await fill(person, { ...typed, Senha: password, 'Repita a senha': password });
    await person.page.getByRole('button', { name: 'Criar acesso' }).click();
    await atHeading(person, 'Proteja seu acesso');
    await setUpFirst(person.page);
  };

  it('joins an empty installation by the link that its start printed, and sets up a second factor', async () => {
    const typed = { 'Seu nome': 'Mara Mestra', 'E-mail': 'mara@razao.example' };
    await acceptInvitation(mara, await place.firstLink(), typed);
    await atHeading(mara, 'Plataformas');
    await mara.page.getByText('Nenhuma plataforma ainda').waitFor();
    await lookBoth(mara, 'master-platforms-empty');
    await mara.goto('/admin-root/dashboard');
    await atHeading(mara, 'Plataformas');
  });

  it('makes a platform, whose id is proposed from its name', async () => {
    const { page } = mara;
    await page.getByRole('button', { name: 'Criar plataforma' }).click();
    const dialog = page.getByRole('dialog', { name: 'Criar plataforma' });
    await dialog.getByLabel('Nome da plataforma').fill('Loja São João');
    const id = dialog.getByLabel('Identificador');
    expect(await id.inputValue()).to.equal('loja-sao-joao');
    await id.fill('Loja Azul');
    await dialog.getByRole('button', { name: 'Criar plataforma' }).click();
    await dialog.getByText('Use letras minúsculas').waitFor();
    await lookBoth(mara, 'master-platform-create');
    await id.fill('loja-azul');
    await dialog.getByRole('button', { name: 'Criar plataforma' }).click();
    await atHeading(mara, 'Loja São João');
    await page.getByText('Ninguém administra esta plataforma ainda').waitFor();
    const signature = page.getByRole('region', { name: 'Assinatura dos saques' });
    await signature.getByText('A plataforma recebe a sua chave no primeiro saque.').waitFor();
    expect(await signature.getByRole('button').count()).to.equal(0);
    await page.getByRole('button', { name: 'Mudar nome' }).click();
    const rename = page.getByRole('dialog', { name: 'Mudar o nome de Loja São João' });
    await rename.getByLabel('Nome da plataforma').fill('Loja Azul');
    await rename.getByRole('button', { name: 'Salvar nome' }).click();
    await atHeading(mara, 'Loja Azul');
  });

  it('reads which name was given to the platform in another tab, and keeps the typed one', async () => {
    const { page } = mara;
    const renameIn = async (tab: typeof page, name: string) => {
      await tab.getByRole('button', { name: 'Mudar nome' }).click();
      const dialog = tab.getByRole('dialog', { name: /^Mudar o nome de/ });
      await dialog.getByLabel('Nome da plataforma').fill(name);
      return { dialog, save: dialog.getByRole('button', { name: 'Salvar nome' }) };
    };
    const mine = await renameIn(page, 'Loja Azul');
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await (await renameIn(tab, 'Loja Verde')).save.click();
    await tab.getByRole('heading', { name: 'Loja Verde', exact: true }).first().waitFor();
    await tab.close();
    await mine.dialog.getByLabel('Nome da plataforma').fill('Loja Azul-Marinho');
    await mine.save.click();
    await mine.dialog.getByText(/agora é Loja Verde\.$/).waitFor();
    expect(await mine.dialog.getByLabel('Nome da plataforma').inputValue()).to.equal(
      'Loja Azul-Marinho',
    );
    await lookBoth(mara, 'master-platform-renamed-meanwhile');
    await mine.dialog.getByLabel('Nome da plataforma').fill('Loja Azul');
    await mine.save.click();
    await atHeading(mara, 'Loja Azul');
  });

  it('invites its administrator, who joins by the mailed link and sets up a second factor', async () => {
    const { page } = mara;
    const email = 'ana@loja.example';
    await page.getByRole('button', { name: 'Convidar administrador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convidar administrador' });
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await dialog.getByText(`O convite foi enviado para ${email}.`).waitFor();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await page.getByText('Convidado').filter({ visible: true }).first().waitFor();
    await lookBoth(mara, 'master-platform');
    const link = await eventually(async () => {
      const texts = mailServer.mails.map(({ text = '' }) => text);
      return texts.flatMap((text) => /\/welcome#[\w-]+/.exec(text) ?? []).at(-1);
    }, 'the invitation comes');
    await acceptInvitation(ana, link, { 'Seu nome': 'Ana Souza' });
    await atHeading(ana, 'Painel');
  });

  it('sees who administers what, and blocks no last administrator', async () => {
    const { page, goto } = mara;
    await goto('/master-root/administrators');
    await page.getByRole('row').filter({ hasText: 'Ana Souza' }).getByText('Ativo').waitFor();
    await lookBoth(mara, 'master-administrators');
    await page.getByLabel('Buscar por e-mail').fill('ninguem@');
    await page.getByText('Ninguém encontrado').waitFor();
    expect(page.url()).to.not.include('ninguem');
    await page.getByLabel('Buscar por e-mail').fill('ana@');
    await page.getByRole('button', { name: 'Abrir Ana Souza' }).click();
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Bloquear Ana Souza?' });
    await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await dialog.getByText('A plataforma ficaria sem administrador ativo').waitFor();
    await mara.look('master-administrator-last');
  });

  it('reads who signed in, and which sessions a person has open', async () => {
    const { page, goto } = mara;
    await goto('/master-root/session-logs');
    const row = page.getByRole('row').filter({ hasText: 'ana@loja.example' });
    await row.getByText('Entrou').first().waitFor();
    await row.getByText('Loja Azul').first().waitFor();
    await lookBoth(mara, 'master-session-logs');
    await page.getByRole('link', { name: 'mara@razao.example' }).first().click();
    await row.first().waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Tipo' }).click();
    await page.getByRole('option', { name: 'Fora do comum' }).click();
    const own = page.getByRole('row').filter({ hasText: 'mara@razao.example' });
    await own.first().waitFor({ state: 'detached' });
    const sessions = page.getByRole('list', { name: 'Sessões abertas desta pessoa' });
    await sessions.getByText('Esta sessão').waitFor();
  });

  it('ends a session of someone only with a reason, and it leaves the list', async () => {
    const { page, goto } = mara;
    await goto('/master-root/session-logs');
    await page.getByRole('link', { name: 'ana@loja.example' }).first().click();
    const open = page.getByRole('list', { name: 'Sessões abertas desta pessoa' });
    await open.getByRole('listitem').first().waitFor();
    await lookBoth(mara, 'master-open-sessions');
    const before = await open.getByRole('listitem').count();
    await open
      .getByRole('button', { name: /^Encerrar sessão em / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Encerrar esta sessão?' });
    await dialog.getByRole('button', { name: 'Encerrar sessão' }).click();
    await dialog.getByText('Escreva o motivo.').waitFor();
    await dialog.getByLabel('Motivo').fill('Entrada de um lugar estranho');
    await lookBoth(mara, 'master-end-session');
    await dialog.getByRole('button', { name: 'Encerrar sessão' }).click();
    await page.getByText('Sessão encerrada').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await eventually(
      async () => (await open.getByRole('listitem').count()) < before || undefined,
      'the session is gone',
    );
  });

  it('does not invite themselves as an administrator', async () => {
    const { page, goto } = mara;
    await goto('/master-root/platforms/loja-azul');
    await page.getByRole('button', { name: 'Convidar administrador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convidar administrador' });
    await dialog.getByLabel('E-mail').fill('mara@razao.example');
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await dialog.getByText('Este e-mail é de um master.').waitFor();
    await lookBoth(mara, 'master-invites-themselves');
  });

  it('sees the masters, and blocks another one, never themselves', async () => {
    const { page, goto } = mara;
    const nilo = await personAt(browser, place.url, faults);
    const link = await place.inviteMaster();
    await acceptInvitation(nilo, link, { 'Seu nome': 'Nilo Novo', 'E-mail': 'nilo@razao.example' });
    await atHeading(nilo, 'Plataformas');
    await goto('/master-root/masters');
    await lookBoth(mara, 'master-masters');
    await page.getByRole('button', { name: 'Abrir Mara Mestra' }).click();
    await page.getByText('Só outro master pode bloquear você.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Abrir Nilo Novo' }).click();
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Bloquear Nilo Novo?' });
    await mara.look('master-masters-block');
    await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Nilo Novo' }).getByText('Bloqueado').waitFor();
    await nilo.goto('/master-root/platforms');
    await nilo.page.waitForURL('**/master-root-login**');
  });

  it('reads the mails to masters and administrators, and the state of what platforms share', async () => {
    const { page, goto } = mara;
    await goto('/master-root/mails');
    const invited = page.getByRole('row').filter({ hasText: 'ana@loja.example' });
    await invited.getByText('Convite').first().waitFor();
    await page.getByText('Endereço para devoluções (POST):').waitFor();
    await lookBoth(mara, 'master-mails');
    await goto('/master-root/installation');
    await page.getByText('seller-balance').waitFor();
    await lookBoth(mara, 'master-installation');
  });

  it('blocks the platform, whose administrator is signed out at once', async () => {
    const { page, goto } = mara;
    await goto('/master-root/platforms');
    await page.getByRole('link', { name: 'Loja Azul' }).filter({ visible: true }).click();
    await page.getByRole('button', { name: 'Bloquear plataforma' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bloquear Loja Azul?' });
    await dialog.getByRole('button', { name: 'Bloquear plataforma' }).click();
    await page.getByText('Bloqueada').filter({ visible: true }).first().waitFor();
    await lookBoth(mara, 'master-platform-blocked');
    await ana.goto('/admin-root/dashboard');
    await atHeading(ana, 'Acesso da equipe');
  });

  it('finds that no invitation works a second time', async () => {
    for (const link of links) {
      const late = await personAt(browser, place.url, faults);
      await late.goto(link);
      await atHeading(late, 'Convite sem validade');
    }
  });
});
