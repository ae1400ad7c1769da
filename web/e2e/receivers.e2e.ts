import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { openStage, PHONE, type Person, type Stage } from './stage.ts';
import { picture } from './testing/picture.ts';
import { address, fillDetails, ofEverySeller } from './testing/receiver-details.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

const ALL_FILES = [
  'Foto do documento',
  'Foto da pessoa com o documento',
  'Contrato social',
  'Comprovante de endereço',
  'Balanço patrimonial',
] as const;

describe('Registration of a seller with an acquirer', () => {
  let stage: Stage;
  let seller: Person;
  let admin: Person;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });

  const documentSlot = ({ page }: Person, kind: string): Locator =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: kind, exact: true }) });

  const send = async (kind: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    await documentSlot(seller, kind).locator('input[type=file]').setInputFiles(file);
    await documentSlot(seller, kind).getByText('Em análise').waitFor();
  };

  it('shows what is missing in the seller’s details, and saves them once complete', async () => {
    const { page } = seller;
    await seller.goto('/platform/my-profile');
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    const errorSummary = page.getByText('Há campos a corrigir.');
    await errorSummary.waitFor();
    const phone = page.getByRole('group', { name: 'Contato' }).getByLabel('Telefone com DDD');
    await phone.and(page.locator(':focus')).waitFor();
    await seller.look('my-profile-errors');
    const { Estado, ...home } = address;
    await fillDetails(seller, {
      ...ofEverySeller,
      'Representante legal': {
        'Nome completo': 'Ana Souza',
        CPF: '529.982.247-25',
        'Renda mensal': '8.000,00',
        'E-mail': 'ana@example.com',
        'Telefone com DDD': '11987654321',
      },
      'Sobre o representante legal': {
        'Data de nascimento': '31/01/1980',
        Profissão: 'Comerciante',
      },
      'Endereço do representante legal': home,
    });
    expect(await errorSummary.isVisible(), 'no state is taken for granted').to.equal(true);
    await fillDetails(seller, { 'Endereço do representante legal': { Estado } });
    await errorSummary.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    await page.getByText('Dados salvos').waitFor();
    await page.reload();
    expect(await phone.inputValue()).to.equal('11987654321');
  });

  it('tells the second of two people what the first changed, and keeps what the second typed', async () => {
    const { page } = seller;
    const business = page.getByRole('group', { name: 'Atividade' });
    const sells = business.getByLabel('O que você vende');
    const number = page.getByRole('group', { name: 'Endereço', exact: true }).getByLabel('Número');
    const before = await sells.inputValue();
    await number.fill('77');
    const cookie = await stage.product.signIn(people.seller.email);
    const readDetails = () => stage.product.ask('seller.getReceiver', {}, { cookie });
    const { details, revision: basedOn } = await readDetails();
    if (details === null) throw new Error('the details were saved');
    const changed = { ...details, description: 'Livros digitais', basedOn };
    await stage.product.ask('seller.reviseReceiver', changed, { cookie, key: randomUUID() });
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'mudaram enquanto você editava' });
    const row = `Atividade: o que você vende ${before} Livros digitais`;
    await notice.getByRole('row', { name: row }).waitFor();
    expect([await sells.inputValue(), await number.inputValue()]).to.deep.equal([
      'Livros digitais',
      '77',
    ]);
    await seller.look('my-profile-meanwhile');
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    await notice.waitFor({ state: 'detached' });
    const saved = (await readDetails()).details;
    expect([saved?.description, saved?.address.number]).to.deep.equal(['Livros digitais', '77']);
  });

  it('accepts every document, and rejects a file whose content is not of its type', async () => {
    const mislabelled = { name: 'balanço.png', mimeType: 'image/png', buffer: PDF };
    const balance = documentSlot(seller, 'Balanço patrimonial');
    await balance.locator('input[type=file]').setInputFiles(mislabelled);
    await balance.getByText('O conteúdo do arquivo não corresponde ao seu tipo.').waitFor();
    for (const kind of ALL_FILES.slice(0, 4)) await send(kind, picture);
    await send('Balanço patrimonial', {
      name: 'balanço.pdf',
      mimeType: 'application/pdf',
      buffer: PDF,
    });
    await seller.look('my-profile-sent');
  });

  it('opens a seller by a click anywhere on the row, and blocks the registration while a document is rejected', async () => {
    const { page } = admin;
    await admin.goto('/admin-root/document-validation?review=WAITING');
    const row = page.getByRole('row').filter({ hasText: 'CNPJ' });
    await row.getByRole('link').waitFor();
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
    await row.click({ position: { x: width - 40, y: height / 2 } });
    const pictures = page.getByRole('img', { name: /como enviado$/ });
    await pictures.nth(1).waitFor();
    await eventually(
      async () =>
        (await pictures.first().evaluate((node) => Object(node).naturalWidth)) || undefined,
      'the picture is shown',
    );
    await page.getByRole('button', { name: 'Aumentar' }).first().click();
    await page.getByRole('button', { name: 'Girar' }).first().click();
    await admin.look('document-validation-viewer');
    for (const kind of ALL_FILES.slice(1)) {
      await documentSlot(admin, kind).getByRole('button', { name: 'Aprovar' }).click();
      await documentSlot(admin, kind).getByText('Aprovado').waitFor();
    }
    const refuse = documentSlot(admin, 'Foto do documento').getByRole('button', {
      name: 'Recusar',
    });
    await refuse.click();
    const dialog = page.getByRole('dialog', { name: 'Recusar: Foto do documento' });
    const reason = dialog.getByLabel('Motivo da recusa');
    await reason.fill('Outra pessoa');
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await refuse.click();
    expect(await reason.inputValue(), 'the reason of a dialog that was closed').to.equal('');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    const tooShort = dialog.getByText('Escreva o motivo com pelo menos 3 letras.');
    await tooShort.waitFor();
    await reason.fill('Foto ilegível');
    await tooShort.waitFor({ state: 'detached' });
    await admin.look('document-validation-reject');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await documentSlot(admin, 'Foto do documento').getByText('Recusado').waitFor();
    await page.getByRole('button', { name: 'Cadastrar em Sandbox' }).click();
    await page.getByText('Há arquivos que ainda não foram aprovados.').waitFor();
  });

  /** Changes the seller's bank account, as the seller would in another browser. */
  const changeAccount = async (accountNumber: string): Promise<void> => {
    const cookie = await stage.product.signIn(people.seller.email);
    const receiver = await stage.product.ask('seller.getReceiver', {}, { cookie });
    if (receiver.details === null) throw new Error('the details were saved');
    const { revision: basedOn, details } = receiver;
    const bankAccount = { ...details.bankAccount, accountNumber };
    const changed = { ...details, bankAccount, basedOn };
    await stage.product.ask('seller.reviseReceiver', changed, { cookie, key: randomUUID() });
  };

  it('registers the seller as active once the rejected document is replaced and approved, with no bank account that staff never saw', async () => {
    await seller.goto('/platform/my-profile');
    const document = documentSlot(seller, 'Foto do documento');
    await document.getByText('Foto ilegível').waitFor();
    await send('Foto do documento', picture);

    const { page } = admin;
    await page.reload();
    await documentSlot(admin, 'Foto do documento').getByRole('button', { name: 'Aprovar' }).click();
    await documentSlot(admin, 'Foto do documento').getByText('Aprovado').waitFor();
    await changeAccount('654321');
    await page.getByRole('button', { name: 'Cadastrar em Sandbox' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'O vendedor mudou os dados' });
    await notice.getByRole('row', { name: /654321/ }).waitFor();
    await admin.look('document-validation-meanwhile');
    await page.getByRole('button', { name: 'Cadastrar em Sandbox' }).click();
    const registered = page.getByRole('region', { name: 'Sandbox' });
    await registered.getByText('Ativo', { exact: true }).waitFor();
    await admin.look('document-validation-active');

    await seller.page.reload();
    await seller.page.getByText('Ativo', { exact: true }).first().waitFor();
    await seller.look('my-profile-active');
  });

  it('fits its pages on a phone, and denies an accountant the validation page', async () => {
    for (const [person, path] of [
      [seller, '/platform/my-profile'],
      [admin, '/admin-root/document-validation'],
      [admin, new URL(admin.page.url()).pathname + new URL(admin.page.url()).search],
    ] as const) {
      await person.page.setViewportSize(PHONE);
      await person.goto(path);
      await person.page.getByText('Ativo', { exact: true }).first().waitFor();
      const width = await person.page.evaluate('document.documentElement.scrollWidth');
      expect(width, `${path} does not scroll sideways`).to.equal(PHONE.width);
      await person.look(`receivers-phone-${path.replaceAll(/\W+/g, '-')}`);
    }
    const accountant = await stage.person();
    await accountant.signIn('/admin-root-login', people.accountant.email);
    await accountant.goto('/admin-root/document-validation');
    await accountant.page.getByText('Você não tem acesso a esta página').waitFor();
  });

  it('is listed in the user’s details, where staff read that this acquirer tells no balance', async () => {
    const { page } = admin;
    await admin.goto('/admin-root/manage-users');
    await page.getByRole('button', { name: 'Abrir Estúdio Aurora' }).click();
    const details = page.getByRole('dialog', { name: 'Estúdio Aurora' });
    await details.getByText('Sandbox · ativo').waitFor();
    await details.getByRole('button', { name: 'Ler saldo' }).click();
    await details.getByText('Este adquirente não informa o saldo.').waitFor();
    await admin.look('user-receivers-phone');
  });
});
