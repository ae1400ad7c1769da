import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'chai';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { isDrawn } from '#/scripts/testing/sampled.ts';
import { startPostalCodeService } from '#/scripts/testing/postal-code-service.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';

const ARTEFACTS = join(import.meta.dirname, '../../.artefacts/journeys');

export const PHONE = { width: 360, height: 780 } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;

const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** WCAG, and one more rule: all content is in landmarks, between which users of screen readers jump. */
const RULES = {
  runOnly: { type: 'tag' as const, values: CRITERIA },
  rules: { region: { enabled: true } },
};
const TIMEOUT_MS = 15_000;
/** `npm test` does about one look of three: a look takes long. */
const LOOKED_AT = 3;

/** The product with some weeks of sales, and a browser for its people. */
export interface Stage {
  readonly product: Product;
  /** Opens a browser context. An error in it fails the run, except errors of `OF_NETWORK`. */
  readonly person: (viewport?: { width: number; height: number }) => Promise<Person>;
  /** Buys the e-book of R$ 97,00 by PIX and pays. @returns the approved payment's id */
  readonly paidBy: (who: { readonly name: string; readonly email: string }) => Promise<string>;
}

export interface Person {
  readonly page: Page;
  readonly goto: (path: string) => Promise<void>;
  readonly signIn: (path: string, email: string) => Promise<void>;
  /** Saves a screenshot, and checks the page by WCAG 2.2 AA. `npm test` does this for about a third of the names. */
  readonly look: (name: string) => Promise<void>;
}

/** The browser logs these for 4xx responses and lost connections, which some journeys provoke. */
const OF_NETWORK = /^(?:Failed to load resource|WebSocket connection to)/;

const isOurFault = (text: string): boolean => !OF_NETWORK.test(text);

/** Waits until animations end, because half-faded text has less contrast. Endless ones, such as spinners, are skipped. */
const untilAnimationsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(animations.map(({ finished }) => finished));
  });

const personIn = (context: BrowserContext, page: Page, url: string, faults: string[]): Person => {
  page.setDefaultTimeout(TIMEOUT_MS);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && isOurFault(message.text())) faults.push(message.text());
  });
  const goto = async (path: string): Promise<void> => {
    await page.goto(`${url}${path}`);
  };
  return {
    page,
    goto,
    signIn: async (path, email) => {
      await goto(path);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Senha', { exact: true }).fill('razao-demo');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.getByRole('navigation', { name: 'Navegação principal' }).waitFor();
    },
    look: async (name) => {
      await untilAnimationsEnd(page);
      if (!isDrawn(name, LOOKED_AT)) return;
      await mkdir(ARTEFACTS, { recursive: true });
      await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
      const { violations } = await new AxeBuilder({ page }).options(RULES).analyze();
      const reports = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
      expect(reports, `${name} is accessible`).to.deep.equal([]);
    },
  };
};

/** Opens a browser context of a person. Errors in its page are added to `faults`. */
export const personAt = async (
  browser: Browser,
  url: string,
  faults: string[],
  viewport: { width: number; height: number } = DESKTOP,
): Promise<Person> => {
  const context = await browser.newContext({
    viewport,
    locale: 'pt-BR',
    acceptDownloads: true,
    // Products at a public URL have a certificate that the tests made.
    ignoreHTTPSErrors: true,
  });
  return personIn(context, await context.newPage(), url, faults);
};

/** Returns a function that buys the e-book and pays. */
export const paidIn =
  (product: Pick<Product, 'ask' | 'pay'>): Stage['paidBy'] =>
  async (who) => {
    const buyer = { ...who, cpf: '52998224725', phone: '11987654321' };
    const purchase = { ...buyer, offerId: 'demo-ebook', paymentMethod: 'PIX' } as const;
    const { paymentId, payment } = await product.ask('checkout.purchase', purchase);
    await product.pay(payment);
    await eventually(async () => {
      const { status } = await product.ask('checkout.getPayment', { paymentId });
      return status === 'APPROVED' ? true : undefined;
    }, 'the buyer has paid');
    return paymentId;
  };

interface OpenStage extends Stage {
  /** Runs once, after all journeys. */
  readonly leave: () => Promise<void>;
  /** Closes the pages of earlier journeys, which would go on drawing and listening. */
  readonly clear: () => Promise<void>;
}

const open = async (): Promise<OpenStage> => {
  const postalCodes = await startPostalCodeService();
  const product = await startProduct(3, { postalCodeUrl: postalCodes.url });
  const browser: Browser = await launchBrowser();
  const faults: string[] = [];
  const people: Person[] = [];
  return {
    product,
    person: async (viewport) => {
      const person = await personAt(browser, product.url, faults, viewport);
      people.push(person);
      return person;
    },
    clear: async () => {
      await Promise.all(people.splice(0).map(({ page }) => page.context().close()));
    },
    paidBy: paidIn(product),
    leave: async () => {
      await browser.close();
      await product.stop();
      await postalCodes.stop();
      expect(faults, 'what browsers complained about').to.deep.equal([]);
    },
  };
};

let sharedStage: Promise<OpenStage> | undefined;

/** All journeys share one stage, because opening it takes long. */
export const openStage = async (): Promise<Stage> => {
  const stage = await (sharedStage ??= open());
  await stage.clear();
  return stage;
};

after(async () => (await sharedStage)?.leave());

export const identify = async ({ page }: Person): Promise<void> => {
  await page.getByLabel('Nome completo').fill('Marina Duarte');
  await page.getByLabel('E-mail').fill('marina@example.com');
  await page.getByLabel('CPF').fill('529.982.247-25');
  await page.getByLabel('Celular com DDD').fill('11987654321');
};

export const fillCard = async ({ page }: Person, number: string): Promise<void> => {
  await page.getByRole('radio', { name: 'Cartão de crédito' }).check();
  await page.getByLabel('Número do cartão').fill(number);
  await page.getByLabel('Nome impresso no cartão').fill('MARINA DUARTE');
  await page.getByLabel('Validade').fill('12/31');
  await page.getByLabel('CVV').fill('123');
};

/** Holds back files until the returned function is called. */
export const heldFiles = async (page: Page, address: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

/** Holds back the back office's modules until the returned function is called. */
export const heldModules = (page: Page): Promise<() => void> =>
  heldFiles(page, '**/assets/backoffice/*.js');

/** Formats cents as pages do (`R$ 97,00`), with a non-breaking space. */
export const reais = (cents: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);

/** Returns the cents of the first amount in a text (`R$ 1.234,56`). */
export const centsIn = (text: string): number => {
  const digits = /(-?)R\$\s?([\d.]+),(\d{2})/.exec(text);
  if (!digits) throw new Error(`no amount in: ${text}`);
  const [, sign, whole = '', fraction = ''] = digits;
  return Number(`${sign}${whole.replaceAll('.', '')}${fraction}`);
};

export const locateTile = ({ page }: Person, name: string): Locator =>
  page.getByRole('group', { name, exact: true });

/** Waits for an amount, because the frame is drawn before the figures. Returns the first one, in cents. */
export const centsShown = async (part: Locator): Promise<number> => {
  const withAmount = part.filter({ hasText: /R\$\s?[\d.]+,\d{2}/ });
  return centsIn(await withAmount.innerText());
};
