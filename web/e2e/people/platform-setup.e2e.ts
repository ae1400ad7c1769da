import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { packedCertificates } from '#/adapters/payments/evidence/packed-certificates.ts';
import { people } from '#/scripts/testing/product.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { DESKTOP, identify, openStage, PHONE, type Person, type Stage } from '#/web/e2e/stage.ts';

const PAGE = '/master-root/platforms/demo';

describe('Setup of a platform by a master', function () {
  this.timeout(120_000);
  let stage: Stage;
  let master: Person;

  const caller = async () => ({
    cookie: await stage.product.signIn(people.master.email),
    key: randomUUID(),
  });

  const setUp = async (change: { readonly wording: 'STANDARD' | 'SHORT' }): Promise<void> => {
    const by = await caller();
    const platform = { platformId: 'demo' };
    const { revision: basedOn } = await stage.product.ask('master.getPlatformSetup', platform, by);
    const everything = { isInProduction: true, providers: null, methods: null };
    const input = { ...platform, ...everything, ...change, basedOn };
    await stage.product.ask('master.revisePlatformSetup', input, by);
  };

  const storeKey = async (pixKey: string): Promise<void> => {
    const by = await caller();
    const platform = { platformId: 'demo' };
    const { revision: basedOn } = await stage.product.ask('master.getPlatformSetup', platform, by);
    await stage.product.ask('master.setPlatformReceiver', { ...platform, pixKey, basedOn }, by);
  };

  /** Makes the page read again, as it does when its user comes back to it, until it shows the text. */
  const seeAgain = (text: string): Promise<true> =>
    eventually(async () => {
      await master.page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      return (await master.page.getByText(text).count()) > 0 ? true : undefined;
    }, `the page shows ${text}`);

  before(async () => {
    stage = await openStage();
    master = await stage.person();
    await master.signIn('/master-root-login', people.master.email);
    await master.goto(PAGE);
  });
  after(async () => {
    await setUp({ wording: 'STANDARD' });
    await master.page.context().close();
  });

  const region = (name: string) => master.page.getByRole('region', { name, exact: true });
  const saved = (text: string) =>
    master.page.getByText(text).filter({ visible: true }).last().waitFor();

  it('changes the wording of the platform’s checkouts, and shows who changed it', async () => {
    const { page, look } = master;
    const card = region('Produção e adquirentes');
    await card.getByRole('checkbox', { name: /Efetuar Pagamento/ }).check();
    await card.getByRole('checkbox', { name: 'Todos os adquirentes' }).uncheck();
    await card.getByRole('checkbox', { name: 'ONZ', exact: true }).waitFor();
    await look('platform-setup-choice');
    await card.getByRole('checkbox', { name: 'Todos os adquirentes' }).check();
    await card.getByRole('button', { name: 'Salvar', exact: true }).click();
    await saved('Plataforma salva');
    const change = region('Histórico da plataforma').getByRole('listitem').first();
    await change.getByText(`por ${people.master.email}`).waitFor();
    await change.getByRole('row', { name: /^Texto do botão PIX com o preço/ }).waitFor();
    const buyer = await stage.person(PHONE);
    await buyer.goto('/checkout/demo-ebook');
    await buyer.page.getByRole('button', { name: 'Efetuar Pagamento' }).waitFor();
    await buyer.look('checkout-short');
    await buyer.page.context().close();
    await page.setViewportSize(PHONE);
    await look('platform-setup-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
    await look('platform-setup');
  });

  it('limits what the platform may do, which its staff and a buyer are shown', async () => {
    const { page, look } = master;
    const card = region('Limites');
    const sale = card.getByLabel('Maior compra, com juros');
    await sale.fill('0,00');
    await card.getByRole('button', { name: 'Salvar limites' }).click();
    await card.getByText('Ao menos R$ 0,01').waitFor();
    await sale.fill('1,00');
    await card.getByLabel('Maior saque de um vendedor').fill('900,00');
    await card.getByRole('button', { name: 'Salvar limites' }).click();
    await saved('Limites salvos');
    const change = region('Histórico da plataforma').getByRole('listitem').first();
    await change.getByRole('row', { name: /^Maior compra — R\$\s1,00/ }).waitFor();
    await page.setViewportSize(PHONE);
    await look('platform-limits-phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
    await look('platform-limits');
    const staff = await stage.person();
    await staff.signIn('/admin-root-login', people.admin.email);
    await staff.goto('/admin-root/platform-settings');
    const limits = /O master limita a plataforma: compras até R\$\s1,00 · saques até R\$\s900,00/;
    await staff.page.getByText(limits).waitFor();
    await staff.look('platform-terms-limited');
    await staff.page.context().close();
    const buyer = await stage.person(PHONE);
    await buyer.goto('/checkout/demo-ebook');
    await identify(buyer);
    await buyer.page.getByRole('button', { name: 'Efetuar Pagamento' }).click();
    const refusal = buyer.page.getByRole('group', { name: 'O pagamento não foi concluído' });
    await refusal.getByText('é maior do que esta loja pode receber').waitFor();
    await refusal.getByText('Para diminuir o valor').waitFor();
    expect(await refusal.getByRole('button').count(), 'nothing that cannot help').to.equal(0);
    await buyer.look('checkout-above-limit');
    await buyer.page.context().close();
    for (const name of ['Maior compra, com juros', 'Maior saque de um vendedor'])
      await card.getByLabel(name).fill('');
    await card.getByRole('button', { name: 'Salvar limites' }).click();
    await change.getByRole('row', { name: /^Maior compra R\$\s1,00 —/ }).waitFor();
  });

  it('stores a key and a certificate, says what is wrong with them, and removes them', async () => {
    const { page, look } = master;
    const receiver = region('Recebedor padrão');
    await receiver.getByLabel('Nova chave PIX').fill('111');
    await receiver.getByRole('button', { name: 'Guardar chave' }).click();
    await receiver.getByText('Isto não é uma chave PIX.').waitFor();
    await receiver.getByLabel('Nova chave PIX').fill('11.222.333/0001-81');
    await receiver.getByRole('button', { name: 'Guardar chave' }).click();
    await receiver.getByText('CNPJ: **.222.333/****-**').waitFor();

    const cashIn = region('Recebimentos (cash-in)');
    await cashIn.getByRole('button', { name: 'Guardar certificado' }).click();
    await cashIn.getByText('Escolha o arquivo.').waitFor();
    const buffer = Buffer.from(packedCertificates.modern, 'base64');
    const file = { name: 'cliente.p12', mimeType: 'application/x-pkcs12', buffer };
    await cashIn.getByLabel('Arquivo do certificado').setInputFiles(file);
    await cashIn.getByRole('button', { name: 'Guardar certificado' }).click();
    await cashIn.getByText('A senha do certificado está errada.').waitFor();
    await look('platform-setup-certificate-wrong');
    await cashIn.getByLabel('Senha do certificado').fill('secret');
    await cashIn.getByRole('button', { name: 'Guardar certificado' }).click();
    await cashIn.getByText(/^válido até \d{2}\/\d{2}\/21\d{2}$/).waitFor();
    await look('platform-setup-certificate');

    for (const [part, title] of [
      [cashIn, 'Recebimentos (cash-in)'],
      [receiver, 'Recebedor padrão'],
    ] as const) {
      await part.getByRole('button', { name: 'Remover' }).click();
      const dialog = page.getByRole('dialog', { name: `Remover: ${title}?` });
      await dialog.getByRole('button', { name: 'Remover' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await cashIn.getByText('Nenhum certificado').waitFor();
    await receiver.getByText('Nenhuma chave. Cada conta precisa da sua.').waitFor();
  });

  it('neither replaces nor removes a key that another stored meanwhile, before its user has seen it', async () => {
    const { page } = master;
    const receiver = region('Recebedor padrão');
    const conflict = 'A plataforma mudou enquanto você editava';
    const field = receiver.getByLabel('Nova chave PIX');
    await field.fill('11.222.333/0001-81');
    await storeKey('52998224725');
    await seeAgain('CPF: ***.982.247-**');
    await receiver.getByRole('button', { name: 'Guardar chave' }).click();
    await receiver.getByRole('alert').filter({ hasText: conflict }).waitFor();
    await receiver.getByText('CPF: ***.982.247-**').waitFor();
    await field.fill('');

    await receiver.getByRole('button', { name: 'Remover' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remover: Recebedor padrão?' });
    const remove = dialog.getByRole('button', { name: 'Remover' });
    await remove.waitFor();
    await storeKey('11222333000181');
    await seeAgain('CNPJ: **.222.333/****-**');
    await remove.click();
    await dialog.getByRole('alert').filter({ hasText: conflict }).waitFor();
    // The user has seen the new key.
    await remove.click();
    await dialog.waitFor({ state: 'detached' });
    await receiver.getByText('Nenhuma chave. Cada conta precisa da sua.').waitFor();
  });

  it('shows the simulated balances of a platform that is not in production yet', async () => {
    const { page, goto, look } = master;
    const platformId = `simulada-${randomUUID().slice(0, 8)}`;
    await stage.product.ask(
      'master.createPlatform',
      { platformId, name: 'Plataforma simulada' },
      await caller(),
    );
    await page.setViewportSize(PHONE);
    await goto(`/master-root/platforms/${platformId}`);
    await region('Saldos simulados').getByText('Nenhum vendedor tem saldo simulado.').waitFor();
    await look('platform-setup-simulated');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
    await goto(PAGE);
    await region('Produção e adquirentes').waitFor();
    expect(await region('Saldos simulados').count()).to.equal(0);
  });

  it('shows what another changed meanwhile, and keeps what was typed', async () => {
    const { page, look } = master;
    const card = region('Produção e adquirentes');
    await page.reload();
    await card.getByRole('checkbox', { name: 'Boleto' }).uncheck();
    await setUp({ wording: 'STANDARD' });
    await card.getByRole('button', { name: 'Salvar', exact: true }).click();
    const notice = card.getByRole('alert').filter({ hasText: /^A plataforma mudou enquanto/ });
    await notice.getByRole('row', { name: /^Botão do PIX .* sim não$/ }).waitFor();
    await look('platform-setup-meanwhile');
    const shortWording = card.getByRole('checkbox', { name: /Efetuar Pagamento/ });
    await page.waitForFunction(
      (box) => !(box as HTMLInputElement).checked,
      await shortWording.elementHandle(),
    );
    expect(await card.getByRole('checkbox', { name: 'Boleto' }).isChecked()).to.equal(false);
    await card.getByRole('button', { name: 'Salvar', exact: true }).click();
    await saved('Plataforma salva');
    const { setup } = await stage.product.ask(
      'master.getPlatformSetup',
      { platformId: 'demo' },
      await caller(),
    );
    expect(setup).to.deep.include({
      wording: 'STANDARD',
      methods: ['PIX', 'CREDIT_CARD', 'WITHDRAW'],
    });
  });
});
