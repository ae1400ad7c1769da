import { expect } from 'chai';
import type { CDPSession, Page } from 'playwright-core';
import { sample } from '#/scripts/testing/sampled.ts';
import {
  waitForPaymentPage,
  boughtBy,
  checkoutUrl,
  DECLINED,
  fillIn,
  METHODS,
  newBuyer,
  ONCE,
  openShop,
  opened,
  openedAlone,
  payButton,
  paymentIn,
  withVisitor,
} from '#/web/e2e/testing/press-stage.ts';

/** Repeated presses make one purchase, on any device. */

/** Milliseconds between two presses. */
const GAPS = [0, 5, 10, 20, 40, 100, 200, 300];
const KINDS = ['mouse', 'touch', 'keyboard', 'script'] as const;

type Kind = (typeof KINDS)[number];

const pause = (gap: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, gap);
  });

const tap = async (session: CDPSession, x: number, y: number): Promise<void> => {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

const click = async (session: CDPSession, x: number, y: number): Promise<void> => {
  const press = { x, y, button: 'left', clickCount: 1 } as const;
  await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press });
  await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press });
};

const enter = async (session: CDPSession): Promise<void> => {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
};

/** Presses again `gap` ms after the first press, even if the page is still busy. */
const pressTwice = async (page: Page, kind: Kind, gap: number): Promise<void> => {
  if (kind === 'script') {
    return page.evaluate((wait) => {
      const form = document.forms[0];
      form?.requestSubmit();
      if (wait === 0) form?.requestSubmit();
      else setTimeout(() => form?.requestSubmit(), wait);
    }, gap);
  }
  const session = await page.context().newCDPSession(page);
  await payButton(page).scrollIntoViewIfNeeded();
  const box = (await payButton(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (kind === 'keyboard') await page.getByLabel('E-mail').focus();
  const press = () => {
    if (kind === 'keyboard') return enter(session);
    return kind === 'touch' ? tap(session, x, y) : click(session, x, y);
  };
  const first = press().catch(() => undefined);
  await pause(gap);
  // The page may navigate first: the second press then fails or never settles.
  await Promise.race([
    Promise.all([first, press().catch(() => undefined)]),
    waitForPaymentPage(page),
  ]);
};

/** Blocks the main thread for 600 ms, as on a slow phone. */
const block = (page: Page): void => {
  void page
    .evaluate(() => {
      setTimeout(() => {
        const until = performance.now() + 600;
        while (performance.now() < until);
      }, 0);
    })
    .catch(() => undefined);
};

const presses = METHODS.flatMap((method) =>
  KINDS.flatMap((kind) =>
    [false, true].flatMap((isBusy) => GAPS.map((gap) => ({ method, kind, isBusy, gap }))),
  ),
);

const pairs = METHODS.flatMap((method) => GAPS.map((gap) => ({ method, gap })));

describe('Duplicate purchases', () => {
  openShop();

  describe('Repeated presses on Pay', () => {
    for (const { method, kind, isBusy, gap } of sample(presses, 5)) {
      const when = isBusy ? 'while the page is busy' : 'on an idle page';
      it(`buys once by ${method} when pressed twice by ${kind}, ${gap} ms apart, ${when}`, () =>
        withVisitor(async (context) => {
          const page = await openedAlone(context, method);
          const bought = await boughtBy(async () => {
            if (isBusy) block(page);
            await pressTwice(page, kind, gap);
            await waitForPaymentPage(page);
            await page.waitForLoadState('networkidle');
          });
          expect(bought).to.deep.equal(ONCE);
        }));
    }

    it('buys once when pressed twice before the scripts load', () =>
      withVisitor(async (context) => {
        const page = await context.newPage();
        const script = Promise.withResolvers<void>();
        await page.route('**/checkout/assets/*.js', async (route) => {
          await script.promise;
          await route.continue();
        });
        await page.goto(checkoutUrl(), { waitUntil: 'commit' });
        await page.getByLabel('Celular com DDD').waitFor();
        await fillIn(page, 'PIX');
        const bought = await boughtBy(async () => {
          await payButton(page).dblclick();
          script.resolve();
          await waitForPaymentPage(page);
        });
        expect(bought).to.deep.equal(ONCE);
      }));
  });

  describe('A checkout in two tabs', () => {
    for (const { method, gap } of sample(pairs, 2)) {
      it(`makes one ${method} purchase when the tabs submit ${gap} ms apart, and both show its payment`, () =>
        withVisitor(async (context) => {
          const email = newBuyer();
          const tabs = [
            await openedAlone(context, method, { email }),
            await openedAlone(context, method, { email }),
          ];
          const submit = (page: Page) => page.evaluate(() => document.forms[0]?.requestSubmit());
          const bought = await boughtBy(async () => {
            const [first, second] = tabs;
            if (!first || !second) throw new Error('no tabs');
            await Promise.all([submit(first), pause(gap).then(() => submit(second))]);
            await waitForPaymentPage(first);
            // If the first tab has paid, the second shows a link to that payment.
            const link = second.getByRole('link', { name: 'Ver pagamento' });
            await Promise.race([waitForPaymentPage(second), link.click().catch(() => undefined)]);
            await waitForPaymentPage(second);
          });
          expect(bought).to.deep.equal(ONCE);
          expect(new Set(tabs.map(paymentIn))).to.have.property('size', 1);
        }));
    }

    it('makes two purchases for two buyers', () =>
      withVisitor(async (context) => {
        const tabs = [await opened(context, 'PIX'), await opened(context, 'PIX')];
        const bought = await boughtBy(async () => {
          await Promise.all(tabs.map((page) => payButton(page).click()));
          await Promise.all(tabs.map(waitForPaymentPage));
        });
        expect(bought).to.deep.equal({ requested: 2, charged: 2 });
      }));

    it('makes two purchases for one buyer of two offers', () =>
      withVisitor(async (context) => {
        const email = newBuyer();
        const tabs = [
          await opened(context, 'PIX', { email }),
          await opened(context, 'PIX', { email, offer: 'demo-clube' }),
        ];
        const bought = await boughtBy(async () => {
          await Promise.all(tabs.map((page) => payButton(page).click()));
          await Promise.all(tabs.map(waitForPaymentPage));
        });
        expect(bought).to.deep.equal({ requested: 2, charged: 2 });
      }));

    it('shows the decline of one single charge in both tabs when they submit at once', () =>
      withVisitor(async (context) => {
        const email = newBuyer();
        const filling = { email, card: DECLINED };
        const tabs = [
          await openedAlone(context, 'CREDIT_CARD', filling),
          await openedAlone(context, 'CREDIT_CARD', filling),
        ];
        const bought = await boughtBy(async () => {
          await Promise.all(
            tabs.map((page) => page.evaluate(() => document.forms[0]?.requestSubmit())),
          );
          await Promise.all(
            tabs.map((page) =>
              page.getByRole('group', { name: 'Cartão de crédito recusado' }).waitFor(),
            ),
          );
        });
        expect(bought).to.deep.equal(ONCE);
      }));
  });
});
