import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { people } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from './stage.ts';

/** `{name}` stands for an id or a token. */
const PATHS = {
  signedOut: [
    '/login',
    '/admin-root-login',
    '/master-root-login',
    '/manager-login',
    '/recover-password',
    '/register',
    '/register?platform=nothing-here',
    '/welcome',
    '/block-access',
    '/confirm-email',
    '/welcome#{invitation}',
    '/nothing-here',
    '/checkout/demo-ebook',
    '/checkout/demo-camiseta',
    '/checkout/demo-clube',
    '/checkout/nothing-here',
    '/checkout/payment/{PIX}',
    '/checkout/payment/{BILLET}',
    '/checkout/payment/{APPROVED}',
    '/checkout/payment/{REJECTED}',
    '/checkout/payment/{REFUNDED}',
    '/checkout/payment/{CANCELED}',
  ],
  seller: [
    '/platform/dashboard',
    '/platform/dashboard?days=1',
    '/platform/my-sales',
    '/platform/my-sales?open={APPROVED}',
    '/platform/my-sales?from=2020-01-01&to=2020-01-02',
    '/platform/nothing-here',
    '/platform/financial',
    '/platform/financial?receipt={receipt}',
    '/platform/financial?receipt=nothing-here',
    '/platform/my-profile',
  ],
  admin: [
    '/admin-root/dashboard',
    '/admin-root/manage-sales',
    '/admin-root/manage-sales?open={REFUNDED}',
    '/admin-root/manage-sales?open=nothing-here',
    '/admin-root/manage-sales?from=2020-01-01&to=2020-01-02',
    '/admin-root/manage-users',
    '/admin-root/manage-users?open=demo-seller',
    '/admin-root/manage-managers',
    '/admin-root/manage-managers?open=demo-manager',
    '/admin-root/manage-managers?state=BLOCKED',
    '/admin-root/seller-revenue',
    '/admin-root/seller-negative',
    '/admin-root/export-accounting',
    '/admin-root/investigations',
    '/admin-root/document-validation',
    '/admin-root/manage-withdraws',
    '/admin-root/manage-withdraws?open=nothing-here',
    '/admin-root/manage-bank-accounts',
    '/admin-root/manage-bank-accounts?status=APPROVED',
    '/admin-root/manage-bank-accounts?status=REFUSED',
    '/admin-root/manage-bank-accounts?destination={destination}',
    '/admin-root/manage-bank-accounts?destination=nothing-here',
    '/admin-root/paid-withdrawals',
    '/admin-root/paid-withdrawals?from=2020-01-01&to=2020-01-02',
    '/admin-root/paid-withdrawals?reconciliation=NOT_RECONCILED',
    '/admin-root/paid-withdrawals?reconciliation=RETURNED',
    '/admin-root/paid-withdrawals?receipt={receipt}',
    '/admin-root/paid-withdrawals?receipt=nothing-here',
    '/admin-root/platform-settings',
    '/admin-root/platform-settings/acquirings',
    '/admin-root/platform-settings/access',
    '/admin-root/manage-functionaries',
    '/admin-root/manage-functionaries?open=demo-admin',
    '/admin-root/integrations',
  ],
  master: [
    '/master-root/platforms',
    '/master-root/platforms?state=BLOCKED',
    '/master-root/platforms/demo',
    '/master-root/platforms/nothing-here',
    '/master-root/administrators',
    '/master-root/administrators?open=demo-admin',
    '/master-root/masters',
    '/master-root/masters?open=demo-master',
    '/master-root/session-logs',
    '/master-root/mails',
    '/master-root/installation',
  ],
  accountant: [
    '/admin-root/dashboard',
    '/admin-root/manage-sales?open={APPROVED}',
    '/admin-root/manage-withdraws',
    '/admin-root/manage-bank-accounts',
    '/admin-root/paid-withdrawals',
  ],
  manager: [
    '/manager-root/dashboard',
    '/manager-root/dashboard?days=30',
    '/manager-root/manager-users',
    '/manager-root/manager-users?open=demo-seller',
    '/manager-root/manager-users?open=nothing-here',
  ],
} as const;

type Who = keyof typeof PATHS;

const SIGN_IN_PAGES = {
  seller: '/login',
  admin: '/admin-root-login',
  accountant: '/admin-root-login',
  master: '/master-root-login',
  manager: '/manager-login',
} as const satisfies Record<Exclude<Who, 'signedOut'>, string>;

const cases = (
  ['signedOut', 'seller', 'admin', 'accountant', 'master', 'manager'] as const
).flatMap((who) =>
  PATHS[who].flatMap((path) =>
    (['pt', 'en'] as const).flatMap((language) =>
      (['light', 'dark'] as const).flatMap((theme) =>
        [PHONE, DESKTOP].map((viewport) => ({ who, path, language, theme, viewport })),
      ),
    ),
  ),
);

/** Half of Google's limit of 0.1 for layout shift (screens.86). */
const MOST_SHIFT = 0.05;

