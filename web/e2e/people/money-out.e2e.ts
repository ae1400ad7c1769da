import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { people } from '#/scripts/testing/product.ts';
import {
  centsShown,
  openStage,
  PHONE,
  reais,
  locateTile,
  type Person,
  type Stage,
} from '#/web/e2e/stage.ts';
import { pdfText } from '#/api/exports/testing/pdf-text.ts';
import { accept, invitationLink, invite } from '#/web/e2e/testing/functionary.ts';
import { lookBoth } from '#/web/e2e/testing/look-both.ts';
import { isSigned, signedPart } from '#/web/e2e/testing/signed-receipt.ts';

const QUEUE = '/admin-root/manage-withdraws';
const SELLER = people.seller.name;

describe('A withdrawal that staff approve', function () {
  this.timeout(180_000);
  let stage: Stage;
  let admin: Person;
  let seller: Person;
  let restore: () => Promise<void>;

  const cookieOfAdmin = () => stage.product.signIn(people.admin.email);

  before(async () => {
    stage = await openStage();
    const { terms } = await stage.product.ask(
      'admin.getPlatformTerms',
      {},
      { cookie: await cookieOfAdmin() },
    );
    // Other journeys withdraw without approval.
    restore = async () => {
      const cookie = await cookieOfAdmin();
      const { revision: basedOn } = await stage.product.ask(
        'admin.getPlatformTerms',
        {},
        { cookie },
      );
      const caller = { cookie, key: randomUUID() };
      await stage.product.ask('admin.revisePlatformTerms', { terms, basedOn }, caller);
    };
  });
  after(() => restore());

  // A sign-in counts as a step-up for five minutes; all journeys together may take longer.
  beforeEach(async () => {
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
  });
  afterEach(async () => {
    await admin.page.context().close();
    await seller.page.context().close();
  });

  const withdraw = async (amount: string): Promise<void> => {
    const { page, goto } = seller;
    await goto('/platform/financial');
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sacar por PIX' });
    await dialog.getByLabel('Valor do saque').fill(amount);
    await dialog.getByText('Este saque espera a aprovação da equipe').waitFor();
    await dialog.getByRole('button', { name: 'Solicitar saque' }).click();
    await page.getByText('Saque solicitado').filter({ visible: true }).first().waitFor();
    await newest().getByText('Aguardando aprovação').waitFor();
  };

  const newest = (): Locator => seller.page.locator('#withdrawals').getByRole('listitem').first();

  const rows = ({ page }: Person): Locator =>
    page.getByRole('row').filter({ hasText: SELLER }).filter({ visible: true });

  const openNext = async ({ page, goto }: Person): Promise<Locator> => {
    await goto(QUEUE);
    await page
      .getByRole('button', { name: `Abrir ${SELLER}` })
      .first()
      .click();
    const details = page.getByRole('dialog', { name: SELLER });
    await details.waitFor();
    return details;
  };

  it('waits above the second limit until two different people have approved it, and has a signed receipt', async () => {
    const { page, goto } = admin;
    await goto('/admin-root/platform-settings');
    const second = page.getByLabel('Segunda pessoa acima de');
    await page.getByLabel('Aprovação acima de').fill('30,00');
    await second.fill('20,00');
    await page.getByRole('button', { name: 'Salvar condições' }).click();
    await page.getByText('Não pode ser menor que o primeiro limite.').waitFor();
    await second.and(page.locator(':focus')).waitFor();
    await admin.look('terms-limits-error');
    await second.fill('40,00');
    await page.getByRole('button', { name: 'Salvar condições' }).click();
    await page.getByText('Condições salvas').filter({ visible: true }).last().waitFor();
    await page.getByRole('tab', { name: 'Histórico' }).click();
    const change = page.getByRole('listitem').filter({ hasText: 'Segunda pessoa acima de' });
    await change.first().getByText(reais(40_00)).waitFor();

    await seller.goto('/platform/financial');
    await seller.page.getByRole('button', { name: 'Sacar', exact: true }).click();
    await seller.page.getByText(`Acima de ${reais(30_00)} a equipe aprova antes`).waitFor();
    await lookBoth(seller, 'withdrawal-limits');
    await withdraw('41,00');
    await lookBoth(seller, 'financial-waits-for-approval');

    await page.getByRole('link', { name: 'Saques a aprovar' }).click();
    await page.waitForURL(`**${QUEUE}`);
    await rows(admin).getByText('0 de 2').waitFor();
    await rows(admin).getByText('Acima do 2º limite').waitFor();
    await lookBoth(admin, 'payout-queue');
    const details = await openNext(admin);
    await details.getByText('Duas pessoas diferentes precisam aprovar.').waitFor();
    await details.getByRole('link', { name: 'Ver cadastro do vendedor' }).waitFor();
    await lookBoth(admin, 'payout-detail');
    await page.keyboard.press('a');
    const approval = page.getByRole('dialog', { name: 'Aprovar 1 saque?' });
    await approval.getByText('Um deles ainda vai esperar outra pessoa.').waitFor();
    await lookBoth(admin, 'payout-approve');
    await approval.getByRole('button', { name: /^Aprovar R\$/ }).click();
    await page.getByText('Aprovado por você. Falta outra pessoa.').waitFor();
    await rows(admin).getByText('1 de 2').waitFor();
    const reopened = await openNext(admin);
    await reopened.getByText('Você já aprovou. Falta outra pessoa.').last().waitFor();
    expect(await reopened.getByRole('button', { name: 'Aprovar', exact: true }).count()).to.equal(
      0,
    );

    const email = 'paula.paga@example.com';
    await invite(admin, email, ['Pedidos de saque de usuários', 'Saques pagos']);
    const paula = await accept(stage, await invitationLink(stage, email), 'Paula Paga');
    await paula.page.waitForURL(`**${QUEUE}`);
    await rows(paula).getByText(`por ${people.admin.email}`).waitFor();
    await paula.page.getByRole('checkbox', { name: `Selecionar ${SELLER}` }).check();
    await paula.page.getByRole('button', { name: 'Aprovar 1 saque' }).click();
    const dialog = paula.page.getByRole('dialog', { name: 'Aprovar 1 saque?' });
    await dialog.getByRole('button', { name: /^Aprovar R\$/ }).click();
    await paula.page.getByText('Saque aprovado').waitFor();
    await paula.page.getByText('Nenhum saque espera').waitFor();
    await lookBoth(paula, 'payout-queue-empty');

    await newest().getByText('Pago', { exact: true }).waitFor();
    await newest().getByRole('link', { name: 'Comprovante' }).click();
    await seller.page.getByRole('heading', { name: 'Comprovante de saque' }).waitFor();
    const { statement, keyId, signature } = await signedPart(seller.page);
    expect(isSigned(statement, keyId, signature)).to.equal(true);
    expect(isSigned(statement.replace('BRL', 'USD'), keyId, signature)).to.equal(false);
    expect(JSON.parse(statement)).to.include({ currency: 'BRL' });
    const withdrawalId = new URL(seller.page.url()).searchParams.get('receipt') ?? '';
    expect(statement).to.include(withdrawalId);
    await lookBoth(seller, 'receipt');
    const sellerDownload = seller.page.waitForEvent('download');
    await seller.page.getByRole('button', { name: 'Baixar PDF' }).click();
    const sellerFile = await sellerDownload;
    expect(sellerFile.suggestedFilename()).to.match(/^comprovante-de-saque-.*\.pdf$/);
    const sellerPdf = pdfText(await readFile(await sellerFile.path()));
    expect(sellerPdf).to.include(withdrawalId).and.include(reais(41_00).replaceAll(/\s/g, ' '));
    await seller.page.emulateMedia({ media: 'print' });
    const print = seller.page.getByRole('button', { name: 'Imprimir' });
    expect(await print.isVisible(), 'on paper').to.equal(false);
    const frame = seller.page.getByRole('navigation', { name: 'Navegação principal' });
    expect(await frame.isVisible(), 'on paper').to.equal(false);
    expect((await seller.page.pdf()).subarray(0, 5).toString()).to.equal('%PDF-');

    await paula.goto('/admin-root/paid-withdrawals');
    const paid = rows(paula).first();
    await paid.getByText(`${people.admin.email}, ${email}`).waitFor();
    await lookBoth(paula, 'paid-withdrawals');
    await paula.page.getByRole('button', { name: 'Exportar', exact: true }).click();
    const exporting = paula.page.getByRole('dialog', { name: 'Exportar saques pagos' });
    const csvDownload = paula.page.waitForEvent('download');
    await exporting.getByRole('button', { name: 'Baixar CSV' }).click();
    const file = await readFile(await (await csvDownload).path(), 'utf8');
    expect(file).to.include(`;${withdrawalId};`).and.include(`${people.admin.email}, ${email}`);
    await exporting.getByText(/linhas? salvas?\.$/).waitFor();
    await lookBoth(paula, 'paid-withdrawals-export');
    await paula.page.keyboard.press('Escape');
    await paid.getByRole('link', { name: `Comprovante: ${SELLER}` }).click();
    await paula.page.getByText('Declaração assinada').waitFor();
    const staffDownload = paula.page.waitForEvent('download');
    await paula.page.getByRole('button', { name: 'Baixar PDF' }).click();
    expect(pdfText(await readFile(await (await staffDownload).path()))).to.include(withdrawalId);
    await paula.page.getByRole('link', { name: 'Voltar à lista' }).click();
    await paid.waitFor();
    await paula.page.context().close();
  });

  it('shows two members of staff at once who analyses it, and lets one take over from the other', async () => {
    await withdraw('35,00');
    const email = 'nina.analisa@example.com';
    await invite(admin, email, ['Pedidos de saque de usuários']);
    const other = await accept(stage, await invitationLink(stage, email), 'Nina Analisa');
    await other.page.waitForURL(`**${QUEUE}`);
    await other.page.setViewportSize(PHONE);
    const shownTo = ({ page }: Person, text: string | RegExp): Promise<void> =>
      page.getByText(text).filter({ visible: true }).first().waitFor();
    const details = await openNext(admin);
    await details.getByRole('button', { name: 'Analisar' }).click();
    await shownTo(admin, /^Em análise por você desde/);
    await shownTo(other, `Em análise por ${people.admin.email} desde`);
    await other.look('payout-in-analysis-phone');
    const same = await openNext(other);
    await same.getByText(`Em análise por ${people.admin.email} desde`).waitFor();
    await other.page.keyboard.press('e');
    await same.getByText(/^Em análise por você desde/).waitFor();
    await shownTo(admin, `Em análise por ${email} desde`);
    await details.getByRole('button', { name: 'Assumir análise' }).waitFor();
    await admin.look('payout-in-analysis-desktop');
    await same.getByRole('button', { name: 'Deixar análise' }).click();
    await details.getByRole('button', { name: 'Analisar' }).waitFor();
    await other.page.context().close();
    await admin.page.keyboard.press('a');
    const approval = admin.page.getByRole('dialog', { name: 'Aprovar 1 saque?' });
    await approval.getByRole('button', { name: /^Aprovar R\$/ }).click();
    await approval.waitFor({ state: 'detached' });
  });

  it('is refused with a reason that the seller reads, and the money is free again', async () => {
    await seller.goto('/platform/financial');
    const before = await centsShown(locateTile(seller, 'Disponível'));
    await withdraw('31,00');
    const details = await openNext(admin);
    await details.getByText('0 de 1').waitFor();
    await admin.page.keyboard.press('r');
    const dialog = admin.page.getByRole('dialog', { name: `Recusar o saque de ${SELLER}` });
    await dialog.getByRole('button', { name: 'Recusar saque' }).click();
    await dialog.getByText('Escreva o motivo com pelo menos 3 letras.').waitFor();
    await lookBoth(admin, 'payout-refuse-error');
    await dialog.getByLabel('Motivo da recusa').fill('Confira o destino conosco');
    await dialog.getByRole('button', { name: 'Recusar saque' }).click();
    await admin.page.getByText('Saque recusado').waitFor();
    await newest().getByText('Recusado', { exact: true }).waitFor();
    await newest().getByText('Confira o destino conosco').waitFor();
    await newest().getByText('Recusado pela equipe da plataforma.').waitFor();
    await locateTile(seller, 'Disponível').getByText(reais(before)).first().waitFor();
    await seller.look('financial-refused');
  });

  it('is approved together with others; the dialog says which was refused meanwhile, and which was approved', async () => {
    await withdraw('31,00');
    await withdraw('32,00');
    const { page, goto } = admin;
    await goto(QUEUE);
    await page.getByRole('button', { name: 'Selecionar todos desta página' }).click();
    await page.getByText(`2 saques selecionados: ${reais(63_00)}`).waitFor();
    const approve = page.getByRole('button', { name: 'Aprovar 2 saques' });
    await approve.click();
    const dialog = page.getByRole('dialog', { name: 'Aprovar 2 saques?' });
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await approve.click();
    const confirm = dialog.getByRole('button', { name: /^Aprovar R\$/ });
    await confirm.waitFor();
    const cookie = await cookieOfAdmin();
    const { items } = await stage.product.ask('admin.listWaitingWithdrawals', {}, { cookie });
    const withdrawalId = items.find(({ amount }) => amount === 31_00)?.withdrawalId ?? '';
    const refusal = { withdrawalId, reason: 'Recusado em outra janela' };
    await stage.product.ask('admin.refuseWithdrawal', refusal, { cookie, key: randomUUID() });
    await confirm.click();
    await dialog.getByText('1 de 2 aprovados.').waitFor();
    const line = (amount: number) =>
      dialog.getByRole('listitem').filter({ hasText: reais(amount) });
    await line(31_00).getByText('Este saque não espera mais por aprovação.').waitFor();
    await line(32_00).getByText('Aprovado: segue para o destino').waitFor();
    await lookBoth(admin, 'payout-approved-some');
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
    await page.getByText('Nenhum saque espera').waitFor();
    await newest().getByText('Pago', { exact: true }).waitFor();
  });
});
