import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import { accept, invitationLink, openMember, PASSWORD } from '#/web/e2e/testing/functionary.ts';

const MANAGERS = '/admin-root/manage-managers';
const USERS = '/manager-root/manager-users';
const email = 'nina@example.com';
const name = 'Nina Nogueira';

describe('Managers', function () {
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;
  let nina: Person;

  before(async () => {
    stage = await openStage();
  });
  // A sign-in counts as a step-up for five minutes; all journeys together may take longer.
  beforeEach(async () => {
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  afterEach(() => admin.page.context().close());

  const lookBoth = async ({ page, look }: Person, picture: string): Promise<void> => {
    await page.setViewportSize(PHONE);
    await look(`${picture}-phone`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
    await look(picture);
  };

  const atHeading = ({ page }: Person, heading: string): Promise<void> =>
    page.getByRole('heading', { name: heading, exact: true }).first().waitFor();

  const sellersSeenBy = async (person: Person): Promise<readonly string[]> => {
    await person.goto(USERS);
    await atHeading(person, 'Meus vendedores');
    const open = person.page.getByRole('main').getByRole('button', { name: /^Abrir / });
    await open.first().waitFor();
    const labels = await open.evaluateAll((all) =>
      all.map((button) => button.getAttribute('aria-label') ?? ''),
    );
    return labels.map((label) => label.replace('Abrir ', '')).toSorted();
  };

  it('are invited by mail, sign in at their own page, and are led away from staff pages', async () => {
    const { page, goto } = admin;
    await goto(MANAGERS);
    await page.getByRole('button', { name: 'Abrir Gil Gerente' }).waitFor();
    await lookBoth(admin, 'managers');
    await page.getByRole('button', { name: 'Convidar gerente' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convidar gerente' });
    await dialog.getByLabel('E-mail').fill('sem-arroba');
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await dialog.getByText('Informe um e-mail válido.').waitFor();
    await lookBoth(admin, 'managers-invite-error');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('button', { name: 'Enviar convite' }).click();
    await dialog.getByText(`O convite para ${email} está na caixa de saída.`).waitFor();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await page.getByRole('row').filter({ hasText: email }).getByText('Convidado').waitFor();

    const link = await invitationLink(stage, email);
    const first = await accept(stage, link, name);
    await first.page.getByText('Sua carteira está vazia').waitFor();
    await lookBoth(first, 'manager-dashboard-empty');
    await first.goto(USERS);
    await first.page.getByText('Sua carteira está vazia').waitFor();
    await lookBoth(first, 'manager-users-empty');
    await first.goto('/admin-root/manage-users');
    await atHeading(first, 'Painel');
    await first.page.context().close();

    nina = await stage.person();
    await nina.goto('/manager-login');
    await atHeading(nina, 'Acesso do gerente');
    await lookBoth(nina, 'manager-login');
    await nina.page.getByLabel('E-mail').fill(email);
    await nina.page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await nina.page.getByRole('button', { name: 'Entrar' }).click();
    await nina.page.getByText('Nenhum vendedor na sua carteira').waitFor();
    expect(new URL(nina.page.url()).pathname).to.equal('/manager-root/dashboard');

    const late = await stage.person();
    await late.page.goto(link);
    await atHeading(late, 'Convite sem validade');
    await late.page.context().close();
  });

  it('see the sellers that they are given, and no others', async () => {
    const details = await openMember(admin, name, MANAGERS);
    await details.getByRole('button', { name: 'Adicionar vendedores' }).click();
    const dialog = admin.page.getByRole('dialog', { name: `Adicionar à carteira de ${name}` });
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await dialog.getByText('Selecione pelo menos um vendedor.').waitFor();
    for (const seller of ['Ateliê Boreal', 'Cursos da Ponte']) {
      await dialog.getByLabel('Nome do vendedor').fill(seller);
      const box = dialog.getByRole('checkbox', { name: new RegExp(seller) });
      await dialog.getByText(`na carteira de ${people.manager.email}`).first().waitFor();
      await box.check();
    }
    await lookBoth(admin, 'managers-add');
    await dialog.getByRole('button', { name: 'Adicionar 2 vendedores' }).click();
    await details.getByRole('checkbox', { name: 'Selecionar Ateliê Boreal' }).waitFor();
    await lookBoth(admin, 'managers-portfolio');

    await nina.goto('/manager-root/dashboard');
    await nina.page.getByText('2 vendedores na sua carteira').waitFor();
    expect(await sellersSeenBy(nina)).to.deep.equal(['Ateliê Boreal', 'Cursos da Ponte']);
    await lookBoth(nina, 'manager-users');
    await nina.goto(`${USERS}?open=demo-seller`);
    await nina.page.getByRole('dialog').getByText('Não encontrado', { exact: true }).waitFor();
  });

  it('note what they agreed with a seller, which staff read', async () => {
    const note = 'Combinou abrir a primeira oferta em dezembro.';
    const seller = await openMember(nina, 'Ateliê Boreal', USERS);
    await seller.getByText('Nunca vendeu').waitFor();
    await seller.getByLabel('Nova anotação').fill(note);
    await seller.getByRole('button', { name: 'Anotar' }).click();
    await seller.getByRole('listitem').filter({ hasText: note }).waitFor();
    await lookBoth(nina, 'manager-seller');
    const user = await openMember(admin, 'Ateliê Boreal', '/admin-root/manage-users');
    const entry = user.getByRole('listitem').filter({ hasText: note });
    await entry.getByText(`${email}, gerente`).waitFor();
    await user.getByText(email, { exact: true }).first().waitFor();
  });

  it('lose a seller who is moved to another at their next look', async () => {
    const details = await openMember(admin, name, MANAGERS);
    await details.getByRole('checkbox', { name: 'Selecionar Cursos da Ponte' }).check();
    await details.getByRole('button', { name: 'Mover selecionados' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Mover 1 vendedor' });
    await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
    await dialog.getByText('Escolha para quem vão os vendedores.').waitFor();
    await lookBoth(admin, 'managers-move');
    await dialog.getByRole('combobox', { name: 'Para quem' }).click();
    await admin.page.getByRole('option', { name: 'Gil Gerente' }).click();
    await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await details.getByText('Histórico da carteira').click();
    const moved = `Cursos da Ponte foi para a carteira de ${people.manager.email}`;
    await details.getByText(moved).waitFor();
    await lookBoth(admin, 'managers-history');
    expect(await sellersSeenBy(nina)).to.deep.equal(['Ateliê Boreal']);
  });

  it('are signed out at once when they are blocked', async () => {
    const details = await openMember(admin, name, MANAGERS);
    await details.getByRole('button', { name: 'Bloquear', exact: true }).click();
    const dialog = admin.page.getByRole('dialog', { name: `Bloquear ${name}?` });
    await dialog.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await admin.page.getByText('Gerente bloqueado').waitFor();
    await nina.goto('/manager-root/dashboard');
    await atHeading(nina, 'Acesso do gerente');
    await admin.goto(`${MANAGERS}?state=BLOCKED`);
    await admin.page.getByRole('row').filter({ hasText: name }).getByText('Bloqueado').waitFor();
    await nina.page.context().close();
  });

  it('follow what their sellers sell, and find them by name', async () => {
    const gil = await stage.person();
    await gil.signIn('/manager-login', people.manager.email);
    await gil.page
      .getByRole('row')
      .filter({ hasText: 'Estúdio Aurora' })
      .getByText('100%')
      .waitFor();
    await lookBoth(gil, 'manager-dashboard');
    const volume = gil.page.getByRole('group', { name: 'Últimos 30 dias' });
    expect(await volume.innerText()).to.match(/R\$\s[\d.]+,\d\d/);
    await gil.page.getByRole('link', { name: 'Ver todos os vendedores' }).click();
    await gil.page.getByLabel('Nome do vendedor').fill('aurora');
    await gil.page.getByRole('button', { name: 'Abrir Cursos da Ponte' }).waitFor({
      state: 'detached',
    });
    await gil.page.getByRole('button', { name: 'Abrir Estúdio Aurora' }).waitFor();
    expect(gil.page.url()).to.not.include('aurora');
    await gil.page.getByLabel('Nome do vendedor').fill('boreal');
    await gil.page.getByText('Ninguém com “boreal”').waitFor();
    await gil.page.context().close();
  });
});
