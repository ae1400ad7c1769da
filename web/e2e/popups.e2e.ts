import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '#/scripts/testing/eventually.ts';
import { people } from '#/scripts/testing/product.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { DESKTOP, openStage, PHONE, type Person, type Stage } from './stage.ts';

interface Popup {
  readonly name: string;
  readonly who: 'seller' | 'admin';
  readonly path: string;
  /** Selectors to press in turn; the last opens the popup. */
  readonly pressed: readonly string[];
  readonly role: 'dialog' | 'listbox' | 'menu';
  /** Set if the popup exists at one width. */
  readonly only?: typeof PHONE | typeof DESKTOP;
}

const ROW = 'main :is(tbody tr, li) button:first-child';
const LIST = 'main [role=combobox]';
const CALENDAR = 'main button[aria-haspopup=dialog][aria-expanded]';

const SALES = '/platform/my-sales';
const ALL_SALES = '/admin-root/manage-sales';
const ACQUIRINGS = '/admin-root/platform-settings/acquirings';

const popups: readonly Popup[] = [
  {
    name: 'pages',
    who: 'seller',
    path: '/platform/dashboard',
    pressed: ['header button[aria-haspopup=dialog]:not([aria-keyshortcuts])'],
    role: 'dialog',
    only: PHONE,
  },
  {
    name: 'account',
    who: 'seller',
    path: '/platform/dashboard',
    pressed: ['header button[aria-haspopup=menu]'],
    role: 'menu',
  },
  {
    name: 'finder',
    who: 'admin',
    path: '/admin-root/dashboard',
    pressed: ['header button[aria-keyshortcuts]'],
    role: 'dialog',
  },
  { name: 'status', who: 'seller', path: SALES, pressed: [LIST], role: 'listbox' },
  { name: 'first-day', who: 'seller', path: SALES, pressed: [CALENDAR], role: 'dialog' },
  {
    name: 'last-day',
    who: 'seller',
    path: SALES,
    pressed: [`${CALENDAR} >> nth=-1`],
    role: 'dialog',
  },
  {
    name: 'columns',
    who: 'seller',
    path: SALES,
    pressed: ['main thead button'],
    role: 'menu',
    only: DESKTOP,
  },
  { name: 'sale', who: 'seller', path: SALES, pressed: [ROW], role: 'dialog' },
  {
    name: 'refund',
    who: 'seller',
    path: `${SALES}?status=APPROVED`,
    pressed: [ROW, '[role=dialog] button:text-matches("^(Reembolsar|Refund)$")'],
    role: 'dialog',
  },
  {
    name: 'withdrawal',
    who: 'seller',
    path: '/platform/financial',
    pressed: ['main button:text-matches("^(Sacar|Withdraw)$")'],
    role: 'dialog',
  },
  {
    name: 'state',
    who: 'seller',
    path: '/platform/my-profile',
    pressed: [LIST],
    role: 'listbox',
  },
  {
    name: 'seller',
    who: 'admin',
    path: ALL_SALES,
    pressed: [`${LIST}[aria-label*=":"]`],
    role: 'dialog',
  },
  { name: 'day-of-all', who: 'admin', path: ALL_SALES, pressed: [CALENDAR], role: 'dialog' },
  { name: 'sale-of-all', who: 'admin', path: ALL_SALES, pressed: [ROW], role: 'dialog' },
  {
    name: 'timeline',
    who: 'admin',
    path: ALL_SALES,
    pressed: [ROW, '[role=tab] >> nth=1'],
    role: 'dialog',
  },
  {
    name: 'audit',
    who: 'admin',
    path: ALL_SALES,
    pressed: [ROW, '[role=tab] >> nth=2'],
    role: 'dialog',
  },
  {
    name: 'revenue-day',
    who: 'admin',
    path: '/admin-root/seller-revenue',
    pressed: [CALENDAR],
    role: 'dialog',
  },
  {
    name: 'accounting-day',
    who: 'admin',
    path: '/admin-root/export-accounting',
    pressed: [CALENDAR],
    role: 'dialog',
  },
  {
    name: 'review',
    who: 'admin',
    path: '/admin-root/document-validation',
    pressed: [LIST],
    role: 'listbox',
  },
  {
    name: 'document',
    who: 'admin',
    path: '/admin-root/document-validation?seller=demo-seller',
    pressed: [LIST],
    role: 'listbox',
  },
  { name: 'whose-routes', who: 'admin', path: ACQUIRINGS, pressed: [LIST], role: 'listbox' },
  {
    name: 'connection',
    who: 'admin',
    path: ACQUIRINGS,
    pressed: [
      '[role=tab] >> nth=1',
      'main button[aria-label="Conectar Zenet"], main button[aria-label="Connect Zenet"]',
    ],
    role: 'dialog',
  },
  {
    name: 'choice-in-dialog',
    who: 'admin',
    path: ACQUIRINGS,
    pressed: [
      '[role=tab] >> nth=1',
      'main button[aria-label="Conectar Zenet"], main button[aria-label="Connect Zenet"]',
      '[role=dialog] [role=combobox]',
    ],
    role: 'listbox',
  },
  {
    name: 'access',
    who: 'admin',
    path: '/admin-root/platform-settings/access',
    pressed: [LIST],
    role: 'listbox',
  },
];

