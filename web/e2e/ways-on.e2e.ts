import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '#/scripts/testing/eventually.ts';
import {
  waitForPaymentPage,
  boughtBy,
  checkoutUrl,
  DECLINED,
  fillCard,
  fillIn,
  GOOD,
  ONCE,
  openShop,
  opened,
  payButton,
  paymentIn,
  withVisitor,
} from '#/web/e2e/testing/press-stage.ts';

const openDeclined = async (context: BrowserContext): Promise<Page> => {
  const page = await opened(context, 'CREDIT_CARD', { card: DECLINED });
  await payButton(page).click();
  await page.getByRole('group', { name: 'Cartão de crédito recusado' }).waitFor();
  return page;
};

/** Holds Enter down while `other` runs, and for two repeats after it. */
const holdEnter = async (page: Page, other: () => Promise<void>): Promise<void> => {
  await page.keyboard.down('Enter');
  await other();
  // Browsers repeat a key until it is released.
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
};

describe('Next steps at the checkout', () => {
  openShop();

  describe('After a declined card', () => {
    it('focuses the panel that explains the decline', () =>
      withVisitor(async (context) => {
        const page = await openDeclined(context);
        const focused = await page.evaluate(() =>
          document.activeElement?.getAttribute('aria-label'),
        );
        expect(focused).to.equal('Cartão de crédito recusado');
      }));

    it('leaves the buttons uncovered by the alert', () =>
      withVisitor(async (context) => {
        const page = await openDeclined(context);
        await page.getByRole('alert').getByText('CARTÃO DE CRÉDITO RECUSADO').waitFor();
        for (const button of [
          payButton(page),
          page.getByRole('button', { name: 'Usar outro cartão' }),
        ]) {
          const isFree = await button.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          });
          expect(isFree).to.equal(true);
        }
      }));

    it('accepts another card', () =>
      withVisitor(async (context) => {
        const page = await openDeclined(context);
        await page.getByRole('button', { name: 'Usar outro cartão' }).click();
        expect(await page.getByLabel('Número do cartão').inputValue()).to.equal('');
        await page.locator('#cardNumber:focus').waitFor();
        await fillCard(page, GOOD);
        await payButton(page).click();
        await waitForPaymentPage(page);
      }));

    for (const [name, button] of [
      ['Mudar para PIX', /^Pagar .* com PIX$/],
      ['Mudar para boleto', /^Gerar boleto/],
    ] as const) {
      it(`“${name}” selects that method and focuses its pay button, which completes the purchase`, () =>
        withVisitor(async (context) => {
          const page = await openDeclined(context);
          await page.getByRole('button', { name }).click();
          const pay = page.getByRole('button', { name: button });
          await pay.waitFor();
          await eventually(
            async () =>
              (await pay.evaluate((element) => element === document.activeElement))
                ? true
                : undefined,
            'the button has the focus',
          );
          expect(page.url()).to.match(/demo-ebook$/);
          await pay.click();
          await waitForPaymentPage(page);
        }));
    }

    it('does not pay while Enter is held on “Mudar para PIX”', () =>
      withVisitor(async (context) => {
        const page = await openDeclined(context);
        const bought = await boughtBy(async () => {
          await page.getByRole('button', { name: 'Mudar para PIX' }).focus();
          await holdEnter(page, async () => {
            await payButton(page).and(page.locator(':focus')).waitFor();
          });
        });
        expect(bought).to.deep.equal({ requested: 0, charged: 0 });
        await page.keyboard.press('Enter');
        await waitForPaymentPage(page);
      }));

    it('charges the same card again when its CVV is entered again', () =>
      withVisitor(async (context) => {
        const page = await openDeclined(context);
        const bought = await boughtBy(async () => {
          await page.getByLabel('CVV').fill('123');
          await payButton(page).click();
          await page.getByRole('group', { name: 'Cartão de crédito recusado' }).waitFor();
          await payButton(page).and(page.locator(':enabled')).waitFor();
        });
        expect(bought).to.deep.equal(ONCE);
      }));
  });

  describe('A returning buyer', () => {
    const buyAndPay = async (
      context: BrowserContext,
      method: 'PIX' | 'CREDIT_CARD',
    ): Promise<Page> => {
      const page = await opened(context, method);
      await payButton(page).click();
      await waitForPaymentPage(page);
      if (method === 'PIX') await page.getByRole('button', { name: 'Pagar no sandbox' }).click();
      await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
      return page;
    };

    for (const method of ['PIX', 'CREDIT_CARD'] as const) {
      it(`sees that the ${method} purchase is paid, and buys again only through “Comprar de novo”`, () =>
        withVisitor(async (context) => {
          const page = await buyAndPay(context, method);
          const first = paymentIn(page);
          await page.goBack();
          const panel = page.getByRole('group', { name: 'Você já pagou esta compra' });
          await panel.waitFor();
          const link = await panel
            .getByRole('link', { name: 'Ver pagamento' })
            .getAttribute('href');
          expect(link).to.include(first);
          const boughtBefore = await boughtBy(async () => {
            expect(await payButton(page).count()).to.equal(0);
            await page.evaluate(() => document.forms[0]?.requestSubmit());
          });
          expect(boughtBefore).to.deep.equal({ requested: 0, charged: 0 });
          const bought = await boughtBy(async () => {
            await panel.getByRole('button', { name: 'Comprar de novo' }).click();
            await fillIn(page, method);
            await payButton(page).dblclick();
            await waitForPaymentPage(page);
          });
          expect(bought).to.deep.equal(ONCE);
          expect(paymentIn(page)).not.to.equal(first);
        }));
    }

    for (const way of ['a double click', 'a held key'] as const) {
      it(`pays nothing by ${way} on “Comprar de novo”, but only by the pay button`, () =>
        withVisitor(async (context) => {
          const first = await buyAndPay(context, 'PIX');
          const page = await opened(context, 'PIX');
          const buyAgain = page.getByRole('button', { name: 'Comprar de novo' });
          const boughtBefore = await boughtBy(async () => {
            await buyAgain.waitFor();
            if (way === 'a double click') await buyAgain.dblclick();
            else {
              await buyAgain.focus();
              await holdEnter(page, () => payButton(page).and(page.locator(':focus')).waitFor());
            }
            await payButton(page).and(page.locator(':enabled')).waitFor();
          });
          expect(boughtBefore).to.deep.equal({ requested: 0, charged: 0 });
          await payButton(page).click();
          await waitForPaymentPage(page);
          expect(paymentIn(page)).not.to.equal(paymentIn(first));
        }));
    }

    it('makes no further purchase when going back from a PIX bought again and pressing Pay', () =>
      withVisitor(async (context) => {
        await buyAndPay(context, 'PIX');
        const page = await opened(context, 'PIX');
        const bought = await boughtBy(async () => {
          await page.getByRole('button', { name: 'Comprar de novo' }).click();
          await payButton(page).click();
          await waitForPaymentPage(page);
          await page.goBack();
          await payButton(page).click();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
      }));

    it('leaves no form data in the browser’s storage after paying', () =>
      withVisitor(async (context) => {
        const page = await buyAndPay(context, 'PIX');
        const storage = await page.evaluate(() =>
          JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
        );
        expect(storage).not.to.match(/Marina|52998224725|529\.982|98765/);
      }));

    it('sees the purchase as paid on a page restored from the back/forward cache', () =>
      withVisitor(async (context) => {
        const page = await opened(context, 'CREDIT_CARD');
        // A 204 keeps this page open; the event stands for a return from the back/forward cache.
        await page.route('**/checkout/payment/**', (route) => route.fulfill({ status: 204 }));
        const bought = await boughtBy(async () => {
          await payButton(page).click();
          await page.waitForRequest('**/checkout/payment/**');
          await page.evaluate(() =>
            dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
          );
          await page.getByRole('group', { name: 'Você já pagou esta compra' }).waitFor();
        });
        expect(bought).to.deep.equal(ONCE);
      }));

    it('reaches a payment page that did not load at first with another press, and buys once', () =>
      withVisitor(async (context) => {
        const page = await context.newPage();
        await page.clock.install();
        await page.goto(checkoutUrl());
        await fillIn(page, 'PIX');
        await page.route('**/checkout/payment/**', (route) => route.fulfill({ status: 204 }), {
          times: 1,
        });
        const bought = await boughtBy(async () => {
          await payButton(page).click();
          await page.waitForRequest('**/checkout/payment/**');
          await page.clock.fastForward(20_000);
          await payButton(page).click();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
      }));

    it('buys for another e-mail address through “Comprar de novo”', () =>
      withVisitor(async (context) => {
        const first = await buyAndPay(context, 'PIX');
        const page = await opened(context, 'PIX');
        const panel = page.getByRole('group', { name: 'Você já pagou esta compra' });
        const bought = await boughtBy(async () => {
          await panel.getByRole('button', { name: 'Comprar de novo' }).click();
          await payButton(page).click();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
        expect(paymentIn(page)).not.to.equal(paymentIn(first));
      }));

    it('makes no second purchase when going back from an unpaid PIX and pressing Pay', () =>
      withVisitor(async (context) => {
        const page = await opened(context, 'PIX');
        const bought = await boughtBy(async () => {
          await payButton(page).click();
          await waitForPaymentPage(page);
          await page.goBack();
          await payButton(page).click();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
      }));

    it('gets a new PIX when going back from an unpaid one and adding an order bump', () =>
      withVisitor(async (context) => {
        const page = await opened(context, 'PIX');
        await payButton(page).click();
        await waitForPaymentPage(page);
        const first = paymentIn(page);
        await page.goBack();
        await page.getByRole('checkbox', { name: /Planilha de fluxo de caixa/ }).check();
        await page.getByRole('button', { name: 'Pagar R$ 124,00 com PIX' }).click();
        await waitForPaymentPage(page);
        expect(paymentIn(page)).not.to.equal(first);
      }));
  });
});
