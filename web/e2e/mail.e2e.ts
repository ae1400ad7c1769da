import { expect } from 'chai';
import type { OutputOf } from '#/api/contract/contract.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { DESKTOP, openStage, PHONE, type Stage } from './stage.ts';

const SUBJECT = 'Novo acesso à sua conta';

describe('Mails of a demo', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  /** Signs an administrator in, and waits until all mails have left, that about this sign-in included. */
  const settle = async (): Promise<void> => {
    const { page, signIn } = await stage.person();
    const since = new Date().toISOString();
    await signIn('/admin-root-login', people.admin.email);
    const hasLoadEnded = async () => {
      const answer = await page.request.get(`${stage.product.url}/api/admin.listMails`);
      const items: OutputOf<'admin.listMails'>['items'] = Object(await answer.json()).items;
      const isListed = items.some(({ requestedAt }) => requestedAt >= since);
      return (isListed && items.every(({ status }) => status !== 'WAITING')) || undefined;
    };
    await eventually(hasLoadEnded, 'the mails leave');
  };

  it('are shown in place of being sent: one for a sign-in at a new browser, none for the next one there', async () => {
    const { page, goto, signIn, look } = await stage.person();
    const mine = page.getByRole('listitem').filter({ hasText: people.seller.email });
    const countMine = async (): Promise<number> => {
      await settle();
      await goto('/outbox');
      return mine.count();
    };
    // Other journeys sign in at the same product, so only new mails are counted.
    const before = await countMine();
    await signIn('/login', people.seller.email);
    expect(await countMine()).to.equal(before + 1);
    for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      await page.setViewportSize(viewport);
      await goto('/outbox');
      await look(`outbox-${size}`);
      await mine.getByRole('link', { name: SUBJECT }).first().click();
      await page.getByRole('heading', { name: SUBJECT }).waitFor();
      await page.getByText('127.0.0.1').waitFor();
      await look(`mail-new-device-${size}`);
    }
    await page.context().clearCookies({ name: /session/ });
    await signIn('/login', people.seller.email);
    expect(await countMine()).to.equal(before + 1);
  });

  it('are listed for the administrator, who sends a test and sees that it is accepted, on a phone too', async () => {
    const { page, goto, signIn, look } = await stage.person();
    await signIn('/admin-root-login', people.admin.email);
    await page.setViewportSize(PHONE);
    await goto('/admin-root/integrations');
    await page.getByText('Demonstração: nada sai desta máquina').waitFor();
    await page.getByRole('button', { name: 'Enviar e-mail de teste' }).click();
    const row = page.getByText('E-mail de teste', { exact: false }).filter({ hasText: '·' });
    await row.first().waitFor();
    await page.getByText('Aceito', { exact: true }).first().waitFor();
    await look('integrations-phone');
    await page.setViewportSize(DESKTOP);
    const line = page.getByRole('row').filter({ hasText: 'E-mail de teste' });
    await line.filter({ hasText: 'Aceito' }).waitFor();
    await look('integrations-desktop');
    const files = page.getByRole('listitem').filter({ hasText: 'Pasta do servidor' });
    await files.getByRole('button', { name: 'Testar arquivos' }).click();
    await files.getByText(/^Um arquivo foi guardado, lido e apagado em \d+ ms$/).waitFor();
    await files.getByText(/^respondeu em /).waitFor();
    const cep = page.getByRole('listitem').filter({ hasText: 'CEP para o teste' });
    await cep.getByLabel('CEP para o teste').fill('123');
    await cep.getByRole('button', { name: 'Consultar CEP' }).click();
    await cep.getByText('Um CEP tem 8 dígitos.').waitFor();
    await cep.getByLabel('CEP para o teste').fill('01001-000');
    await cep.getByRole('button', { name: 'Consultar CEP' }).click();
    await cep.getByText(/^Praça da Sé.* em \d+ ms$/).waitFor();
    await look('services-desktop');
    await page.getByRole('link', { name: 'Ver os e-mails' }).click();
    await page.getByRole('link', { name: 'E-mail de teste' }).first().waitFor();
  });

  it('lead a person who forgot the password to the page where they choose another one', async () => {
    const { page, goto, look } = await stage.person(PHONE);
    await goto('/login');
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await page.getByRole('heading', { name: 'Nova senha' }).waitFor();
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText('Informe um e-mail válido.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).to.equal(
      'email',
    );
    await page.getByLabel('E-mail').fill(people.seller.email);
    await page.keyboard.press('Enter');
    await page.getByText(/nada sai desta máquina/).waitFor();
    await look('recover-password-asked');
    const mine = page
      .getByRole('listitem')
      .filter({ hasText: people.seller.email })
      .getByRole('link', { name: 'Nova senha para a sua conta' });
    await eventually(async () => {
      await goto('/outbox');
      return (await mine.count()) > 0 || undefined;
    }, 'the mail leaves');
    await mine.first().click();
    await look('mail-recovery-phone');
    const link = page.getByRole('link', { name: 'Escolher nova senha' });
    const url = (await link.getAttribute('href')) ?? '';
    await page.goto(url);
    await page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).to.equal(people.seller.email);
    // Opening the link did not use it up.
    await page.goto(url);
    await page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor();
  });
});
