import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sendJson, startCaseServer } from '#/adapters/payments/evidence/case-server.ts';
import type { CaseServer } from '#/adapters/payments/evidence/case-server.ts';
import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from './stage.ts';

const PAGE = '/admin-root/platform-settings/acquirings';
const KEY = 'sk_of_the_journey';

const purchase = {
  offerId: 'demo-ebook',
  name: 'Iracema Prado',
  email: 'iracema@example.com',
  phone: '11987654321',
  cpf: '52998224725',
  paymentMethod: 'PIX',
} as const;

describe('Acquirer settings and routes', function journey() {
  this.timeout(60_000);
  let stage: Stage;
  let admin: Person;
  let acquirer: CaseServer;
  let paymentId = '';

  const region = (name: string) => admin.page.getByRole('region', { name });
  const save = () => admin.page.getByRole('button', { name: 'Salvar rotas' });
  const open = async (tab: 'Rotas' | 'Adquirentes') => {
    await admin.page.getByRole('tab', { name: tab, exact: true }).click();
  };
  /** Chooses in a select of ours, which is not a native one. */
  const choose = async (select: string, option: string) => {
    await admin.page.getByRole('combobox', { name: select }).click();
    await admin.page.getByRole('option', { name: option, exact: true }).click();
  };

  /** Expects that this acquirer is not offered for payouts; acquirers that other journeys connected may be. */
  const payoutsLack = async (name: string) => {
    const { page } = admin;
    const noneOffered = region('Saques').getByText('Nenhum outro conectado faz isto.');
    const choice = page.getByRole('combobox', { name: 'Adicionar adquirente a Saques' });
    await noneOffered.or(choice).waitFor();
    if (await noneOffered.isVisible()) return;
    await choice.click();
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option', { name }).count()).to.equal(0);
    await page.keyboard.press('Escape');
  };

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    acquirer = await startCaseServer();
    acquirer.answerWith((_seen, response) => sendJson(response, 401, { message: 'who are you?' }));
    admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
  });
  after(async () => {
    // Restores the routes even if this journey failed, because other journeys pay by PIX too.
    const cookie = await stage.product.signIn(people.admin.email);
    const { revision } = await stage.product.ask('admin.getAcquiring', {}, { cookie });
    const initial = { routes: routeEverythingTo('sandbox'), stepAside: defaultSuspensionLimits };
    const caller = { cookie, key: randomUUID() };
    await stage.product.ask('admin.reviseRoutes', { ...initial, basedOn: revision }, caller);
    await acquirer.close();
  });

  it('connects an acquirer after showing the errors of each field, and never shows its secret key again', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'Adquirentes' }).click();
    await page.waitForURL(`**${PAGE}`);
    await region('PIX').getByText('Sandbox').waitFor();
    await admin.look('acquirings-routes');
    await open('Adquirentes');
    await page.getByRole('searchbox', { name: 'Buscar adquirente' }).fill('lynx');
    await page.getByText('Reflowpay').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Conectar Lynxpay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Conectar Lynxpay' });
    const submit = dialog.getByRole('button', { name: 'Conectar', exact: true });
    const address = dialog.getByRole('textbox', { name: 'Endereço da API' });
    await address.fill('nowhere');
    await submit.click();
    await dialog.getByText('Informe este campo.').waitFor();
    await dialog.getByText('Informe um endereço completo').waitFor();
    await admin.look('acquirings-connect');
    await address.and(page.locator(':focus')).waitFor();
    const secret = dialog.getByLabel('Chave secreta');
    expect(await secret.getAttribute('type')).to.equal('password');
    await secret.fill(KEY);
    await address.fill('http://acquirer.example');
    await submit.click();
    const refused = dialog.getByText('Use um endereço https da rede pública.');
    await refused.waitFor();
    expect(await address.getAttribute('aria-invalid')).to.equal('true');
    await dialog.getByRole('alert').waitFor();
    await address.fill(acquirer.url);
    await refused.waitFor({ state: 'detached' });
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    await submit.click();
    await dialog.waitFor({ state: 'detached' });

    const connected = region('Conectados');
    await connected.getByRole('heading', { name: 'Lynxpay' }).waitFor();
    await connected.getByText('/api/webhooks/lynxpay/demo').waitFor();
    await connected.getByRole('button', { name: 'Testar Lynxpay' }).click();
    await connected.getByText('Respondeu, mas não reconhece a conta').waitFor();
    await connected.getByRole('button', { name: 'Trocar conta Lynxpay' }).click();
    const changeDialog = page.getByRole('dialog', { name: 'Trocar a conta em Lynxpay' });
    expect(await changeDialog.getByLabel('Chave secreta').inputValue()).to.equal('');
    expect(await page.content()).not.to.include(KEY);
    await changeDialog.getByText('Só depois que terminar tudo o que está em aberto').waitFor();
    await changeDialog.getByText('Novas chaves da mesma conta').click();
    await admin.look('acquirings-new-keys');
    await changeDialog.getByLabel('Chave secreta').fill(`${KEY}_renewed`);
    await changeDialog.getByRole('textbox', { name: 'Endereço da API' }).fill(acquirer.url);
    const connectRequest = page.waitForRequest('**/api/admin.connectAcquirer');
    await changeDialog.getByRole('button', { name: 'Trocar conta', exact: true }).click();
    expect((await connectRequest).postDataJSON()).to.include({ isSameAccount: true });
  });

  it('routes PIX to the new acquirer with the sandbox as fallback, and saves only shares that add up to 100%', async () => {
    const { page } = admin;
    await open('Rotas');
    await payoutsLack('Lynxpay');
    await choose('Adicionar adquirente a PIX', 'Lynxpay');
    const pix = region('PIX');
    const share = pix.getByRole('textbox', { name: 'Participação de Lynxpay' });
    await share.fill('100');
    await pix.getByText('Soma: 200%. Passa de 100% em 100%.').waitFor();
    await page.getByText('Corrija o que está marcado para salvar.').waitFor();
    expect(await save().isDisabled()).to.equal(true);
    await admin.look('acquirings-unsound');
    await pix.getByRole('textbox', { name: 'Participação de Sandbox' }).fill('0');
    const up = pix.getByRole('button', { name: 'Subir Lynxpay' });
    await up.focus();
    await page.keyboard.press('Enter');
    await pix.getByText('Lynxpay: 1º de 2').waitFor();
    expect(await pix.getByRole('listitem').first().innerText()).to.include('Lynxpay');
    expect(await up.evaluate('document.activeElement?.ariaLabel')).to.equal('Subir Lynxpay');

    await page.getByRole('link', { name: 'Vendas' }).click();
    await page.getByRole('dialog', { name: 'Sair sem salvar?' }).waitFor();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await save().click();
    await page.getByText('Rotas salvas').waitFor();
    expect(await save().isDisabled()).to.equal(true);
    await page.reload();
    await pix.getByText('Reserva').waitFor();
    expect(await share.inputValue()).to.equal('100');
  });

  it('gives the buyer a PIX code from the fallback when the first acquirer rejects the account, and explains why', async () => {
    const buyer = await stage.person(PHONE);
    await buyer.goto('/checkout/demo-ebook');
    await buyer.page.getByLabel('Nome completo').fill(purchase.name);
    await buyer.page.getByLabel('E-mail').fill(purchase.email);
    await buyer.page.getByLabel('CPF').fill(purchase.cpf);
    await buyer.page.getByLabel('Celular com DDD').fill(purchase.phone);
    await buyer.page.getByRole('button', { name: /^Pagar R\$ .* com PIX$/ }).click();
    await buyer.page.waitForURL('**/checkout/payment/**');
    const code = buyer.page.getByRole('textbox', { name: /copia e cola/ });
    expect(await code.inputValue()).to.match(/^000201/);
    expect(acquirer.seen.some(({ method }) => method === 'POST')).to.equal(true);

    paymentId = /payment\/([^/?]+)/.exec(buyer.page.url())?.[1] ?? '';
    await admin.goto(`/admin-root/manage-sales?search=${paymentId}`);
    await admin.page.locator('tbody tr').first().click();
    await admin.page.getByRole('tab', { name: 'Auditoria' }).click();
    const explanation = region('Por que este adquirente?');
    await explanation.getByRole('button', { name: 'Explicar' }).click();
    await explanation.getByText('O anterior não reconheceu a conta da plataforma.').waitFor();
    const rows = await explanation.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).to.deep.equal([
      'Adquirente Participação Situação',
      'Lynxpay 100% Apto Escolhido',
      'Sandbox 0% Apto',
      'Adquirente Participação Situação',
      'Lynxpay 100% Não aceitou',
      'Sandbox 0% Apto Escolhido',
    ]);
    expect(await explanation.getByText('Reproduzido igual').count()).to.equal(2);
    await admin.look('why-acquirer');
    await admin.page.setViewportSize(PHONE);
    await admin.look('why-acquirer-phone');
    await admin.page.setViewportSize(DESKTOP);
  });

  it('suspends an acquirer for PIX after five failed charges', async () => {
    const { page } = admin;
    for (let failedCharges = 1; failedCharges < 5; failedCharges += 1) {
      await stage.product.ask('checkout.purchase', purchase, { key: randomUUID() });
    }
    const cookie = await stage.product.signIn(people.admin.email);
    await eventually(async () => {
      const { acquirers } = await stage.product.ask('admin.getAcquiring', {}, { cookie });
      const { health = [] } = acquirers.find(({ id }) => id === 'lynxpay') ?? {};
      return health.some(({ aside }) => aside !== null) || undefined;
    }, 'it is suspended');
    await admin.goto(PAGE);
    await region('PIX').getByText('Suspenso até').waitFor();
    await open('Adquirentes');
    await page.getByText('respondeu 0 de 5').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar adquirente' }).fill('lynx');
    await page.getByText('Reflowpay').waitFor({ state: 'detached' });
    await admin.look('acquirings-suspended');
    await page.setViewportSize(PHONE);
    await admin.look('acquirings-suspended-phone');
    await page.setViewportSize(DESKTOP);
  });

  it('ends the suspension when the administrator resumes the acquirer', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: 'Encerrar suspensão: PIX em Lynxpay' }).click();
    await page.getByText('PIX em Lynxpay está de volta.').waitFor();
    await page.getByText('Suspenso até').first().waitFor({ state: 'detached' });
  });

  it('saves routes for one seller that differ from the platform’s, and resets them', async () => {
    const { page } = admin;
    await open('Rotas');
    await choose('Rotas de quem', 'Outro vendedor, pelo id…');
    await page.getByRole('textbox', { name: 'Id do vendedor' }).fill('nobody');
    await page.getByRole('button', { name: 'Abrir', exact: true }).click();
    await page.getByText('Não encontrado.').waitFor();
    const { items } = await stage.product.ask(
      'admin.listSellerRevenue',
      {},
      { cookie: await stage.product.signIn(people.admin.email) },
    );
    await choose('Rotas de quem', items[0]?.sellerName ?? '');
    const boleto = region('Boleto');
    await boleto.getByText('Na plataforma: Sandbox 100%.').waitFor();
    await boleto.getByRole('button', { name: 'Rota própria' }).click();
    await boleto.getByRole('button', { name: 'Tirar Sandbox' }).click();
    await boleto.getByText('Sem adquirente, este método não é oferecido.').waitFor();
    await page.setViewportSize(PHONE);
    await admin.look('acquirings-seller-phone');
    await page.setViewportSize(DESKTOP);
    await save().click();
    await page.getByText('Rotas salvas').waitFor();
    await page.reload();
    await boleto.getByText('Sem adquirente').waitFor();
    await admin.look('acquirings-seller');
    await boleto.getByRole('button', { name: 'Como a plataforma' }).click();
    await save().click();
    await page.getByText('Rotas salvas').waitFor();
    await choose('Rotas de quem', 'Toda a plataforma');
  });

  it('opens a seller by id for an operator, who may not see sales and asks for no list of sellers', async () => {
    const operator = await stage.person();
    await operator.signIn('/admin-root-login', people.operator.email);
    const requestedPaths: string[] = [];
    operator.page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await operator.goto(PAGE);
    const { page } = operator;
    await page.getByRole('combobox', { name: 'Rotas de quem' }).click();
    await page.getByRole('option', { name: 'Outro vendedor, pelo id…' }).click();
    await page.getByRole('textbox', { name: 'Id do vendedor' }).fill('nobody');
    await page.getByRole('button', { name: 'Abrir', exact: true }).click();
    await page.getByText('Não encontrado.').waitFor();
    expect(requestedPaths).not.to.include('/api/admin.listSellerRevenue');
  });

  it('disconnects an acquirer only after it is removed from all routes', async () => {
    const { page } = admin;
    await admin.goto(PAGE);
    await open('Adquirentes');
    await page.getByRole('button', { name: 'Desconectar Lynxpay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Desconectar Lynxpay?' });
    await dialog.getByText('Está nas rotas de PIX.').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await open('Rotas');
    await region('PIX').getByRole('button', { name: 'Tirar Lynxpay' }).click();
    await region('PIX').getByText('Soma: 100%', { exact: true }).waitFor();
    await save().click();
    await page.getByText('Rotas salvas').waitFor();
    await page.setViewportSize(PHONE);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await admin.look('acquirings-routes-phone');
    await page.setViewportSize(DESKTOP);
    await open('Adquirentes');
    await page.getByRole('button', { name: 'Desconectar Lynxpay' }).click();
    await dialog.getByRole('button', { name: 'Desconectar' }).click();
    await page.getByRole('button', { name: 'Conectar Lynxpay' }).waitFor();
    await admin.look('acquirings-list');
  });

  it('shows the acquirer settings in English', async () => {
    const { page } = admin;
    await page.evaluate("localStorage.setItem('razao.language', 'en')");
    await admin.goto(PAGE);
    await page.getByRole('button', { name: 'Save routes' }).waitFor();
    await admin.look('acquirings-english');
  });
});
