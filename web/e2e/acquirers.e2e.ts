import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { people } from '#/scripts/testing/product.ts';
import { isWhole, sample } from '#/scripts/testing/sampled.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { serveAcquirers, type ServedAcquirers } from '#/scripts/testing/served-acquirers.ts';
import { centsShown, openStage, PHONE, reais, type Person, type Stage } from './stage.ts';

/** Acquirers with different protocols, whose PIX is tested; by id, their names on the simulators' page. */
const PIX_ACQUIRERS = {
  onz: 'ONZ',
  gatyway: 'Gatyway',
  venit: 'Venit',
  pagarme: 'Pagar.me',
  iugu: 'iugu',
  zendry: 'Zendry',
} as const;

/** Celcoin is tested by card only: it receives the card data themselves, not a token. */
const ACQUIRERS = { ...PIX_ACQUIRERS, celcoin: 'Celcoin' } as const;

type AcquirerId = keyof typeof ACQUIRERS;

const ids = Object.keys(ACQUIRERS) as readonly AcquirerId[];
const pixIds = Object.keys(PIX_ACQUIRERS) as readonly (keyof typeof PIX_ACQUIRERS)[];

/** Acquirers whose PIX sales the tests of refunds need; `npm test` sells only at these. */
const refundTested = ['venit', 'iugu'] as const;

/** The seller's net of R$ 97,00, in cents, after a percentage and a fixed fee. */
const NET = {
  PIX: 9_700 - 387 - 100,
  BILLET: 9_700 - 387 - 249,
  CREDIT_CARD: 9_700 - 581 - 100,
} as const;

