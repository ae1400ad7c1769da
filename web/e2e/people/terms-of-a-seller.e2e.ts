import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OwnTerms } from '#/api/contract/seller-terms.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, reais, type Person, type Stage } from '#/web/e2e/stage.ts';
import { accept, invitationLink, invite } from '#/web/e2e/testing/functionary.ts';
import { register, registrationLink } from '#/web/e2e/testing/register.ts';

const PAGE = '/admin-root/manage-users';
const SELLER_ID = 'demo-seller';

describe('Terms of one seller', function () {
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;

  before(async () => {
    stage = await openStage();
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  // Other journeys rely on the platform's fees.
  after(async () => {
    await saveTerms({});
    await admin.page.context().close();
  });

  const caller = async () => ({
    cookie: await stage.product.signIn(people.admin.email),
    key: randomUUID(),
  });

  const saveTerms = async (terms: OwnTerms): Promise<void> => {
    const by = await caller();
    const seller = { sellerId: SELLER_ID };
    const { revision: basedOn } = await stage.product.ask('admin.getSellerTerms', seller, by);
    await stage.product.ask('admin.reviseSellerTerms', { ...seller, terms, basedOn }, by);
  };

  /** Opens the fees of a seller. */
  const open = async (name: string) => {
    await admin.goto(PAGE);
    await admin.page.getByRole('button', { name: `Abrir ${name}` }).click();
    const details = admin.page.getByRole('dialog', { name });
    await details.getByRole('tab', { name: 'Taxas' }).click();
    const card = details.getByRole('group', { name: 'Cartão', exact: true });
    const fee = card.getByLabel('Taxa', { exact: true });
    const example = details.getByRole('region', { name: 'Uma venda de exemplo' });
    const sale = example.getByRole('row').filter({ hasText: /^Cartão à vista/ });
    await fee.waitFor();
    return { details, card, fee, sale };
  };

  const save = async ({ details }: Awaited<ReturnType<typeof open>>): Promise<void> =>
    details.getByRole('button', { name: 'Salvar condições' }).click();

  /** @returns the platform's fee, in cents */
  const feeOfCardSale = async (): Promise<number> => {
    const token = await cardToken(stage.product, '4111111111111111');
    const { paymentId } = await stage.product.ask('checkout.purchase', {
      offerId: 'demo-ebook',
      paymentMethod: 'CREDIT_CARD',
      creditCard: { token, installments: 1 },
      name: 'Vera Cartão',
      email: `${randomUUID()}@example.com`,
      cpf: '52998224725',
      phone: '11987654321',
    });
    return eventually(async () => {
      const { sale } = await stage.product.ask('admin.getSale', { paymentId }, await caller());
      return sale.status === 'APPROVED' ? sale.fee : undefined;
    }, 'the card is approved');
  };

  it('are seen on an example, saved, and price the next purchase at this seller', async () => {
    const { page, look } = admin;
    // 5,99 % of R$ 97,00 and R$ 1,00.
    expect(await feeOfCardSale()).to.equal(6_81);
    const shown = await open('Estúdio Aurora');
    await shown.card.getByText('plataforma: 5,99%').waitFor();
    await shown.sale.getByText(reais(6_99)).waitFor();
    await look('seller-terms');
    await shown.fee.fill('1,00');
    await shown.sale.getByText(reais(2_00)).waitFor();
    await shown.sale.getByText(`hoje ${reais(6_99)}`).waitFor();
    await look('seller-terms-changed');
    await save(shown);
    await page.getByText('Condições salvas').filter({ visible: true }).last().waitFor();
    // 1,00 % and R$ 1,00.
    expect(await feeOfCardSale()).to.equal(1_97);

    await shown.details.getByRole('tab', { name: 'Cadastro' }).click();
    await shown.details.getByText('Histórico do cadastro').click();
    const change = shown.details.getByRole('listitem').filter({ hasText: 'Cartão: taxa' }).first();
    await change.getByText(`por ${people.admin.email}`).waitFor();
    await change.getByRole('row', { name: 'Cartão: taxa como a plataforma 1,00%' }).waitFor();
    await look('seller-terms-log');
  });

  it('say before they are saved what a sale would lose, and lose nothing that was typed', async () => {
    const { page, look } = admin;
    const shown = await open('Estúdio Aurora');
    await shown.fee.fill('100,00');
    await shown.details.getByText('Cartão: a taxa leva o preço inteiro').waitFor();
    await look('seller-terms-warning');
    await shown.details.getByRole('tab', { name: 'Cadastro' }).click();
    await shown.details.getByRole('tab', { name: 'Taxas' }).click();
    expect(await shown.fee.inputValue()).to.equal('100,00');
    await shown.details.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await shown.details.getByRole('button', { name: 'Descartar' }).click();
    expect(await shown.fee.inputValue()).to.equal('1,00');
  });

  it('changed by one member of staff meanwhile are shown to the second, who loses nothing typed', async () => {
    const { page, look } = admin;
    await saveTerms({ fees: { CREDIT_CARD: { percent: 100 } } });
    const shown = await open('Estúdio Aurora');
    const withdrawal = shown.details.getByLabel('Taxa por saque');
    await withdrawal.fill('0,50');
    await saveTerms({ fees: { CREDIT_CARD: { percent: 150 } } });
    await save(shown);
    const notice = shown.details.getByRole('alert').filter({ hasText: 'enquanto você editava' });
    await notice.getByRole('row', { name: 'Cartão: taxa 1,00% 1,50%' }).waitFor();
    await look('seller-terms-meanwhile');
    expect(await withdrawal.inputValue()).to.equal('0,50');
    await save(shown);
    await page.getByText('Condições salvas').filter({ visible: true }).last().waitFor();
    await notice.waitFor({ state: 'detached' });
    const { own } = await stage.product.ask(
      'admin.getSellerTerms',
      { sellerId: SELLER_ID },
      await caller(),
    );
    expect(own).to.deep.equal({
      fees: { CREDIT_CARD: { percent: 150 } },
      withdrawals: { fee: 50 },
    });
  });

  it('limit the seller’s withdrawals, with the platform’s limits beside them', async () => {
    const { page, look } = admin;
    const shown = await open('Estúdio Aurora');
    const largest = shown.details.getByLabel('Saque máximo');
    await shown.details.getByText('de uma vez · plataforma:').waitFor();
    await largest.fill('900,00');
    await shown.details.getByLabel('Aprovação acima de').fill('500,00');
    await shown.details.getByLabel('Segunda pessoa acima de').fill('400,00');
    await save(shown);
    await shown.details.getByText('Não pode ser menor que o primeiro limite.').waitFor();
    await shown.details.getByLabel('Segunda pessoa acima de').fill('800,00');
    await look('seller-limits');
    await save(shown);
    await page.getByText('Condições salvas').filter({ visible: true }).last().waitFor();
    const cookie = await stage.product.signIn(people.seller.email);
    const terms = await stage.product.ask('seller.getWithdrawalTerms', {}, { cookie });
    expect(terms).to.include({ largest: 900_00, approvalAbove: 500_00 });
    await shown.details.getByRole('tab', { name: 'Cadastro' }).click();
    await shown.details.getByText('Histórico do cadastro').click();
    const change = shown.details.getByRole('listitem').filter({ hasText: 'Saque máximo' }).first();
    await change.getByText(`por ${people.admin.email}`).waitFor();
  });

  it('of another seller stay the platform’s', async () => {
    const email = 'tais@loja.example';
    await stage.product.ask('admin.inviteSeller', { email }, await caller());
    const tais = await stage.person();
    const link = await registrationLink(stage, email, 'Você foi convidado para vender');
    await register(tais, link, { name: 'Taís Padrão', document: '123.456.789-09' });
    await tais.page.context().close();
    const shown = await open('Taís Padrão');
    expect(await shown.fee.inputValue()).to.equal('');
    await shown.sale.getByText(reais(6_99)).waitFor();
  });

  it('are read in both languages, on a phone and on a desktop', async () => {
    for (const language of ['pt', 'en']) {
      for (const viewport of [PHONE, DESKTOP]) {
        const { page, goto, look } = await stage.person(viewport);
        await page.context().addCookies(await admin.page.context().cookies());
        await page.addInitScript(`localStorage.setItem('razao.language', '${language}')`);
        await goto(`${PAGE}?open=${SELLER_ID}`);
        const [tab, title] =
          language === 'pt' ? ['Taxas', 'Uma venda de exemplo'] : ['Fees', 'An example sale'];
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('region', { name: title }).getByRole('row').nth(3).waitFor();
        await look(`seller-terms-${language}-${viewport.width}`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(
          viewport.width,
        );
        await page.context().close();
      }
    }
  });

  it('are only read without advanced options', async () => {
    const email = 'rui.leitor@equipe.example';
    await invite(admin, email, ['Usuários']);
    const { page, goto, look } = await accept(stage, await invitationLink(stage, email), 'Rui');
    await goto(`${PAGE}?open=${SELLER_ID}`);
    await page.getByRole('tab', { name: 'Taxas' }).click();
    await page.getByText(/^O que está vazio segue a plataforma/).waitFor();
    const card = page.getByRole('group', { name: 'Cartão', exact: true });
    expect(await card.getByLabel('Taxa', { exact: true }).isDisabled()).to.equal(true);
    expect(await page.getByRole('button', { name: 'Salvar condições' }).count()).to.equal(0);
    await look('seller-terms-read');
    await page.context().close();
  });
});
