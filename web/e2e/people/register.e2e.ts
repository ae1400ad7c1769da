import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import { mailTo } from '#/web/e2e/testing/mail-to.ts';
import { PASSWORD } from '#/web/e2e/testing/register.ts';

const SETTINGS = '/admin-root/platform-settings';

describe('Registration of a seller', function () {
  this.timeout(120_000);
  let stage: Stage;

  before(async () => {
    stage = await openStage();
  });

  const focused = ({ page }: Person): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute('name'));

  const askForLink = async (person: Person, email: string): Promise<string> => {
    const { page, goto } = person;
    await goto('/register');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText(/nada sai desta máquina/).waitFor();
    await mailTo(person, email, 'Continue o seu cadastro de vendedor');
    const link = page.getByRole('link', { name: 'Continuar o cadastro' });
    return (await link.getAttribute('href')) ?? '';
  };

  it('leads from the sign-in page by a mail to the profile of a new seller, on a phone', async () => {
    const vera = await stage.person(PHONE);
    const { page, goto, look } = vera;
    await goto('/login');
    await page.getByRole('link', { name: 'Quero vender: fazer cadastro' }).click();
    await page.getByText(/Venda pela plataforma Razão Demo/).waitFor();
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText('Informe um e-mail válido.').waitFor();
    expect(await focused(vera)).to.equal('email');
    await look('register-asked-phone');
    const url = await askForLink(vera, 'vera@loja.example');
    await look('register-mail-phone');
    await page.goto(url);
    await page.getByRole('heading', { name: 'Complete o cadastro' }).waitFor();
    await page.getByRole('button', { name: 'Criar cadastro' }).click();
    await page.getByText('Sem aceitar os termos não há cadastro.').waitFor();
    expect(await focused(vera)).to.equal('name');
    await look('register-errors-phone');
    await page.getByLabel('Nome completo').fill('Vera Vendedora');
    await page.getByLabel('CPF', { exact: true }).fill('529.982.247-25');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repita a senha', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Li e aceito os termos de uso').check();
    await page.getByRole('button', { name: 'Criar cadastro' }).click();
    await page.waitForURL('**/platform/my-profile');
    await page.getByRole('heading', { name: 'Meu perfil' }).waitFor();
    await look('register-profile-phone');
    await goto('/platform/financial');
    await page.getByRole('button', { name: 'Sacar' }).click();
    await page.getByText(/Os saques começam quando a equipe/).waitFor();
    await look('register-not-approved-phone');
    await page.goto(url);
    await page.getByRole('heading', { name: 'Link sem validade' }).waitFor();
    await page.getByRole('link', { name: 'Pedir outro link' }).click();
    await page.getByText(/Venda pela plataforma Razão Demo/).waitFor();
  });

  it('asks a person who can sign in to do so, and tells a seller that there is nothing to do', async () => {
    const olivia = await stage.person();
    const { page, look } = olivia;
    await page.goto(await askForLink(olivia, people.operator.email));
    await page.getByRole('heading', { name: 'Entre para continuar' }).waitFor();
    await look('register-sign-in');
    await page.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Complete o cadastro' }).waitFor();
    await page.getByRole('radio', { name: 'Pessoa jurídica' }).check();
    await page.getByLabel('Razão social').fill('Olívia Cursos Ltda');
    await page.getByLabel('CNPJ', { exact: true }).fill('12.ABC.345/01DE-35');
    await page.getByLabel('Li e aceito os termos de uso').check();
    await look('register-company');
    await page.getByRole('button', { name: 'Criar cadastro' }).click();
    await page.waitForURL('**/platform/my-profile');
    await page.getByText('Contrato social').first().waitFor();

    const seller = await stage.person();
    await seller.page.goto(await askForLink(seller, people.seller.email));
    await seller.page.getByRole('heading', { name: 'Você já tem cadastro' }).waitFor();
    await seller.look('register-known');
  });

  it('is opened and closed by staff, who word the terms of use', async () => {
    const admin = await stage.person();
    const { page, goto, look } = admin;
    await admin.signIn('/admin-root-login', people.admin.email);
    const save = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Salvar cadastro' }).click();
    };
    const openTab = async (): Promise<void> => {
      await goto(SETTINGS);
      await page.getByRole('tab', { name: 'Cadastro de vendedores' }).click();
      await page.getByLabel('Termos de uso', { exact: true }).waitFor();
    };
    await openTab();
    await page.getByText('/register?platform=demo').waitFor();
    await look('onboarding-desktop');
    await page.getByLabel('Termos de uso', { exact: true }).fill('Outros termos.');
    await save();
    await page.getByText('O texto mudou: dê outro nome à versão.').waitFor();
    await page.getByLabel('Versão dos termos').fill('2026-12');
    await page.getByRole('radio', { name: 'Ninguém: fechado' }).check();
    await save();
    await page.getByText('Cadastro salvo').waitFor();
    const change = page.getByRole('listitem').filter({ hasText: `por ${people.admin.email}` });
    await change
      .first()
      .getByRole('row', { name: 'Quem pode se cadastrar' })
      .getByText('Ninguém: fechado')
      .waitFor();
    await change.first().getByText('Ver a mudança no texto dos termos').click();
    await change.first().getByText('Outros termos.').waitFor();
    await look('onboarding-history-desktop');
    const stranger = await stage.person(PHONE);
    await stranger.goto('/register');
    await stranger.page.getByRole('heading', { name: 'Cadastro fechado' }).waitFor();
    await stranger.look('register-closed-phone');
    await page.setViewportSize(PHONE);
    await openTab();
    await look('onboarding-phone');
    await page.setViewportSize(DESKTOP);
    await page.getByRole('radio', { name: 'Qualquer pessoa' }).check();
    await save();
    await page.getByText('Cadastro salvo').last().waitFor();
    await stranger.goto('/register');
    await stranger.page.getByText(/Venda pela plataforma/).waitFor();
  });

  it('has rules whose first save lost its answer; they are not shown as another’s change, though staff typed on', async () => {
    const admin = await stage.person();
    const { page, goto } = admin;
    await admin.signIn('/admin-root-login', people.admin.email);
    const by = { cookie: await stage.product.signIn(people.admin.email), key: randomUUID() };
    const { rules } = await stage.product.ask('admin.getOnboarding', {}, by);
    if (!rules) throw new Error('no rules');
    await goto(SETTINGS);
    await page.getByRole('tab', { name: 'Cadastro de vendedores' }).click();
    const terms = page.getByLabel('Termos de uso', { exact: true });
    const save = async (version: string, text: string): Promise<void> => {
      await page.getByLabel('Versão dos termos').fill(version);
      await terms.fill(text);
      await page.getByRole('button', { name: 'Salvar cadastro' }).click();
    };
    await page.route(
      '**/api/admin.reviseOnboarding',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save('2027-a', 'Meus termos.');
    await page.getByText('Sem conexão. Verifique').first().waitFor();
    await save('2027-b', 'Meus termos, e mais.');
    const notice = page.getByText('Outra pessoa mudou o cadastro');
    await Promise.race([page.getByText('Cadastro salvo').first().waitFor(), notice.waitFor()]);
    expect(await notice.count()).to.equal(0);
    const now = await stage.product.ask('admin.getOnboarding', {}, by);
    expect(now.rules?.termsOfUse.text).to.equal('Meus termos, e mais.');
    const initial = { rules, basedOn: now.revision };
    await stage.product.ask('admin.reviseOnboarding', initial, by);
  });

  it('has rules that two people change; the second loses nothing typed, and reads what the first changed', async () => {
    const admin = await stage.person();
    const { page, goto, look } = admin;
    await admin.signIn('/admin-root-login', people.admin.email);
    await goto(SETTINGS);
    await page.getByRole('tab', { name: 'Cadastro de vendedores' }).click();
    await page.getByRole('radio', { name: 'Só quem a equipe convidar' }).check();
    await page.getByLabel('Termos de uso', { exact: true }).fill('Termos que eu digitei.');
    const by = { cookie: await stage.product.signIn(people.admin.email), key: randomUUID() };
    const { rules, revision: basedOn } = await stage.product.ask('admin.getOnboarding', {}, by);
    if (!rules) throw new Error('no rules');
    const termsOfUse = { version: '2027-01', text: 'Termos de outra pessoa.' };
    await stage.product.ask(
      'admin.reviseOnboarding',
      { rules: { registration: 'CLOSED', termsOfUse }, basedOn },
      by,
    );
    await page.getByLabel('Versão dos termos').fill('2027-02');
    await page.getByRole('button', { name: 'Salvar cadastro' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Outra pessoa mudou o cadastro' });
    await notice
      .getByRole('row', { name: /^Quem pode se cadastrar Qualquer pessoa Ninguém: fechado$/ })
      .waitFor();
    await notice.getByRole('row', { name: /Termos de outra pessoa\.$/ }).waitFor();
    const typed = () =>
      Promise.all([
        page.getByRole('radio', { name: 'Só quem a equipe convidar' }).isChecked(),
        page.getByLabel('Versão dos termos').inputValue(),
        page.getByLabel('Termos de uso', { exact: true }).inputValue(),
      ]);
    expect(await typed()).to.deep.equal([true, '2027-02', 'Termos que eu digitei.']);
    await look('onboarding-meanwhile');
    await page.setViewportSize(PHONE);
    // The notice scrolled the page; a control under the sticky header would count as too small.
    await page.evaluate('scrollTo(0, 0)');
    await look('onboarding-meanwhile-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.getByRole('button', { name: 'Salvar cadastro' }).click();
    await page.getByText('Cadastro salvo').waitFor();
    await notice.waitFor({ state: 'detached' });
    const now = await stage.product.ask('admin.getOnboarding', {}, by);
    expect(now.rules).to.deep.equal({
      registration: 'BY_INVITATION',
      termsOfUse: { version: '2027-02', text: 'Termos que eu digitei.' },
    });
    await stage.product.ask(
      'admin.reviseOnboarding',
      { rules, basedOn: now.revision },
      { ...by, key: randomUUID() },
    );
  });
});