describe('Payments at acquirers other than the sandbox', () => {
  let stage: Stage;
  let acquirers: ServedAcquirers;
  let buyer: Person;
  let seller: Person;
  let admin: Person;
  let bank: Person;
  let pending: Locator;

  /** Runs `npm run acquirers` for the demo platform. */
  const run = async (...words: readonly string[]): Promise<void> => {
    const { code, output } = await runScript(
      'acquirers',
      ['--platform', 'demo', ...words],
      stage.product.environment,
    );
    expect(code, output).to.equal(0);
  };

  before(async function () {
    this.timeout(180_000);
    stage = await openStage();
    acquirers = await serveAcquirers(ids, stage.product);
    await Promise.all(ids.map((id) => run('connect', id, acquirers.accountFile(id))));
    seller = await stage.person();
    await seller.signIn('/login', people.seller.email);
    await seller.goto('/platform/financial');
    pending = seller.page.getByRole('group', { name: 'A receber' });
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    bank = await stage.person();
  });
  after(async () => {
    await run('use', 'sandbox');
    await acquirers.stop();
  });

  /** Fills in the buyer's data, in a new browser, so that the page does not ask about buying again. */
  const identify = async (): Promise<void> => {
    buyer = await stage.person(PHONE);
    await buyer.goto('/checkout/demo-ebook');
    await buyer.page.getByLabel('Nome completo').fill('Marina Duarte');
    await buyer.page.getByLabel('E-mail').fill('marina@example.com');
    await buyer.page.getByLabel('CPF').fill('529.982.247-25');
    await buyer.page.getByLabel('Celular com DDD').fill('11987654321');
  };

  /** @returns the payment's id */
  const buy = async (button: RegExp): Promise<string> => {
    await buyer.page.getByRole('button', { name: button }).click();
    await buyer.page.waitForURL('**/checkout/payment/**');
    return new URL(buyer.page.url()).pathname.split('/').at(-1) ?? '';
  };

  /** Pays the open charge at the simulators' page, and waits for the buyer's page and the balance. */
  const payAt = async (id: AcquirerId, net: number): Promise<void> => {
    const before = await centsShown(pending);
    await bank.page.goto(acquirers.controlUrl);
    await bank.page
      .getByRole('row', { name: ACQUIRERS[id] })
      .getByRole('button', { name: 'Pagar' })
      .click();
    await buyer.page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await pending
      .getByText(reais(before + net))
      .first()
      .waitFor();
  };

  const acquirerShownFor = async (paymentId: string): Promise<string> => {
    await admin.goto(`/admin-root/manage-sales?search=${paymentId}`);
    await admin.page.locator('tbody tr').first().click();
    const drawer = admin.page.getByRole('dialog');
    await drawer.getByText('Detalhes técnicos').first().click();
    const term = drawer.getByText('Adquirente', { exact: true });
    return term.locator('xpath=following-sibling::dd').innerText();
  };

  /** Payment ids of the PIX sales. */
  const paymentIds = new Map<AcquirerId, string>();

  for (const id of isWhole ? pixIds : refundTested) {
    it(`completes a PIX payment at ${ACQUIRERS[id]}, shown to buyer, seller and administrator`, async () => {
      await run('use', id);
      await identify();
      const paymentId = await buy(/^Pagar R\$ 97,00 com PIX$/);
      paymentIds.set(id, paymentId);
      await buyer.page.getByRole('textbox', { name: /copia e cola/ }).waitFor();
      await payAt(id, NET.PIX);
      expect(await acquirerShownFor(paymentId)).to.equal(ACQUIRERS[id]);
    });
  }

  it('takes payment of a boleto at the acquirer that issued it, after the platform switched to another', async () => {
    await run('use', 'pagarme');
    await identify();
    await buyer.page.getByRole('radio', { name: 'Boleto' }).check();
    const paymentId = await buy(/^Gerar boleto de R\$ 97,00$/);
    await buyer.page.getByRole('textbox', { name: 'Linha digitável' }).waitFor();
    await run('use', 'onz');
    await payAt('pagarme', NET.BILLET);
    expect(await acquirerShownFor(paymentId)).to.equal(ACQUIRERS.pagarme);
  });

  for (const id of sample(['pagarme', 'celcoin'] as const, 1)) {
    it(`completes a card payment at ${ACQUIRERS[id]}, shown to buyer, seller and administrator`, async () => {
      await run('use', id);
      const before = await centsShown(pending);
      await identify();
      await buyer.page.getByRole('radio', { name: 'Cartão de crédito' }).check();
      await buyer.page.getByLabel('Número do cartão').fill('4111111111111111');
      await buyer.page.getByLabel('Nome impresso no cartão').fill('MARINA DUARTE');
      await buyer.page.getByLabel('Validade').fill('12/31');
      await buyer.page.getByLabel('CVV').fill('123');
      const paymentId = await buy(/^Pagar R\$/);
      await buyer.page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
      await pending
        .getByText(reais(before + NET.CREDIT_CARD))
        .first()
        .waitFor();
      expect(await acquirerShownFor(paymentId)).to.equal(ACQUIRERS[id]);
    });
  }

  it('refunds a sale at iugu only in full, while another acquirer is in use', async () => {
    const paymentId = paymentIds.get('iugu') ?? '';
    const before = await centsShown(pending);
    await seller.goto(`/platform/my-sales?search=${paymentId}`);
    await seller.page.locator('tbody tr').first().click();
    const drawer = seller.page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    const dialog = seller.page.getByRole('dialog', { name: 'Reembolsar venda' });
    await dialog.getByText('só devolve o valor inteiro').waitFor();
    expect(await dialog.getByRole('button', { name: 'Parte do valor' }).count()).to.equal(0);
    await seller.look('refund-dialog-whole');
    await dialog.getByLabel('Motivo').fill('Desistência');
    await dialog.getByRole('button', { name: /^Reembolsar R\$/ }).click();
    await drawer.getByRole('tab', { name: 'Linha do tempo' }).click();
    await drawer.getByText('Reembolso concluído').first().waitFor();
    await seller.goto('/platform/financial');
    const after = before - NET.PIX;
    await pending.getByText(reais(after)).first().waitFor();
    await buyer.goto(`/checkout/payment/${paymentId}`);
    await buyer.page.getByRole('heading', { name: 'Pagamento reembolsado' }).waitFor();
  });

  it('explains to seller and administrator that the sale’s acquirer cannot refund, and shows no refund button', async () => {
    const paymentId = paymentIds.get('venit') ?? '';
    const pages = [
      [seller, '/platform/my-sales'],
      [admin, '/admin-root/manage-sales'],
    ] as const;
    for (const [person, page] of pages) {
      await person.goto(`${page}?search=${paymentId}`);
      await person.page.locator('tbody tr').first().click();
      const drawer = person.page.getByRole('dialog');
      await drawer.getByText('não devolve este meio de pagamento').waitFor();
      expect(await drawer.getByRole('button', { name: 'Reembolsar' }).count()).to.equal(0);
    }
    await admin.look('sale-without-refund');
  });
});
