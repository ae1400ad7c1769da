import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { people } from '#/scripts/testing/product.ts';
import { sampled } from '#/scripts/testing/sampled.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from './stage.ts';

const PATHS = {
  nobody: [
    '/login',
    '/admin-root-login',
    '/checkout/demo-ebook',
    '/checkout/demo-camiseta',
    '/checkout/demo-clube',
  ],
  seller: [
    '/platform/dashboard',
    '/platform/dashboard?days=1',
    '/platform/my-sales',
    '/platform/financial',
    '/platform/my-profile',
  ],
  admin: [
    '/admin-root/dashboard',
    '/admin-root/manage-sales',
    '/admin-root/seller-revenue',
    '/admin-root/seller-negative',
    '/admin-root/export-accounting',
    '/admin-root/document-validation',
    '/admin-root/platform-settings/acquirings',
    '/admin-root/platform-settings/access',
  ],
} as const;

type Who = keyof typeof PATHS;

const cases = (['nobody', 'seller', 'admin'] as const).flatMap((who) =>
  PATHS[who].flatMap((path) =>
    (['pt', 'en'] as const).flatMap((language) =>
      (['light', 'dark'] as const).flatMap((theme) =>
        [PHONE, DESKTOP].map((viewport) => ({ who, path, language, theme, viewport })),
      ),
    ),
  ),
);

/** Of Google's 0.1 the half (reference: budgets of the front end). */
const MOST_SHIFT = 0.05;

/** Runs before the page: what it remembers of its reader, and how far things move without having been touched. */
const prepared = (language: string, theme: string): string => `
  localStorage.setItem('razao.language', '${language}');
  localStorage.setItem('razao.theme', '${theme}');
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** What fingers cannot press or would zoom into: rows are pressed as a whole, groups of choices as well. */
const tooSmall = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const fields = document.querySelectorAll(
      'main :is(input:not([type=checkbox], [type=radio], [type=file]), select, [role=combobox])',
    );
    return [...fields].flatMap((field) => {
      const { height } = field.getBoundingClientRect();
      const isTyped = field.matches('input, select');
      const size = Number(getComputedStyle(field).fontSize.replace('px', ''));
      const isSmall = height > 0 && (height < 44 || (isTyped && size < 16));
      return isSmall ? [`${field.outerHTML.slice(0, 80)}: ${height} px, text ${size} px`] : [];
    });
  });

describe('every screen', () => {
  let stage: Stage;
  const signedIn = new Map<Who, Person>();

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    for (const who of ['seller', 'admin'] as const) {
      const person = await stage.person();
      await person.signIn(who === 'seller' ? '/login' : '/admin-root-login', people[who].email);
      signedIn.set(who, person);
    }
  });

  for (const { who, path, language, theme, viewport } of sampled(cases, 14)) {
    const width = viewport.width;
    it(`${path} in ${language}, ${theme}, ${width} px: can be used by all, fits, and keeps still`, async () => {
      const { page, goto, look } = await stage.person(viewport);
      const cookies = await signedIn.get(who)?.page.context().cookies();
      if (cookies) await page.context().addCookies(cookies);
      await page.addInitScript(prepared(language, theme));
      const isCheckout = path.startsWith('/checkout');
      await goto(isCheckout && language === 'en' ? `${path}?lang=en` : path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const name = path.replaceAll(/[^a-z0-9]+/g, '-');
      await look(`screen${name}-${language}-${theme}-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      expect(await page.evaluate('window.shift')).to.be.at.most(MOST_SHIFT);
      if (viewport === PHONE) expect(await tooSmall(page)).to.deep.equal([]);
      await page.context().close();
    });
  }

  it('of a seller asks for nothing that did not come with it', async () => {
    const { page, goto } = await stage.person();
    const cookies = await signedIn.get('seller')?.page.context().cookies();
    await page.context().addCookies(cookies ?? []);
    for (const path of ['dashboard', 'my-sales', 'financial', 'my-profile']) {
      const asked: string[] = [];
      const note = (request: { url: () => string }) => {
        const { pathname, search } = new URL(request.url());
        // What a live tick brings up to date is read again, and says after what.
        if (pathname.startsWith('/api/') && !search.includes('after='))
          asked.push(pathname + search);
      };
      page.on('request', note);
      await goto(`/platform/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked, path).to.deep.equal([]);
      page.off('request', note);
    }
  });
});