/** Runs before the page's scripts; sums the layout shifts that no input caused. */
const initScript = (language: string, theme: string): string => `
  localStorage.setItem('razao.language', '${language}');
  localStorage.setItem('razao.theme', '${theme}');
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Returns controls too small for fingers, and inputs whose text makes phones zoom in. */
const tooSmall = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const parts = document.querySelectorAll(
      'button, [role=tab], [role=combobox], select, input:not([type=checkbox], [type=radio], [type=file])',
    );
    const points = (text: string) => Number(text.replace('px', '')) || 0;
    return [...parts].flatMap((part) => {
      const { height } = part.getBoundingClientRect();
      // An invisible `::after` can enlarge the area that reacts to a press.
      const pressed = Math.max(height, points(getComputedStyle(part, '::after').height));
      const isTyped = part.matches('input, select');
      const size = points(getComputedStyle(part).fontSize);
      const isSmall = height > 0 && (pressed < 44 || (isTyped && size < 16));
      return isSmall ? [`${part.outerHTML.slice(0, 80)}: ${pressed} px, text ${size} px`] : [];
    });
  });

/** Returns visible texts below 13 px, the smallest of our sizes. */
const tinyTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const tiny: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.nodeValue?.trim() ?? '';
      const part = walker.currentNode.parentElement;
      if (text === '' || !part?.checkVisibility()) continue;
      const size = Number(getComputedStyle(part).fontSize.replace('px', ''));
      if (size < 13) tiny.push(`${text.slice(0, 40)}: ${size} px`);
    }
    return tiny;
  });

/** Returns the page's first typeface, and whether it is loaded. */
const typeface = (page: Page) =>
  page.evaluate(() => {
    const [first = ''] = getComputedStyle(document.body).fontFamily.split(',');
    const name = first.replaceAll('"', '');
    const isLoaded = [...document.fonts].some(
      ({ family, status }) => family.replaceAll('"', '') === name && status === 'loaded',
    );
    return { name, isLoaded };
  });

const STATUSES = ['APPROVED', 'REJECTED', 'REFUNDED', 'CANCELED'] as const;

/** Returns a value for each `{name}` in the paths. */
const valuesOf = async ({ product }: Stage): Promise<Readonly<Record<string, string>>> => {
  const buyer = { name: 'Marina Duarte', email: 'marina.telas@example.com', cpf: '52998224725' };
  const order = { ...buyer, phone: '11987654321', offerId: 'demo-ebook' };
  const values: Record<string, string> = {};
  for (const paymentMethod of ['PIX', 'BILLET'] as const) {
    const purchase = { ...order, paymentMethod };
    const bought = await product.ask('checkout.purchase', purchase, { key: randomUUID() });
    values[paymentMethod] = bought.paymentId;
  }
  const cookie = await product.signIn(people.admin.email);
  for (const status of STATUSES) {
    const { items } = await product.ask('admin.listSales', { status }, { cookie });
    values[status] = items[0]?.paymentId ?? '';
  }
  const { items: paid } = await product.ask('admin.listPaidWithdrawals', {}, { cookie });
  values['receipt'] = paid[0]?.withdrawalId ?? '';
  const approved = { status: 'APPROVED' } as const;
  const { items } = await product.ask('admin.listDestinations', approved, { cookie });
  values['destination'] = items[0]?.destinationId ?? '';
  const invited = ['--email', 'convidada@example.com', '--platform', 'demo'];
  const { output } = await runScript('invite', invited, product.environment);
  values['invitation'] = /\/welcome#([\w-]{43})/.exec(output)?.[1] ?? '';
  for (const [name, value] of Object.entries(values)) expect(value, name).to.not.equal('');
  return values;
};

/** Adds the language to a checkout's URL; the back office takes it from local storage. */
const inLanguage = (path: string, language: string): string =>
  path.startsWith('/checkout') && language === 'en' ? `${path}?lang=en` : path;

describe('Screens', () => {
  let stage: Stage;
  let values: Readonly<Record<string, string>>;
  const signedIn = new Map<Who, Person>();

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    values = await valuesOf(stage);
    for (const who of ['seller', 'admin', 'accountant', 'master', 'manager'] as const) {
      const person = await stage.person();
      await person.signIn(SIGN_IN_PAGES[who], people[who].email);
      signedIn.set(who, person);
    }
  });

  for (const { who, path, language, theme, viewport } of sample(cases, 6)) {
    const width = viewport.width;
    it(`${path} in ${language}, ${theme}, ${width} px is accessible and readable, fits and does not shift`, async () => {
      const { page, goto, look } = await stage.person(viewport);
      const cookies = await signedIn.get(who)?.page.context().cookies();
      if (cookies) await page.context().addCookies(cookies);
      await page.addInitScript(initScript(language, theme));
      const address = path.replace(/\{(\w+)\}/, (_, name: string) => values[name] ?? '');
      await goto(inLanguage(address, language));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const name = path.replaceAll(/[^a-z0-9]+/gi, '-');
      await look(`screen${name}-${language}-${theme}-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      expect(await page.evaluate('window.shift')).to.be.at.most(MOST_SHIFT);
      expect(await typeface(page)).to.deep.equal({ name: 'Figtree Variable', isLoaded: true });
      expect(await tinyTexts(page)).to.deep.equal([]);
      if (viewport === PHONE) expect(await tooSmall(page)).to.deep.equal([]);
      await page.context().close();
    });
  }

  it('a seller’s page sends no API request on load, because its HTML contains the data', async () => {
    const { page, goto } = await stage.person();
    const cookies = await signedIn.get('seller')?.page.context().cookies();
    await page.context().addCookies(cookies ?? []);
    for (const path of ['dashboard', 'my-sales', 'financial', 'my-profile']) {
      const requests: string[] = [];
      const recordRequest = (request: { url: () => string }) => {
        const { pathname, search } = new URL(request.url());
        // `after=` reads again what a live update changed.
        if (pathname.startsWith('/api/') && !search.includes('after='))
          requests.push(pathname + search);
      };
      page.on('request', recordRequest);
      await goto(`/platform/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(requests, path).to.deep.equal([]);
      page.off('request', recordRequest);
    }
  });
});
