import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DESKTOP, fillCard, identify, openStage, PHONE, type Stage } from './stage.ts';

const toastOf = (page: Page) => page.getByRole('alert');

const toastText = async (page: Page): Promise<string> => (await toastOf(page).innerText()).trim();

describe('Form errors at the checkout', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  it('shows one toast at a time, in the order of the specification, each until its field is corrected', async () => {
    const buyer = await stage.person(PHONE);
    const { page } = buyer;
    await buyer.goto('/checkout/demo-ebook');
    const pay = () => page.getByRole('button', { name: /^Pagar/ }).click();
    /** The toast that a press on Pay shows, and what is then typed into its field. The first CPF is complete, but invalid. */
    const steps = [
      { toast: 'CPF inválido', label: 'CPF', text: '111.111.111-11' },
      { toast: 'Telefone inválido', label: 'Celular com DDD', text: '11987654321' },
      {
        toast: 'Seu CPF está inválido, insira um CPF válido para continuar a compra',
        label: 'CPF',
        text: '529.982.247-25',
      },
      {
        toast: 'Digite seu nome completo para continuar a compra',
        label: 'Nome completo',
        text: 'Marina Duarte',
      },
      { toast: 'E-mail inválido', label: 'E-mail', text: 'marina@example.com' },
    ];
    for (const [index, { toast, label, text }] of steps.entries()) {
      await pay();
      await toastOf(page).getByText(toast, { exact: true }).waitFor();
      expect(await toastText(page), 'one voice').to.equal(toast);
      const field = page.getByLabel(label);
      await field.and(page.locator(':focus')).waitFor();
      if (index === 0) {
        for (const message of ['CPF inválido', 'Telefone inválido', 'Campo obrigatório']) {
          await page.locator('form').getByText(message).first().waitFor();
        }
        await buyer.look('checkout-errors-phone');
        const box = await toastOf(page).boundingBox();
        const product = await page.getByRole('heading', { level: 1 }).boundingBox();
        await page.evaluate(() => scrollTo({ top: 0 }));
        expect(box?.y ?? 0, 'below the header and the product').to.be.greaterThan(
          (product?.y ?? 0) + (product?.height ?? 0),
        );
      }
      await field.fill(text);
      await toastOf(page).getByText(toast, { exact: true }).waitFor({ state: 'detached' });
    }
    await pay();
    await page.waitForURL('**/checkout/payment/**');
  });

  it('limits the name to 30 characters and says so, whether typed, pasted, autofilled or in the URL', async () => {
    const { page, goto } = await stage.person(PHONE);
    await goto('/checkout/demo-ebook');
    const name = page.getByLabel('Nome completo');
    const limitNotice = page.getByText('Máximo 30 caracteres');
    const long = 'João Carlos de Albuquerque Neto';
    await name.pressSequentially(long.slice(0, 29));
    expect(await limitNotice.count(), '29 characters').to.equal(0);
    await name.pressSequentially(long.slice(29));
    await limitNotice.waitFor();
    expect(await name.inputValue(), 'typed').to.equal(long.slice(0, 30));

    await name.fill('');
    await limitNotice.waitFor({ state: 'detached' });
    await page.evaluate((text) => document.execCommand('insertText', false, text), long);
    await limitNotice.waitFor();
    expect(await name.inputValue(), 'pasted').to.equal(long.slice(0, 30));

    const short = 'a'.repeat(29);
    await name.fill(short);
    await limitNotice.waitFor({ state: 'detached' });
    // An emoji has two UTF-16 units; the field has room for one.
    await page.keyboard.insertText('😀');
    await limitNotice.waitFor();
    expect(await name.inputValue(), 'an emoji').to.equal(short);
    await name.fill('Ana Souza');
    await limitNotice.waitFor({ state: 'detached' });
    await name.fill(`${short}😀`);
    await limitNotice.waitFor();
    expect(await name.inputValue(), 'an emoji by autofill').to.equal(short);

    await name.fill('Ana Souza');
    await limitNotice.waitFor({ state: 'detached' });
    // Autofill and scripts ignore `maxLength`.
    await name.fill(long.repeat(300));
    await limitNotice.waitFor();
    expect(await name.inputValue(), 'filled in').to.equal(long.slice(0, 30));

    await goto(`/checkout/demo-camiseta?nome=${encodeURIComponent(long)}`);
    await limitNotice.waitFor();
    expect(await name.inputValue(), 'in the address').to.equal(long.slice(0, 30));
    await goto(`/checkout/demo-clube?nome=${encodeURIComponent(`${short}😀`)}`);
    // Only a hydrated page asks before it is left.
    await page.waitForFunction(
      () => !dispatchEvent(new Event('beforeunload', { cancelable: true })),
    );
    await limitNotice.waitFor();
    expect(await name.inputValue(), 'an emoji in the address').to.equal(short);
  });

  it('accepts autofilled values that fired no event, and cuts the name to 30 characters', async () => {
    const { page, goto } = await stage.person(PHONE);
    await goto('/checkout/demo-ebook');
    await page.getByRole('radio', { name: 'Boleto' }).check();
    await page.getByRole('button', { name: /^Gerar boleto/ }).waitFor();
    await page.evaluate(() => {
      const texts = {
        name: 'Joana Prado de Albuquerque e Sousa Neta',
        email: 'joana.autofill@example.com',
        cpf: '52998224725',
        phone: '+5511987654321',
      };
      for (const [name, text] of Object.entries(texts)) {
        const field = document.getElementById(name);
        if (field instanceof HTMLInputElement) field.value = text;
      }
    });
    const sent = page.waitForRequest('**/api/checkout.purchase');
    await page.getByRole('button', { name: /^Gerar boleto/ }).click();
    expect((await sent).postDataJSON()).to.include({
      name: 'Joana Prado de Albuquerque e S',
      email: 'joana.autofill@example.com',
      cpf: '52998224725',
      phone: '11987654321',
    });
    await page.waitForURL('**/checkout/payment/**');
  });

  it('rejects a cardholder name without a surname at its field, before any POST request', async () => {
    const buyer = await stage.person(DESKTOP);
    const { page } = buyer;
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await buyer.goto('/checkout/demo-ebook');
    await identify(buyer);
    await fillCard(buyer, '4111111111111111');
    await page.getByLabel('Nome impresso no cartão').fill('MARY');
    await page.getByRole('button', { name: /^Pagar R\$/ }).click();
    const message = 'Nome do titular inválido, deve conter nome e sobrenome.';
    await page.locator('#cardName-error').getByText(message).waitFor();
    expect(await toastText(page)).to.equal(message);
    expect(posts).to.deep.equal([]);
  });

  it('asks before leaving a form filled in from the URL, but not an empty one', async () => {
    const { page, goto } = await stage.person(DESKTOP);
    const asksBeforeLeaving = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await goto('/checkout/demo-ebook');
    await page.getByRole('button', { name: /^Pagar/ }).waitFor();
    expect(await asksBeforeLeaving(), 'nothing to lose').to.equal(false);
    await goto('/checkout/demo-ebook?nome=Ana+Souza');
    await page.waitForFunction(
      () => !dispatchEvent(new Event('beforeunload', { cancelable: true })),
    );
  });

  const garbage: Readonly<Record<string, string>> = {
    'ten thousand letters': 'a'.repeat(10_000),
    'ten thousand digits': '9'.repeat(10_000),
    emoji: '😀👨‍👩‍👧‍👦'.repeat(50),
    'control characters': `A\u0000\u0001\u0007\u001b[31m\u202e\u2028\u009f\ufeff`.repeat(20),
    'script tags': '"><script>alert(1)</script><img src=x onerror=alert(1)>${7*7}\'--',
    'right-to-left text': 'مريم دوارتي',
    spaces: '   \u00a0\u3000 ',
  };

  for (const [kind, text] of Object.entries(garbage)) {
    it(`ends in an error message or a purchase, and runs no script, with ${kind} in every field`, async () => {
      const buyer = await stage.person(DESKTOP);
      const { page } = buyer;
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(`${dialog.type()} ${dialog.message()}`);
        void dialog.accept();
      });
      // The whole URL has to fit into 16 KB.
      const urlText = Array.from(text).slice(0, 200).join('');
      const query = new URLSearchParams({
        nome: urlText,
        email: urlText,
        telefone: urlText,
        cpf: urlText,
        utm_source: urlText,
        affiliateId: urlText,
      });
      await buyer.goto(`/checkout/demo-camiseta?${query.toString()}`);
      await page.getByLabel('CEP').fill('01001-000');
      await page.getByLabel('Rua ou avenida').waitFor();
      await page.getByRole('radio', { name: 'Cartão de crédito' }).check();
      const inputs = page.locator('form input:not([type=radio]):not([type=checkbox])');
      for (const input of await inputs.all()) await input.fill(text);
      await page.getByRole('button', { name: /^Pagar/ }).click();
      await toastOf(page).locator('p').waitFor();
      expect(await toastText(page)).to.not.equal('');
      for (const [label, validText] of Object.entries({
        'E-mail': 'marina@example.com',
        CPF: '529.982.247-25',
        'Celular com DDD': '11987654321',
        CEP: '01001-000',
      })) {
        await page.getByLabel(label).fill(validText);
      }
      await page.getByRole('radio', { name: 'PIX' }).check();
      await page.getByRole('button', { name: /com PIX$/ }).click();
      // Either a purchase, or a sentence that says why not.
      await Promise.race([
        page.waitForURL('**/checkout/payment/**'),
        toastOf(page).locator('p').waitFor(),
      ]);
      const failed = await page.getByText('Houve um erro').count();
      expect(failed, 'a fault of ours').to.equal(0);
      expect(dialogs, 'what ran, or asked not to leave').to.deep.equal([]);
    });
  }
});
