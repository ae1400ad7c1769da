import { expect } from 'chai';
import type { Route } from 'playwright-core';
import {
  waitForPaymentPage,
  boughtBy,
  fillCard,
  GOOD,
  METHODS,
  ONCE,
  openShop,
  opened,
  openedAlone,
  payButton,
  withVisitor,
} from '#/web/e2e/testing/press-stage.ts';

/** A purchase is made once even if its connection, page or browser fails. */

/** When the connection is lost. */
const losses = ['before the response', 'before the request is sent'] as const;
/** Responses of a gateway or network in place of our server's. */
const foreignAnswers = [
  [
    'a gateway answers 503 in place of the server',
    { status: 503, contentType: 'application/problem+json', body: '{}' },
  ],
  [
    'a network answers “{}” in place of the server',
    { contentType: 'application/json', body: '{}' },
  ],
  [
    'a network answers “null” in place of the server',
    { contentType: 'application/json', body: 'null' },
  ],
] as const;

describe('Duplicate purchases', () => {
  openShop();

  describe('Interrupted purchases', () => {
    for (const method of METHODS) {
      for (const loss of losses) {
        it(`makes one ${method} purchase when the connection is lost ${loss} and the buyer retries`, () =>
          withVisitor(async (context) => {
            const page = await opened(context, method);
            let isCut = false;
            await page.route('**/api/checkout.purchase', async (route) => {
              if (isCut) return route.continue();
              isCut = true;
              if (loss === 'before the response') await route.fetch();
              return route.abort('internetdisconnected');
            });
            const bought = await boughtBy(async () => {
              await payButton(page).click();
              const panel = page.getByRole('group', { name: 'Sem conexão' });
              await panel.waitFor();
              await page
                .getByRole('alert')
                .getByText('Pagamento recusado, tente novamente.')
                .waitFor();
              expect(
                await panel.evaluate((element) => element === document.activeElement),
              ).to.equal(true);
              await panel.getByRole('button', { name: 'Tentar de novo' }).click();
              await waitForPaymentPage(page);
            });
            expect(bought).to.deep.equal(ONCE);
          }));
      }

      it(`completes one ${method} purchase without another press when the page is reloaded midway`, () =>
        withVisitor(async (context) => {
          const page = await opened(context, method);
          const received = Promise.withResolvers<void>();
          let times = 0;
          await page.route('**/api/checkout.purchase', async (route) => {
            times += 1;
            if (times > 1) return route.continue();
            // The purchase reaches the server, but the page never gets the response.
            await route.fetch();
            received.resolve();
          });
          const bought = await boughtBy(async () => {
            await payButton(page).click();
            await received.promise;
            await page.reload();
            await waitForPaymentPage(page);
          });
          expect(bought).to.deep.equal(ONCE);
        }));
    }

    for (const [what, answer] of foreignAnswers) {
      it(`makes one purchase when ${what} and the buyer retries`, () =>
        withVisitor(async (context) => {
          const page = await openedAlone(context, 'CREDIT_CARD');
          const replaceAnswer = async (route: Route): Promise<void> => {
            await route.fetch();
            await route.fulfill(answer);
          };
          await page.route('**/api/checkout.purchase', replaceAnswer, { times: 1 });
          const bought = await boughtBy(async () => {
            await payButton(page).click();
            await page.getByRole('button', { name: 'Tentar de novo' }).click();
            await waitForPaymentPage(page);
          });
          expect(bought).to.deep.equal(ONCE);
        }));
    }

    it('shows an error when the card tokeniser cannot be reached, and buys once on retry', () =>
      withVisitor(async (context) => {
        const page = await opened(context, 'CREDIT_CARD');
        await page.route('**/sandbox/card-tokens', (route) => route.abort(), { times: 1 });
        const bought = await boughtBy(async () => {
          await payButton(page).click();
          await page.getByRole('alert').getByText('Pagamento recusado, tente novamente.').waitFor();
          await page.getByRole('button', { name: 'Tentar de novo' }).click();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
      }));

    it('keeps the e-mail and buys once on a new press when the page is reloaded before the card is tokenised', () =>
      withVisitor(async (context) => {
        const page = await opened(context, 'CREDIT_CARD');
        const tokenRequested = Promise.withResolvers<void>();
        await page.route('**/sandbox/card-tokens', () => tokenRequested.resolve(), { times: 1 });
        const bought = await boughtBy(async () => {
          await payButton(page).click();
          await tokenRequested.promise;
          await page.reload();
          expect(await page.getByLabel('E-mail').inputValue()).to.include('comprador');
          await fillCard(page, GOOD);
          await payButton(page).click();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
      }));

    it('makes one purchase on retry when the browser has neither cookie nor storage', () =>
      withVisitor(async (context) => {
        await context.addInitScript(() => {
          const refuse = (): never => {
            throw new DOMException('refused', 'SecurityError');
          };
          Object.defineProperty(globalThis, 'localStorage', { get: refuse });
          Object.defineProperty(globalThis, 'sessionStorage', { get: refuse });
        });
        const page = await openedAlone(context, 'CREDIT_CARD');
        await page.route(
          '**/api/checkout.purchase',
          async (route) => {
            await route.fetch();
            await route.abort();
          },
          { times: 1 },
        );
        const bought = await boughtBy(async () => {
          await payButton(page).dblclick();
          await page.getByRole('button', { name: 'Tentar de novo' }).click();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
      }));
  });
});
