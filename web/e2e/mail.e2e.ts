import { expect } from 'chai';
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

  it('are shown in place of being sent: one for a sign-in at a new browser, none for the next one there', async () => {
    const person = await stage.person();
    const { page, goto, signIn, look } = person;
    const mine = page.getByRole('listitem').filter({ hasText: people.seller.email });
    await signIn('/login', people.seller.email);
    const shown = async () => {
      await goto('/outbox');
      return (await mine.count()) === 1 || undefined;
    };
    await eventually(shown, 'the mail about the sign-in');
    for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      await page.setViewportSize(viewport);
      await goto('/outbox');
      await look(`outbox-${size}`);
      await mine.getByRole('link', { name: SUBJECT }).click();
      await page.getByRole('heading', { name: SUBJECT }).waitFor();
      await page.getByText('127.0.0.1').waitFor();
      await look(`mail-new-device-${size}`);
    }
    await page.context().clearCookies({ name: /session/ });
    await signIn('/login', people.seller.email);
    // The administrator's mail is requested after it would have been.
    const other = await stage.person();
    await other.signIn('/admin-root-login', people.admin.email);
    const others = page.getByRole('listitem').filter({ hasText: people.admin.email });
    const bothShown = async () => {
      await goto('/outbox');
      return (await others.count()) === 1 || undefined;
    };
    await eventually(bothShown, 'the mail about the other sign-in');
    expect(await mine.count()).to.equal(1);
  });

  it('are listed for the administrator, who sends a test and sees it taken, on a phone too', async () => {
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
    await page.getByRole('link', { name: 'Ver os e-mails' }).click();
    await page.getByRole('link', { name: 'E-mail de teste' }).waitFor();
  });
});
