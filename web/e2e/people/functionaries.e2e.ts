import { expect } from 'chai';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';
import {
  accept,
  FUNCTIONARIES,
  invitationLink,
  invite,
  openMember,
  PASSWORD,
  sendInvitation,
} from '#/web/e2e/testing/functionary.ts';

const MAY_NOT_OPEN = 'Você não tem acesso a esta página';

describe('Functionaries', function () {
  // Each journey has several people who open links and choose passwords.
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;

  before(async () => {
    stage = await openStage();
  });
  // A sign-in counts as a step-up for five minutes; all journeys together may take longer.
  beforeEach(async () => {
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  afterEach(() => admin.page.context().close());

  const inviteAndAccept = async (
    email: string,
    name: string,
    flags: readonly string[],
  ): Promise<Person> => {
    await invite(admin, email, flags);
    return accept(stage, await invitationLink(stage, email), name);
  };

  const pagesOf = ({ page }: Person): Promise<readonly string[]> =>
    page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link').allInnerTexts();

  it('are invited with some permissions, join by the link in the mail, and see exactly the pages that these allow', async () => {
    const { page, goto, look } = admin;
    await goto(FUNCTIONARIES);
    await page.getByRole('button', { name: 'Convidar funcionário' }).click();
    const dialog = await sendInvitation(admin, 'sem-arroba', ['Vendas', 'Validação de documentos']);
    await dialog.getByText('Informe um e-mail válido.').waitFor();
    await dialog.getByText('2 de 20 permissões').waitFor();
    await look('functionaries-invite-error');
    await sendInvitation(admin, 'dora@example.com', []);
    await dialog.getByText('O convite para dora@example.com está na caixa de saída.').waitFor();
    await look('functionaries-invited');
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    const row = page.getByRole('row').filter({ hasText: 'dora@example.com' });
    await row.getByText('Convidado').waitFor();
    await row.getByText(/^até \d/).waitFor();
    await row.getByText('2 de 20').waitFor();
    await look('functionaries-list-invited');

    const dora = await accept(
      stage,
      await invitationLink(stage, 'dora@example.com'),
      'Dora Documentos',
    );
    expect(await pagesOf(dora)).to.deep.equal([
      'Vendas',
      'Faturamento por usuário',
      'Usuários negativos',
      'Validação de documentos',
      'Contabilidade',
    ]);
    for (const path of [FUNCTIONARIES, '/admin-root/dashboard', '/admin-root/integrations']) {
      await dora.goto(path);
      await dora.page.getByText(MAY_NOT_OPEN).waitFor();
    }
    await goto(FUNCTIONARIES);
    await page.getByRole('row').filter({ hasText: 'Dora Documentos' }).getByText('Ativo').waitFor();
    const details = await openMember(admin, 'Dora Documentos');
    await details.getByRole('link', { name: 'Ver atividade' }).click();
    await page.getByRole('heading', { name: 'Acessos', exact: true }).waitFor();
    const entries = page.locator('tbody').getByRole('row');
    await entries.getByText('Entrou').first().waitFor();
    const others = entries.filter({ hasNotText: 'dora@example.com' });
    await eventually(async () => (await others.count()) === 0 || undefined, 'only Dora is listed');
    await entries.filter({ hasText: 'dora@example.com' }).first().waitFor();
    await look('functionaries-activity');
  });

  it('are invited again on a phone: the new link works and the old one does not, and no one is invited twice', async () => {
    const email = 'rita@example.com';
    const onPhone = await stage.person(PHONE);
    await onPhone.page.context().addCookies(await admin.page.context().cookies());
    await invite(onPhone, email, ['Painel']);
    const old = await invitationLink(stage, email);
    await onPhone.page.getByRole('button', { name: 'Convidar funcionário' }).click();
    const dialog = await sendInvitation(onPhone, email, ['Vendas']);
    await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    expect(await dialog.getByLabel('E-mail').inputValue()).to.equal(email);
    await onPhone.look('functionaries-invited-twice-phone');

    const details = await openMember(onPhone, email);
    await onPhone.look('functionaries-details-phone');
    await details.getByRole('button', { name: 'Convidar de novo' }).click();
    const again = onPhone.page.getByRole('dialog', { name: `Convidar ${email} de novo?` });
    await again.getByRole('button', { name: 'Convidar de novo' }).click();
    await again.getByText(`O convite para ${email} está na caixa de saída.`).waitFor();

    const link = await invitationLink(stage, email, 2);
    const late = await stage.person();
    await late.page.goto(old);
    await late.page.getByRole('heading', { name: 'Convite sem validade' }).waitFor();
    const rita = await accept(stage, link, 'Rita Painel');
    expect(await pagesOf(rita)).to.deep.equal(['Painel']);
  });

  it('whom another member of staff changed meanwhile are changed only after the user has seen what and by whom', async () => {
    const nilo = await inviteAndAccept('nilo@example.com', 'Nilo Novato', ['Vendas']);
    const details = await openMember(admin, 'Nilo Novato');
    await details.getByRole('button', { name: 'Mudar permissões' }).click();
    const mine = admin.page.getByRole('dialog', { name: 'Permissões de Nilo Novato' });
    await mine.getByRole('checkbox', { name: 'Painel', exact: true }).check();

    const other = await stage.person();
    await other.signIn('/admin-root-login', people.admin.email);
    const theirs = await openMember(other, 'Nilo Novato');
    await theirs.getByRole('button', { name: 'Mudar permissões' }).click();
    const dialog = other.page.getByRole('dialog', { name: 'Permissões de Nilo Novato' });
    await dialog.getByRole('button', { name: 'Documentos', exact: true }).click();
    await dialog.getByRole('button', { name: 'Salvar permissões' }).click();
    await dialog.waitFor({ state: 'detached' });

    await mine.getByRole('button', { name: 'Salvar permissões' }).click();
    const notice = mine.getByRole('alert').filter({ hasText: 'enquanto você decidia' });
    await notice.filter({ hasText: people.admin.email }).waitFor();
    await notice.getByText('Permissões tiradas: Vendas.').waitFor();
    await notice.getByRole('button', { name: 'Descartar minha escolha' }).waitFor();
    await admin.look('functionaries-changed-meanwhile');
    const isChosen = (name: string) =>
      mine.getByRole('checkbox', { name, exact: true }).isChecked();
    expect(await isChosen('Painel')).to.equal(true);
    expect(await isChosen('Vendas')).to.equal(true);
    expect(await isChosen('Validação de documentos')).to.equal(false);
    await mine.getByRole('button', { name: 'Salvar mesmo assim' }).click();
    await mine.waitFor({ state: 'detached' });

    await nilo.goto('/admin-root/dashboard');
    await nilo.page.getByRole('heading', { name: 'Painel' }).waitFor();
    await nilo.goto('/admin-root/document-validation');
    await nilo.page.getByText(MAY_NOT_OPEN).waitFor();
  });

  it('who are blocked are refused at their next click, and sign in again once they are unblocked', async () => {
    const bento = await inviteAndAccept('bento@example.com', 'Bento Barrado', ['Vendas']);
    await bento.goto('/admin-root/manage-sales');
    await bento.page.locator('tbody tr').first().waitFor();
    const details = await openMember(admin, 'Bento Barrado');
    await details.getByRole('button', { name: 'Bloquear' }).click();
    const sure = admin.page.getByRole('dialog', { name: 'Bloquear Bento Barrado?' });
    await sure.getByText('sai na hora').waitFor();
    await admin.look('functionaries-block');
    await sure.getByRole('button', { name: 'Bloquear' }).click();
    await details.waitFor({ state: 'detached' });
    const again = bento.page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await eventually(async () => {
      await bento.page
        .locator('tbody tr')
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      return (await again.count()) > 0 || undefined;
    }, 'the session of someone who is blocked is over');
    const tries = await stage.person();
    await tries.goto('/admin-root-login');
    await tries.page.getByLabel('E-mail').fill('bento@example.com');
    await tries.page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await tries.page.getByRole('button', { name: 'Entrar' }).click();
    await tries.page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();

    const blocked = await openMember(admin, 'Bento Barrado', `${FUNCTIONARIES}?state=BLOCKED`);
    await blocked.getByText('Bloqueado', { exact: true }).waitFor();
    expect(await blocked.getByRole('button', { name: 'Mudar permissões' }).count()).to.equal(0);
    await blocked.getByRole('button', { name: 'Liberar' }).click();
    const restore = admin.page.getByRole('dialog', { name: 'Liberar Bento Barrado?' });
    await restore.getByRole('button', { name: 'Liberar' }).click();
    await blocked.waitFor({ state: 'detached' });
    await again.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Entrar e continuar' }).click();
    await again.waitFor({ state: 'detached' });
  });

  it('who manage others give only what they have, and change neither themselves nor administrators', async () => {
    const flags = ['Funcionários', 'Painel'];
    const gil = await inviteAndAccept('gil@example.com', 'Gil Gestor', flags);
    await gil.goto(FUNCTIONARIES);
    await gil.page.getByRole('button', { name: 'Convidar funcionário' }).click();
    const dialog = gil.page.getByRole('dialog', { name: 'Convidar funcionário' });
    const sales = dialog.getByRole('checkbox', { name: 'Vendas', exact: true });
    expect(await sales.isDisabled()).to.equal(true);
    await dialog.getByText('Você não tem esta permissão').first().waitFor();
    await dialog.getByRole('button', { name: 'Só leitura' }).click();
    await dialog.getByText('Ficou de fora o que você não tem: Vendas, Saques pagos.').waitFor();
    expect(await sales.isChecked()).to.equal(false);
    expect(await dialog.getByRole('checkbox', { name: 'Painel' }).isChecked()).to.equal(true);
    await gil.look('functionaries-lacking');
    const reasons = {
      'Gil Gestor': 'Você não muda o seu próprio acesso',
      [people.admin.name]: 'Administradores têm todas as permissões',
      [people.accountant.name]: 'Você não tem: Vendas.',
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const details = await openMember(gil, name);
      await details.getByText(reason).waitFor();
      expect(await details.getByRole('button', { name: 'Bloquear' }).count(), name).to.equal(0);
    }
  });

  it('are listed and invited in both languages, on a phone and on a desktop', async () => {
    for (const language of ['pt', 'en']) {
      for (const viewport of [PHONE, DESKTOP]) {
        const { page, goto, look } = await stage.person(viewport);
        await page.context().addCookies(await admin.page.context().cookies());
        await page.addInitScript(`localStorage.setItem('razao.language', '${language}')`);
        const name = `${language}-${viewport.width}`;
        await goto(FUNCTIONARIES);
        const button = language === 'pt' ? 'Convidar funcionário' : 'Invite staff member';
        await page.getByRole('button', { name: button }).waitFor();
        await look(`functionaries-${name}`);
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('checkbox').first().waitFor();
        await look(`functionaries-invite-${name}`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(
          viewport.width,
        );
        await goto(`${FUNCTIONARIES}?state=BLOCKED`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await look(`functionaries-blocked-${name}`);
        await page.context().close();
      }
    }
  });
});
