import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import {
  DESKTOP,
  heldModules,
  openStage,
  PHONE,
  type Person,
  type Stage,
} from '#/web/e2e/stage.ts';

describe('A seller who is invited to the staff', () => {
  let stage: Stage;
  let link: string;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    const { email } = people.seller;
    const cookie = await stage.product.signIn(people.admin.email);
    const permissions = ['isSalesAvailable'] as const;
    const invited = { email, permissions: [...permissions] };
    await stage.product.ask('admin.inviteFunctionary', invited, { cookie });
    const { page, goto } = await stage.person();
    const mail = page.getByRole('listitem').filter({ hasText: email });
    const subject = mail.getByRole('link', { name: 'Você foi convidado para a equipe' });
    await eventually(async () => {
      await goto('/outbox');
      return (await subject.count()) > 0 || undefined;
    }, 'the invitation leaves');
    await subject.first().click();
    link = (await page.locator('a[href*="/welcome#"]').getAttribute('href')) ?? '';
  });

  const navigationOf = ({ page }: Person) =>
    page.getByRole('navigation', { name: 'Navegação principal' });

  const goOnAs = async ({ page }: Person, name: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Estúdio Aurora' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };

  for (const [name, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    it(`is asked on a ${name} for their password, and refused with a wrong one`, async () => {
      const { page, look } = await stage.person(viewport);
      await page.goto(link);
      await page.getByText('entre com a senha de sempre').waitFor();
      expect(await page.getByLabel('E-mail').inputValue()).to.equal(people.seller.email);
      await look(`join-${name}`);
      await page.getByLabel('Senha', { exact: true }).fill('não é esta');
      await page.getByRole('button', { name: 'Aceitar convite' }).click();
      await page.getByText('E-mail ou senha incorretos.').waitFor();
    });
  }

  it('joins with that password, sees the pages of the staff, and goes on as a seller', async () => {
    const seller = await stage.person();
    const { page, look, goto } = seller;
    await page.goto(link);
    await page.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await page.getByRole('button', { name: 'Aceitar convite' }).click();
    await navigationOf(seller).getByRole('link', { name: 'Usuários negativos' }).waitFor();

    const otherTab = await page.context().newPage();
    await otherTab.goto(`${stage.product.url}/admin-root/manage-sales`);
    await otherTab.getByRole('heading', { name: 'Vendas', level: 1 }).waitFor();

    await page.getByRole('button', { name: 'Estúdio Aurora' }).click();
    await page.getByText('Entrar como').waitFor();
    await look('go-on-as');
    await page.getByRole('menuitemradio', { name: /^Estúdio Aurora/ }).click();
    await navigationOf(seller).getByRole('link', { name: 'Financeiro' }).waitFor();
    // The other tab leaves the page of the staff.
    await otherTab.waitForURL((url) => !url.pathname.startsWith('/admin-root/manage-sales'));

    await goOnAs(seller, /^Equipe/);
    await navigationOf(seller).getByRole('link', { name: 'Usuários negativos' }).waitFor();
    await goto('/admin-root/dashboard');
    await page.getByText('Você não tem acesso a esta página').waitFor();
  });

  /** Chooses another membership, as another tab does whose news does not arrive. */
  const chooseElsewhere = async ({ page }: Person, wanted: 'seller' | 'staff'): Promise<void> => {
    const at = (name: string): string => new URL(`/api/${name}`, page.url()).href;
    const listed = await page.request.get(at('person.listMemberships'));
    const { memberships } = await listed.json();
    const isWanted = ({ kind }: { readonly kind: string }) => kind === wanted;
    const { kind, personId } = memberships.find(isWanted);
    const chosen = await page.request.post(at('person.chooseMembership'), {
      data: { kind, personId },
    });
    expect(chosen.status()).to.equal(200);
  };

  const otherMember = ({ page }: Person) =>
    page.getByRole('dialog', { name: 'Outro acesso está em uso neste navegador' });

  it('saves nothing as another membership that the browser uses by now, and is asked to reload', async () => {
    const seller = await stage.person();
    await seller.signIn('/admin-root-login', people.seller.email);
    const { look } = seller;
    await navigationOf(seller).getByRole('link', { name: 'Usuários negativos' }).waitFor();
    await chooseElsewhere(seller, 'seller');
    await navigationOf(seller).getByRole('link', { name: 'Usuários negativos' }).click();
    const dialog = otherMember(seller);
    await dialog.waitFor();
    await look('other-member');
    await dialog.getByRole('button', { name: 'Recarregar a página' }).click();
    await navigationOf(seller).getByRole('link', { name: 'Financeiro' }).waitFor();
  });

  it('reads nothing as another membership that the browser uses since the page was drawn, and is asked to reload', async () => {
    const seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    const { page } = seller;
    const release = await heldModules(page);
    // The document of a filtered list has the session, but no sales: the page asks for them.
    const filtered = `${stage.product.url}/platform/my-sales?status=APPROVED`;
    await page.goto(filtered, { waitUntil: 'commit' });
    await chooseElsewhere(seller, 'staff');
    release();
    await otherMember(seller).getByRole('button', { name: 'Recarregar a página' }).click();
    await page.unrouteAll({ behavior: 'wait' });
    await navigationOf(seller).getByRole('link', { name: 'Usuários negativos' }).waitFor();
  });

  it('signs in as a seller or as staff, by the page used, and cannot use the link again', async () => {
    for (const [signInPage, page] of [
      ['/login', 'Financeiro'],
      ['/admin-root-login', 'Usuários negativos'],
    ] as const) {
      const person = await stage.person();
      await person.signIn(signInPage, people.seller.email);
      await navigationOf(person).getByRole('link', { name: page }).waitFor();
    }
    const { page } = await stage.person();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Convite sem validade' }).waitFor();
  });
});
