import { expect } from 'chai';
import { BROKEN_POSTAL_CODE } from '#/scripts/testing/postal-code-service.ts';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import { PASSWORD, register, registrationLink } from '#/web/e2e/testing/register.ts';

const PATH = '/platform/my-profile';

describe('Profile of a seller', function () {
  this.timeout(120_000);
  let stage: Stage;
  let nina: Person;

  const group = ({ page }: Person) => page.getByRole('group', { name: 'Endereço', exact: true });

  const valueOf = (person: Person, label: string): Promise<string> =>
    group(person).getByLabel(label, { exact: true }).inputValue();

  const typeCep = (person: Person, cep: string): Promise<void> =>
    group(person).getByLabel('CEP').fill(cep);

  before(async () => {
    stage = await openStage();
    const email = 'nina@perfil.example';
    await stage.product.ask('session.requestRegistration', { platformId: 'demo', email });
    nina = await stage.person();
    const who = { name: 'Nina Nova', document: '529.982.247-25' };
    await register(nina, await registrationLink(stage, email), who);
  });

  it('says what the seller may do before approval, and which terms were accepted', async () => {
    const { page, goto, look } = nina;
    await goto(PATH);
    await page.getByText('Vender: suas ofertas aceitam pagamentos.').waitFor();
    await page.getByText(/Sacar: assim que a equipe aprovar/).waitFor();
    await page.getByText(/versão demo, aceitos em \d\d\/\d\d\/\d{4}/).waitFor();
    await page.setViewportSize(PHONE);
    await look('profile-new-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
    await look('profile-new');
  });

  it('fills in the address of a CEP, and leaves the number to be typed', async () => {
    const { page, look } = nina;
    await typeCep(nina, '01001-000');
    const number = group(nina).getByLabel('Número', { exact: true });
    await number.and(page.locator(':focus')).waitFor();
    expect(await valueOf(nina, 'Rua')).to.equal('Praça da Sé');
    expect(await valueOf(nina, 'Bairro')).to.equal('Sé');
    expect(await valueOf(nina, 'Cidade')).to.equal('São Paulo');
    await group(nina).getByText('São Paulo').first().waitFor();
    await page.keyboard.type('100');
    expect(await number.inputValue()).to.equal('100');
    await look('profile-cep');
  });

  it('says when a CEP is not found or cannot be looked up, and lets the address be typed', async () => {
    await typeCep(nina, '00000-001');
    await group(nina).getByText('CEP não encontrado.').waitFor();
    expect(await valueOf(nina, 'Rua'), 'what is there stays').to.equal('Praça da Sé');
    await typeCep(nina, BROKEN_POSTAL_CODE);
    await group(nina).getByText('Não foi possível buscar o CEP agora.').waitFor();
    await nina.look('profile-cep-failed');
    await typeCep(nina, '37640-000');
    const street = group(nina).getByLabel('Rua', { exact: true });
    await street.and(nina.page.locator(':focus')).waitFor();
    expect(await valueOf(nina, 'Cidade')).to.equal('Extrema');
    await street.fill('Rua das Flores');
  });

  it('restores what was typed and not saved, says so, and discards it on request', async () => {
    const { page, goto, look } = nina;
    await goto('/platform/dashboard');
    await goto(PATH);
    await page.getByText('Rascunho recuperado.').waitFor();
    expect(await valueOf(nina, 'Rua')).to.equal('Rua das Flores');
    expect(await valueOf(nina, 'Número')).to.equal('100');
    await look('profile-draft');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText('Rascunho recuperado.').waitFor({ state: 'detached' });
    expect(await valueOf(nina, 'Rua')).to.equal('');
    await page.reload();
    await group(nina).waitFor();
    expect(await valueOf(nina, 'Rua')).to.equal('');
    expect(await page.getByText('Rascunho recuperado.').count()).to.equal(0);
  });

  it('shows each error at its field, with the focus on the first', async () => {
    const { page } = nina;
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    const phone = page.getByRole('group', { name: 'Contato' }).getByLabel('Telefone com DDD');
    await phone.and(page.locator(':focus')).waitFor();
    expect(await phone.getAttribute('aria-invalid')).to.equal('true');
    await group(nina).getByText('Preencha este campo.').first().waitFor();
  });

  const card = ({ page }: Person, name: string) => page.getByRole('region', { name });

  it('switches notices off, and says that mails about security always come', async () => {
    const { page, goto, look } = nina;
    await goto(PATH);
    const notices = card(nina, 'Avisos por e-mail');
    const security = notices.getByRole('checkbox', { name: /^Segurança da conta/ });
    await security.waitFor();
    expect([await security.isChecked(), await security.isDisabled()]).to.deep.equal([true, true]);
    const withdrawals = notices.getByRole('checkbox', { name: /^Saques/ });
    expect(await withdrawals.isChecked()).to.equal(true);
    await withdrawals.uncheck();
    await notices.getByRole('button', { name: 'Salvar avisos' }).click();
    await page.getByText('Avisos salvos').waitFor();
    await page.reload();
    await withdrawals.waitFor();
    expect(await withdrawals.isChecked()).to.equal(false);
    await page.setViewportSize(PHONE);
    await look('profile-sections-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
  });

  /** Signs Nina in, in another browser. */
  const signInElsewhere = async (): Promise<Person> => {
    const other = await stage.person();
    await other.goto('/login');
    await other.page.getByLabel('E-mail').fill('nina@perfil.example');
    await other.page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Entrar' }).click();
    await other.page.waitForURL('**/platform/**');
    return other;
  };

  const untilShown = ({ page }: Person, language: string, theme: string) =>
    page.waitForFunction(
      ([lang, look]) => {
        const { documentElement: root } = document;
        return root.lang === lang && root.dataset['theme'] === look;
      },
      [language, theme],
    );

  it('keeps language and theme with the person, in another browser too', async () => {
    await card(nina, 'Idioma e tema').getByRole('button', { name: 'Escuro' }).click();
    await untilShown(nina, 'pt-BR', 'dark');
    await card(nina, 'Idioma e tema').getByRole('button', { name: 'English' }).click();
    await card(nina, 'Language and theme').waitFor();
    const other = await signInElsewhere();
    await untilShown(other, 'en-US', 'dark');
    await other.goto(PATH);
    await other.look('profile-sections-english-dark');
    await card(other, 'Language and theme').getByRole('button', { name: 'Light' }).click();
    await card(other, 'Language and theme').getByRole('button', { name: 'Português' }).click();
    await card(other, 'Idioma e tema').waitFor();
    await nina.page.reload();
    await untilShown(nina, 'pt-BR', 'light');
    await other.page.context().close();
  });

  it('changes the password, which ends the person’s other sessions and not this one', async () => {
    const { page, look } = nina;
    const other = await signInElsewhere();
    await card(nina, 'Acesso à conta').getByRole('button', { name: 'Trocar a senha' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trocar a senha' });
    const password = dialog.getByLabel('Nova senha', { exact: true });
    const again = dialog.getByLabel('Repita a nova senha', { exact: true });
    const submit = dialog.getByRole('button', { name: 'Trocar a senha' });
    await password.fill('senha123456789');
    await again.fill('senha123456780');
    await submit.click();
    await dialog.getByText('As senhas não são iguais.').waitFor();
    await again.fill('senha123456789');
    await submit.click();
    await dialog.getByText('Esta senha é fácil de adivinhar.').waitFor();
    await look('profile-password');
    await password.fill('ninanova1234');
    await dialog.getByText('Força da senha: fácil de adivinhar').waitFor();
    await password.fill('girafa lanterna violino');
    await again.fill('girafa lanterna violino');
    await submit.click();
    await dialog.getByText('Senha trocada.').waitFor();
    await page.keyboard.press('Escape');
    await other.page.reload();
    await other.page.waitForURL('**/login**');
    await nina.goto(PATH);
    await group(nina).waitFor();
    await other.page.context().close();
  });

  it('drops a draft at the sign-out, so that the next person at the same tab does not see it', async () => {
    const { page, signIn } = nina;
    await typeCep(nina, '01001-000');
    await page.waitForFunction(() => JSON.stringify(sessionStorage).includes('Praça da Sé'));
    const drafts = (): Promise<string> => page.evaluate(() => JSON.stringify(sessionStorage));
    expect(await drafts())
      .to.include('draft')
      .and.not.include('nina@');
    await page.getByRole('button', { name: /Nina Nova/ }).click();
    await page.getByRole('menuitem', { name: 'Sair', exact: true }).click();
    await page.waitForURL('**/login');
    expect(await drafts()).to.not.include('draft');
    await signIn('/login', people.seller.email);
    await nina.goto(PATH);
    await group(nina).waitFor();
    expect(await page.getByText('Rascunho recuperado.').count()).to.equal(0);
  });
});
