import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { openStage, reais, type Person, type Stage } from '#/web/e2e/stage.ts';
import { lookBoth } from '#/web/e2e/testing/look-both.ts';

const PAGE = '/admin-root/paid-withdrawals';
const AMOUNTS = [21_01, 22_02, 23_03] as const;
const REFERENCE = 'EXT-11/42';

/** Matches `R$ 97,00` with any kind of space. */
const amountPattern = (cents: number): string =>
  reais(cents)
    .replace('$', String.raw`\$`)
    .replaceAll(/\s/g, String.raw`\s`);

describe('The mark that a paid withdrawal is on the bank’s statement', function () {
  this.timeout(120_000);
  let stage: Stage;
  let admin: Person;
  /** The withdrawals that this journey marks, as they were paid. */
  let paid: readonly PaidWithdrawal[];

  before(async () => {
    stage = await openStage();
    const { ask, signIn } = stage.product;
    const seller = await signIn(people.seller.email);
    const { items: destinations } = await ask('seller.listDestinations', {}, { cookie: seller });
    const { destinationId = '' } = destinations.find(({ status }) => status === 'APPROVED') ?? {};
    for (const amount of AMOUNTS)
      await ask(
        'seller.requestWithdrawal',
        { amount, destinationId },
        { cookie: seller, key: randomUUID() },
      );
    const cookie = await signIn(people.admin.email);
    paid = await eventually(async () => {
      const { items } = await ask('admin.listPaidWithdrawals', {}, { cookie });
      const ours = AMOUNTS.flatMap((amount) => items.find((each) => each.amount === amount) ?? []);
      return ours.length === AMOUNTS.length ? ours : undefined;
    }, 'the withdrawals are paid');
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  after(() => admin.page.context().close());

  const netOf = (index: number): number => paid[index]?.net ?? expect.fail('not paid');

  const button = (text: string, index: number): Locator =>
    admin.page
      .getByRole('button', { name: new RegExp(`^${text} ${amountPattern(netOf(index))} de `) })
      .filter({ visible: true });

  const row = (index: number): Locator =>
    admin.page
      .getByRole('row')
      .filter({ hasText: new RegExp(amountPattern(AMOUNTS[index] ?? 0)) })
      .filter({ visible: true });

  it('is set in the row, with a reference that must not be a sentence', async () => {
    const { page, goto } = admin;
    await goto(PAGE);
    await button('Conciliar', 0).click();
    const dialog = page.getByRole('dialog', { name: 'Conciliar 1 saque?' });
    const reference = dialog.getByLabel('Referência no extrato');
    await reference.fill('pago ao fulano');
    await dialog.getByRole('button', { name: 'Conciliar 1 saque' }).click();
    await dialog.getByText('Use até 80 letras, números e os sinais').waitFor();
    await lookBoth(admin, 'reconcile-error');
    await reference.fill(REFERENCE);
    await dialog.getByRole('button', { name: 'Conciliar 1 saque' }).click();
    await page.getByText('1 saque conciliado').waitFor();
    await row(0).getByText('Conciliado', { exact: true }).waitFor();
    await row(0).getByText(`extrato: ${REFERENCE}`).waitFor();
    await row(1).getByText('A conciliar', { exact: true }).waitFor();
    await lookBoth(admin, 'paid-withdrawals-reconciled');
  });

  it('is set on several at once, each with its own outcome, from the sum that is not reconciled', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: /^Mostrar: A conciliar, / }).click();
    await page.waitForURL('**reconciliation=NOT_RECONCILED**');
    await row(0).waitFor({ state: 'detached' });
    for (const index of [1, 2]) await row(index).getByRole('checkbox').check();
    const sum = reais(netOf(1) + netOf(2));
    await page.getByText(`2 saques selecionados: ${sum}`).waitFor();
    await lookBoth(admin, 'paid-withdrawals-selected');
    await page.getByRole('button', { name: 'Conciliar 2 saques' }).click();
    const dialog = page.getByRole('dialog', { name: 'Conciliar 2 saques?' });
    await dialog.getByText(`Você encontrou ${sum}`).waitFor();
    const { withdrawalId = '', net = 0 } = paid[1] ?? {};
    const caller = {
      cookie: await stage.product.signIn(people.admin.email),
      key: randomUUID(),
    };
    await stage.product.ask('admin.reconcileWithdrawal', { withdrawalId, net }, caller);
    await dialog.getByRole('button', { name: 'Conciliar 2 saques' }).click();
    await dialog.getByText('2 de 2 conciliados.').waitFor();
    const line = (index: number) =>
      dialog.getByRole('listitem').filter({ hasText: reais(netOf(index)) });
    await line(1).getByText('Já estava conciliado: fica como estava').waitFor();
    await line(2).getByText('Conciliado', { exact: true }).waitFor();
    await lookBoth(admin, 'reconciled-some');
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
    await row(2).waitFor({ state: 'detached' });
  });

  it('is in the exported file, with the filter of the list', async () => {
    const { page } = admin;
    await page.getByRole('combobox', { name: 'Conciliação' }).click();
    await page.getByRole('option', { name: 'Conciliados com o extrato' }).click();
    await row(0).waitFor();
    await page.getByRole('button', { name: 'Exportar', exact: true }).click();
    const exporting = page.getByRole('dialog', { name: 'Exportar saques pagos' });
    const download = page.waitForEvent('download');
    await exporting.getByRole('button', { name: 'Baixar CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const lines = file.split('\r\n').filter((line) => line.includes(';Conciliado;'));
    for (const { withdrawalId } of paid)
      expect(
        lines.some((line) => line.includes(withdrawalId)),
        withdrawalId,
      ).to.equal(true);
    expect(lines.find((line) => line.includes(paid[0]?.withdrawalId ?? ''))).to.include(REFERENCE);
    expect(file).to.not.include(';A conciliar;');
    await page.keyboard.press('Escape');
  });

  it('is taken back with a reason', async () => {
    const { page } = admin;
    await button('Desfazer a conciliação de', 0).click();
    const dialog = page.getByRole('dialog', { name: /^Desfazer a conciliação do saque de / });
    await dialog.getByRole('button', { name: 'Desfazer conciliação' }).click();
    await dialog.getByText('Escreva o motivo com pelo menos 3 letras.').waitFor();
    await lookBoth(admin, 'reconcile-revert-error');
    await dialog.getByLabel('Motivo').fill('Era outro lançamento');
    await dialog.getByRole('button', { name: 'Desfazer conciliação' }).click();
    await page.getByText('Conciliação desfeita').waitFor();
    await row(0).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Conciliação' }).click();
    await page.getByRole('option', { name: 'Pagos, conciliados ou não' }).click();
    await row(0).getByText('A conciliar', { exact: true }).waitFor();
  });
});