const cases = popups.flatMap((popup) =>
  (['pt', 'en'] as const).flatMap((language) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      [PHONE, DESKTOP]
        .filter((viewport) => popup.only === undefined || popup.only === viewport)
        .map((viewport) => ({ ...popup, language, theme, viewport })),
    ),
  ),
);

/** Returns how far a popup reaches beyond the screen, in pixels. */
const beyondScreen = async (page: Page, popup: Locator): Promise<number> => {
  const { x, y, width, height } = (await popup.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const screen = page.viewportSize() ?? DESKTOP;
  return Math.round(Math.max(-x, -y, x + width - screen.width, y + height - screen.height, 0));
};

/** Runs in the page. Returns the beginnings of the texts of dialogs that scroll sideways. */
const cutOffAtTheSide = `
  [...document.querySelectorAll('[role=dialog] > div')]
    .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent.slice(0, 40))
`;

describe('Popups', () => {
  let stage: Stage;
  const signedIn = new Map<Popup['who'], Person>();

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
    for (const who of ['seller', 'admin'] as const) {
      const person = await stage.person();
      await person.signIn(who === 'seller' ? '/login' : '/admin-root-login', people[who].email);
      signedIn.set(who, person);
    }
  });

  for (const { name, who, path, pressed, role, language, theme, viewport } of sample(cases, 6)) {
    const { width } = viewport;
    it(`${name} on ${path} in ${language}, ${theme}, ${width} px is accessible, fits and closes with Escape`, async () => {
      const { page, goto, look } = await stage.person(viewport);
      const cookies = await signedIn.get(who)?.page.context().cookies();
      await page.context().addCookies(cookies ?? []);
      await page.addInitScript(`
        localStorage.setItem('razao.language', '${language}');
        localStorage.setItem('razao.theme', '${theme}');
      `);
      await goto(path);
      for (const part of pressed) await page.locator(part).first().click();
      const popup = page.getByRole(role).last();
      await popup.waitFor();
      await page.waitForLoadState('networkidle');
      await look(`popup-${name}-${language}-${theme}-${width}`);
      expect(await beyondScreen(page, popup)).to.equal(0);
      expect(await page.evaluate(cutOffAtTheSide)).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      // By selector, because `getByRole` skips a popup beneath another.
      const openPopups = page.locator(`[role=${role}], ${role}[open]`).filter({ visible: true });
      const before = await openPopups.count();
      await page.keyboard.press('Escape');
      await eventually(
        async () => (await openPopups.count()) < before || undefined,
        'it is closed by the keyboard',
      );
      await page.context().close();
    });
  }
});
