import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, reais, type Person, type Stage } from './stage.ts';

const PAGE = '/admin-root/platform-settings';

describe('Fees and terms of a platform', function () {
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;
  let restore: () => Promise<void>;

  const termsNow = async () => {
    const cookie = await stage.product.signIn(people.admin.email);
    return stage.product.ask('admin.getPlatformTerms', {}, { cookie });
  };
  const saveTerms = async (
    terms: Awaited<ReturnType<typeof termsNow>>['terms'],
    basedOn: number,
  ) => {
    const cookie = await stage.product.signIn(people.admin.email);
    const caller = { cookie, key: randomUUID() };
    await stage.product.ask('admin.revisePlatformTerms', { terms, basedOn }, caller);
  };
  const feeOf = async (paymentId: string): Promise<number> => {
    const cookie = await stage.product.signIn(people.admin.email);
    const { sale } = await stage.product.ask('admin.getSale', { paymentId }, { cookie });
    return sale.fee;
  };

  const group = ({ page }: Person, name: string) => page.getByRole('group', { name, exact: true });
  const save = ({ page }: Person) => page.getByRole('button', { name: 'Salvar condições' }).click();
  const toast = ({ page }: Person) =>
    page.getByText('Condições salvas').filter({ visible: true }).last().waitFor();

  before(async () => {
    stage = await openStage();
    const { terms } = await termsNow();
    // Other journeys rely on the fees of the demo.
    restore = async () => saveTerms(terms, (await termsNow()).revision);
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  after(() => restore());

  it('are changed after their effect on a sale is seen, and hold for later payments only', async () => {
    const { page, look } = admin;
    const earlier = await stage.paidBy({ name: 'Vera Antes', email: 'vera@example.com' });
    const feeBefore = await feeOf(earlier);
    await page.getByRole('link', { name: 'Taxas e prazos' }).click();
    await page.waitForURL(`**${PAGE}`);
    const example = page.getByRole('region', { name: 'Uma venda de exemplo' });
    const sale = example.getByRole('row').filter({ hasText: /^PIX/ });
    await sale.getByText(reais(100_00)).waitFor();
    await look('terms');

    const pix = group(admin, 'PIX');
    await pix.getByLabel('Taxa', { exact: true }).fill('10,00');
    await pix.getByLabel('Taxa fixa').fill('2,00');
    await sale.getByText(reais(88_00)).waitFor();
    await sale
      .getByText(/^hoje R\$/)
      .first()
      .waitFor();
    await page.getByText('Alterações não salvas').waitFor();
    await look('terms-changed');
    await save(admin);
    await toast(admin);
    await page.getByText('Alterações não salvas').waitFor({ state: 'detached' });
    const later = await stage.paidBy({ name: 'Vera Depois', email: 'vera@example.com' });
    // 10 % of R$ 97,00 and R$ 2,00.
    expect(await feeOf(later)).to.equal(11_70);
    expect(await feeOf(earlier)).to.equal(feeBefore);

    await page.getByRole('tab', { name: 'Histórico' }).click();
    const change = page.getByRole('listitem').filter({ hasText: 'PIX: taxa' }).first();
    await change.getByText(`por ${people.admin.email}`).waitFor();
    await change.getByRole('row', { name: 'PIX: taxa fixa' }).getByText(reais(2_00)).waitFor();
    await change
      .getByRole('row', { name: /^PIX: taxa \d/ })
      .getByText('10,00%')
      .waitFor();
    await look('terms-history');
  });

  it('say at each field what is wrong, and before they are saved what a sale would lose', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    const free = page.getByLabel('Parcelas sem juros');
    await page.getByLabel('Máximo de parcelas').fill('3');
    await free.fill('4');
    await page.getByLabel('Vencimento do boleto').fill('31');
    await page.getByLabel('Saque mínimo').fill('');
    await page.getByText('Corrija o que está marcado para ver o efeito.').waitFor();
    await save(admin);
    await page.getByText('No máximo o número de parcelas.').waitFor();
    await page.getByText('De 1 a 30 dias.').waitFor();
    await page.getByText('Informe este campo.').waitFor();
    await free.and(page.locator(':focus')).waitFor();
    await look('terms-errors');
    await page.getByRole('button', { name: 'Descartar' }).click();
    expect(await free.inputValue()).to.equal(
      String((await termsNow()).terms.installments.interestFree),
    );
    await group(admin, 'Boleto').getByLabel('Taxa', { exact: true }).fill('100,00');
    await page.getByText('Boleto: a taxa leva o preço inteiro').waitFor();
    await page.getByLabel('Parcelas sem juros').fill('12');
    await page.getByText('Nenhuma parcela tem juros.').waitFor();
    await look('terms-warning');

    await page.getByRole('link', { name: 'Adquirentes' }).click();
    const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' });
    await leaving.getByRole('button', { name: 'Sair sem salvar' }).click();
    await page.waitForURL('**/acquirings');
  });

  it('say before they are saved until when a sale can be paid, and what can be withdrawn of it', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    const example = page.getByRole('region', { name: 'Uma venda de exemplo' });
    const valueOf = (name: string) =>
      example.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
    await page.getByLabel('Validade do PIX').fill('30');
    await valueOf('PIX').first().getByText('hoje').waitFor();
    await page.getByLabel('Saque máximo').fill('50,00');
    await page.getByLabel('Aprovação acima de').fill('40,00');
    await valueOf('De uma vez').getByText(reais(50_00)).waitFor();
    await valueOf('Espera aprovação').getByText('de 1 pessoa').waitFor();
    await look('terms-effects');
    await page.getByLabel('Saque máximo').fill('1,00');
    await page.getByText('ninguém consegue sacar').waitFor();
    await valueOf('De uma vez').getByText('nada').waitFor();
    await look('terms-effects-nothing');
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  it('whose first save lost its answer are not shown as another’s change, though their user typed on', async () => {
    const { page, goto } = admin;
    await goto(PAGE);
    const minimum = page.getByLabel('Saque mínimo');
    await minimum.fill('71,00');
    await page.route(
      '**/api/admin.revisePlatformTerms',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save(admin);
    await page.getByText('Sem conexão. Verifique').first().waitFor();
    await minimum.fill('72,00');
    await save(admin);
    const notice = page.getByRole('alert').filter({ hasText: 'enquanto você editava' });
    await Promise.race([toast(admin), notice.waitFor()]);
    expect(await notice.count()).to.equal(0);
  });

  it('that another administrator changed meanwhile are shown, and nothing that was typed is lost', async () => {
    const { page, goto, look } = admin;
    await goto(PAGE);
    const minimum = page.getByLabel('Saque mínimo');
    await minimum.fill('77,00');
    const fee = group(admin, 'Cartão').getByLabel('Taxa', { exact: true });
    await fee.waitFor();
    const { terms, revision } = await termsNow();
    const CREDIT_CARD = { ...terms.fees.CREDIT_CARD, percent: 650 };
    await saveTerms({ ...terms, fees: { ...terms.fees, CREDIT_CARD } }, revision);
    await save(admin);
    const notice = page.getByRole('alert').filter({ hasText: 'enquanto você editava' });
    await notice
      .getByRole('row', { name: /^Cartão: taxa/ })
      .getByText('6,50%')
      .waitFor();
    await look('terms-meanwhile');
    expect(await minimum.inputValue()).to.equal('77,00');
    expect(await fee.inputValue()).to.equal('6,50');
    await save(admin);
    await toast(admin);
    await notice.waitFor({ state: 'detached' });
    const savedTerms = (await termsNow()).terms;
    expect([savedTerms.withdrawals.minimum, savedTerms.fees.CREDIT_CARD.percent]).to.deep.equal([
      77_00, 650,
    ]);
  });

  it('are saved at once when only routes were changed meanwhile', async () => {
    const { page, goto } = admin;
    await goto(PAGE);
    await page.getByLabel('Saque mínimo').fill('78,00');
    const cookie = await stage.product.signIn(people.admin.email);
    const readAcquiring = () => stage.product.ask('admin.getAcquiring', {}, { cookie });
    const { routes, stepAside, revision: basedOn } = await readAcquiring();
    const slower = { ...stepAside, slowerThan: stepAside.slowerThan + 1 };
    const caller = () => ({ cookie, key: randomUUID() });
    const changed = { routes, stepAside: slower, basedOn };
    await stage.product.ask('admin.reviseRoutes', changed, caller());
    await save(admin);
    await toast(admin);
    const initial = { routes, stepAside, basedOn: (await readAcquiring()).revision };
    await stage.product.ask('admin.reviseRoutes', initial, caller());
    expect((await termsNow()).terms.withdrawals.minimum).to.equal(78_00);
  });

  it('have a notice that sellers read on their pages until it is removed', async () => {
    const { page, goto } = admin;
    const notice = 'Domingo, das 2h às 4h, os saques esperam.';
    await goto(PAGE);
    await page.getByLabel('Aviso', { exact: true }).fill(notice);
    await save(admin);
    await page.getByRole('region', { name: 'Aviso de manutenção' }).getByText(notice).waitFor();
    const seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    await seller.page.getByText(notice).waitFor();
    await seller.look('maintenance-desktop');
    await seller.page.setViewportSize(PHONE);
    await seller.look('maintenance-phone');
    await page.getByLabel('Aviso', { exact: true }).fill('');
    await save(admin);
    await page.getByRole('region', { name: 'Aviso de manutenção' }).waitFor({ state: 'detached' });
    await seller.goto('/platform/financial');
    await seller.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await seller.page.getByText(notice).count()).to.equal(0);
    await seller.page.context().close();
  });

  it('are not shown to staff without the permission', async () => {
    const accountant = await stage.person();
    await accountant.signIn('/admin-root-login', people.accountant.email);
    await accountant.goto(PAGE);
    await accountant.page.getByText('Você não tem acesso a esta página').waitFor();
  });

  it('are read in both languages, on a phone and on a desktop', async () => {
    for (const language of ['pt', 'en']) {
      for (const viewport of [PHONE, DESKTOP]) {
        const { page, goto, look } = await stage.person(viewport);
        await page.context().addCookies(await admin.page.context().cookies());
        await page.addInitScript(`localStorage.setItem('razao.language', '${language}')`);
        await goto(PAGE);
        const [title, history] =
          language === 'pt'
            ? ['Uma venda de exemplo', 'Histórico']
            : ['An example sale', 'History'];
        await page.getByRole('region', { name: title }).getByRole('row').nth(3).waitFor();
        await look(`terms-${language}-${viewport.width}`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(
          viewport.width,
        );
        await page.getByRole('tab', { name: history }).click();
        await page.getByRole('listitem').first().waitFor();
        await look(`terms-history-${language}-${viewport.width}`);
        await page.context().close();
      }
    }
  });
});
