import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Browser, Locator } from 'playwright-core';
import { makeOffer } from '#/api/testing/ebook.ts';
import { bookFunds } from '#/api/testing/fund.ts';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import { startPostalCodeService } from '#/scripts/testing/postal-code-service.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { writeAt } from '#/scripts/testing/write-at.ts';
import { paidIn, personAt, reais, type Person } from '#/web/e2e/stage.ts';
import { picture } from '#/web/e2e/testing/picture.ts';
import { fillDetails, ofEverySeller } from '#/web/e2e/testing/receiver-details.ts';
import { addToApp } from '#/web/e2e/testing/authenticator.ts';
import { invite } from '#/web/e2e/testing/functionary.ts';
import { isSigned, signedPart } from '#/web/e2e/testing/signed-receipt.ts';
import { mailTo } from '#/web/e2e/testing/mail-to.ts';
import { PASSWORD, register } from '#/web/e2e/testing/register.ts';

const PLATFORM = 'Loja Azul';
const SELLER = 'Vera Vendedora';
const INVITATION = 'Você foi convidado para a equipe';

/** Flags of an accountant who also looks at payouts. */
const FLAGS = [
  'Painel',
  'Vendas',
  'Validação de documentos',
  'Pedidos de saque de usuários',
  'Saques pagos',
];

describe('An empty installation, up to its first payout', function () {
  this.timeout(120_000);
  let product: Product;
  let postalCodes: Awaited<ReturnType<typeof startPostalCodeService>>;
  let browser: Browser;
  let mara: Person;
  let ana: Person;
  let paula: Person;
  let vera: Person;
  const faults: string[] = [];
  /** Used links, with the heading of the page that each shows from then on. */
  const usedLinks: (readonly [link: string, heading: string])[] = [];

  const someone = () => personAt(browser, product.url, faults);

  before(async () => {
    postalCodes = await startPostalCodeService();
    product = await startProduct(0, { isEmpty: true, postalCodeUrl: postalCodes.url });
    browser = await launchBrowser();
    [mara, ana, paula, vera] = await Promise.all([someone(), someone(), someone(), someone()]);
  });
  after(async () => {
    await browser.close();
    await product.stop();
    await postalCodes.stop();
    expect(faults, 'what browsers complained about').to.deep.equal([]);
  });

  const atHeading = ({ page }: Person, name: string): Promise<void> =>
    page.getByRole('heading', { name, exact: true }).first().waitFor();

  /** @returns the link in the mail */
  const mailedLink = async (email: string, subject: string, path: string): Promise<string> => {
    const reader = await someone();
    await mailTo(reader, email, subject);
    const link = reader.page.locator(`a[href*="${path}"]`).first();
    const href = (await link.getAttribute('href')) ?? '';
    await reader.page.context().close();
    return href;
  };

  /** Accepts an invitation with a name and a password. */
  const acceptInvitation = async (
    { page }: Person,
    link: string,
    typed: Readonly<Record<string, string>>,
  ): Promise<void> => {
    usedLinks.push([link, 'Convite sem validade']);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Você foi convidado' }).waitFor();
    const all = { ...typed, Senha: PASSWORD, 'Repita a senha': PASSWORD };
    for (const [label, text] of Object.entries(all))
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Criar acesso' }).click();
  };

  /** Sets up the second factor, which is optional at a local address, obligatory at a public one. */
  const switchOnFactor = async ({ page }: Person, name: string): Promise<void> => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Segundo fator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Segundo fator' });
    await dialog.getByRole('button', { name: 'Ativar', exact: true }).click();
    await addToApp(page);
    await dialog.getByText('Restam 10 códigos de recuperação.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  it('gets its first master by a link, who sets up the second factor', async () => {
    const { output } = await runScript('invite', [], product.environment);
    const path = /\/welcome#[\w-]{43}/.exec(output)?.[0] ?? expect.fail(output);
    await acceptInvitation(mara, `${product.url}${path}`, {
      'Seu nome': 'Mara Mestra',
      'E-mail': 'mara@razao.example',
    });
    await mara.page.getByText('Nenhuma plataforma ainda').waitFor();
    await switchOnFactor(mara, 'Mara Mestra');
  });

  it('gets a platform, and by mail its administrator, who sets up the second factor', async () => {
    const { page } = mara;
    await page.getByRole('button', { name: 'Criar plataforma' }).click();
    const made = page.getByRole('dialog', { name: 'Criar plataforma' });
    await made.getByLabel('Nome da plataforma').fill(PLATFORM);
    await made.getByRole('button', { name: 'Criar plataforma' }).click();
    await atHeading(mara, PLATFORM);
    await page.getByRole('button', { name: 'Convidar administrador' }).click();
    const invited = page.getByRole('dialog', { name: 'Convidar administrador' });
    await invited.getByLabel('E-mail').fill('ana@loja.example');
    await invited.getByRole('button', { name: 'Enviar convite' }).click();
    await invited.getByRole('button', { name: 'Concluir' }).click();
    await acceptInvitation(ana, await mailedLink('ana@loja.example', INVITATION, '/welcome#'), {
      'Seu nome': 'Ana Souza',
    });
    await atHeading(ana, 'Painel');
    await switchOnFactor(ana, 'Ana Souza');
  });

  it('is given an acquirer, limits of payouts and terms of use by its administrator', async () => {
    const { page, goto } = ana;
    await page.getByRole('link', { name: 'Conectar adquirente' }).click();
    await page.getByRole('tab', { name: 'Rotas', exact: true }).click();
    for (const purpose of ['PIX', 'Saques']) {
      await page.getByRole('combobox', { name: `Adicionar adquirente a ${purpose}` }).click();
      await page.getByRole('option', { name: 'Sandbox', exact: true }).click();
    }
    await page.getByRole('button', { name: 'Salvar rotas' }).click();
    await page.getByText('Rotas salvas').waitFor();
    await goto('/admin-root/platform-settings');
    await page.getByLabel('Aprovação acima de').fill('30,00');
    await page.getByLabel('Segunda pessoa acima de').fill('40,00');
    await page.getByRole('button', { name: 'Salvar condições' }).click();
    await page.getByText('Condições salvas').filter({ visible: true }).last().waitFor();
    await page.getByRole('tab', { name: 'Cadastro de vendedores' }).click();
    await page.getByLabel('Versão dos termos').fill('2026-11');
    await page.getByLabel('Termos de uso', { exact: true }).fill('Quem vende entrega.');
    await page.getByRole('radio', { name: 'Qualquer pessoa' }).check();
    await page.getByRole('button', { name: 'Salvar cadastro' }).click();
    await page.getByText('Cadastro salvo').waitFor();
  });

  it('gets a functionary with five flags, by mail', async () => {
    await invite(ana, 'paula@loja.example', FLAGS);
    await acceptInvitation(paula, await mailedLink('paula@loja.example', INVITATION, '/welcome#'), {
      'Seu nome': 'Paula Paga',
    });
    const pages = paula.page.getByRole('navigation', { name: 'Navegação principal' });
    await pages.getByRole('link', { name: 'Saques a aprovar' }).waitFor();
    expect(await pages.getByRole('link', { name: 'Taxas e prazos' }).count()).to.equal(0);
  });

  it('gets a seller, who registers by mail', async () => {
    const { page, goto } = vera;
    await goto('/register?platform=loja-azul');
    await page.getByLabel('E-mail').fill('vera@loja.example');
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText(/nada sai desta máquina/).waitFor();
    const subject = 'Continue o seu cadastro de vendedor';
    const link = await mailedLink('vera@loja.example', subject, '/register');
    usedLinks.push([link, 'Link sem validade']);
    await register(vera, link, { name: SELLER, document: '529.982.247-25' });
  });

  const slot = ({ page }: Person, kind: string): Locator =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: kind, exact: true }) });

  it('has the seller’s documents checked and approved by the functionary', async () => {
    await fillDetails(vera, {
      ...ofEverySeller,
      'Sobre você': { 'Data de nascimento': '31/01/1980', Profissão: 'Autora' },
    });
    await vera.page.getByRole('button', { name: 'Salvar dados' }).click();
    await vera.page.getByText('Dados salvos').waitFor();
    const slots = vera.page
      .getByRole('listitem')
      .filter({ has: vera.page.locator('input[type=file]') })
      .getByRole('heading');
    await slots.first().waitFor();
    const kinds = await slots.allInnerTexts();
    expect(kinds.length).to.be.greaterThan(1);
    for (const kind of kinds) {
      await slot(vera, kind).locator('input[type=file]').setInputFiles(picture);
      await slot(vera, kind).getByText('Em análise').waitFor();
    }
    await paula.goto('/admin-root/document-validation?review=WAITING');
    await paula.page.getByRole('row').filter({ hasText: SELLER }).getByRole('link').click();
    for (const kind of kinds) {
      await slot(paula, kind).getByRole('button', { name: 'Aprovar' }).click();
      await slot(paula, kind).getByText('Aprovado').waitFor();
    }
  });

  it('sells, and pauses withdrawals after a new PIX key, even once staff approve the key', async () => {
    const { page, goto } = vera;
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const session = await product.ask('session.get', {}, { cookie });
    const owner = { platformId: 'loja-azul', sellerId: session?.sellerId ?? '' };
    await writeAt(product, async (core) => {
      await makeOffer(core, owner, (platform) => ({
        platform,
        commandId: randomUUID(),
        actor: 'system',
        correlation: owner.sellerId,
      }));
      // Money to withdraw: the sale below is released only once its guarantee is over.
      await bookFunds(core, { ...owner, isSimulated: true }, 100_00);
    });
    await paidIn(product)({ name: 'Bia Compradora', email: 'bia@example.com' });
    await goto('/platform/financial');
    const card = page.getByRole('region', { name: 'Destinos' });
    await card.getByRole('button', { name: 'Adicionar chave' }).click();
    const dialog = page.getByRole('dialog', { name: 'Onde você quer receber' });
    await dialog.getByLabel('Chave PIX').fill('vera@loja.example');
    await dialog.getByRole('button', { name: 'Informar chave' }).click();
    await dialog.getByText('A equipe vai conferir esta chave').waitFor();
    await dialog.getByRole('button', { name: 'Entendi' }).click();
    await ana.goto('/admin-root/manage-bank-accounts');
    await ana.page
      .getByRole('row')
      .filter({ hasText: SELLER })
      .getByRole('link', { name: SELLER })
      .click();
    await ana.page.getByRole('button', { name: 'Aprovar destino' }).click();
    const approval = ana.page.getByRole('dialog', { name: 'Aprovar vera@loja.example?' });
    await approval.getByRole('button', { name: 'Aprovar destino' }).click();
    await ana.page.getByText('Destino aprovado').waitFor();
    await goto('/platform/financial');
    const item = card.getByRole('listitem').filter({ hasText: 'E-mail' });
    await item.getByText('Aprovada').waitFor();
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    await page.getByText(/^A senha, o e-mail, .* parados até \d/).waitFor();
    await page.keyboard.press('Escape');
    await item.getByRole('button', { name: 'Remover' }).click();
    await page.getByRole('button', { name: 'Remover chave' }).click();
    await item.waitFor({ state: 'detached' });
  });

  const approve = async ({ page, goto }: Person, message: string): Promise<void> => {
    await goto('/admin-root/manage-withdraws');
    await page.getByRole('checkbox', { name: `Selecionar ${SELLER}` }).check();
    await page.getByRole('button', { name: 'Aprovar 1 saque' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aprovar 1 saque?' });
    await dialog.getByRole('button', { name: /^Aprovar R\$/ }).click();
    await page.getByText(message).waitFor();
  };

  it('pays a withdrawal above the second limit once two people have approved it, and signs it', async () => {
    const { page } = vera;
    const newest = page.locator('#withdrawals').getByRole('listitem').first();
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    const own = page.getByRole('button', { name: 'Usar meu CPF' });
    await own.click();
    const dialog = page.getByRole('dialog', { name: 'Sacar por PIX' });
    await dialog.getByLabel('Valor do saque').fill('50,00');
    await dialog.getByRole('button', { name: 'Solicitar saque' }).click();
    await newest.getByText('Aguardando aprovação').waitFor();
    await approve(ana, 'Aprovado por você. Falta outra pessoa.');
    await approve(paula, 'Saque aprovado');
    await newest.getByText('Pago', { exact: true }).waitFor();
    await newest.getByRole('link', { name: 'Comprovante' }).click();
    await atHeading(vera, 'Comprovante de saque');
    await page
      .getByText(reais(50_00 - 1_99))
      .first()
      .waitFor();
    const { statement, keyId, signature } = await signedPart(page);
    expect(isSigned(statement, keyId, signature)).to.equal(true);
    expect(JSON.parse(statement)).to.include({ platform: 'loja-azul', amount: 50_00 - 1_99 });
  });

  it('lets no one in by a link that was used', async () => {
    expect(usedLinks).to.have.length(4);
    for (const [link, heading] of usedLinks) {
      const late = await someone();
      await late.page.goto(link);
      await atHeading(late, heading);
      await late.page.context().close();
    }
  });
});
