import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { people } from '#/scripts/testing/product.ts';
import { builtWeb } from '#/scripts/testing/built-web.ts';
import {
  DESKTOP,
  heldFiles,
  heldModules,
  openStage,
  PHONE,
  type Person,
  type Stage,
} from './stage.ts';

const session = {
  email: 'ana@example.com',
  name: 'Ana Reis',
  role: 'SELLER',
  platformId: 'demo',
  sellerId: 'demo-seller',
  permissions: [],
} as const;

const shiftsSchema = z.array(z.object({ value: z.number(), moved: z.array(z.string().nullish()) }));

const PAGES_OF_A_SELLER = ['dashboard', 'my-sales', 'financial', 'my-profile'];

/** Returns the text that the page shows before any script runs. */
const shownIn = (html: string): string =>
  /<div id="root"[^>]*>(.*)<\/div><script/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, ' ') ?? '';

const recordShifts = (page: Page) =>
  page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);

/** Fails if the layout shifts (CLS) add up to more than 0.05. */
const expectNoShift = async (page: Page, path: string) => {
  const shifts = shiftsSchema.parse(await page.evaluate('window.shifts'));
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, `${path}: ${JSON.stringify(shifts)}`).to.be.at.most(0.05);
};

describe('Back office page before its scripts run', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  const seller = async (): Promise<Person> => {
    const person = await stage.person();
    await person.signIn('/login', people.seller.email);
    return person;
  };

  const documentFor = async (path: string, { page }: Person): Promise<string> =>
    (await page.request.get(`${stage.product.url}${path}`)).text();

  /** Waits only until the document begins to arrive. */
  const open = ({ page }: Person, path: string) =>
    page.goto(`${stage.product.url}${path}`, { waitUntil: 'commit' });

  it('contains the seller’s figures and sales in its HTML', async () => {
    const person = await seller();
    const financial = shownIn(await documentFor('/platform/financial', person));
    expect(financial)
      .to.include('Financeiro')
      .and.include('Disponível')
      .and.match(/R\$\s[\d.]+,\d\d/);
    expect(shownIn(await documentFor('/platform/my-sales', person))).to.include('E-book');
    expect(shownIn(await documentFor('/login', person))).to.include('Entrar na sua conta');
  });

  it('has no content in its HTML for signed-out users, for administrators at seller pages, or with filters', async () => {
    const signedOut = await stage.person();
    const admin = await stage.person();
    await admin.signIn('/admin-root-login', people.admin.email);
    for (const path of PAGES_OF_A_SELLER) {
      expect(shownIn(await documentFor(`/platform/${path}`, signedOut)), path).to.equal('');
      expect(shownIn(await documentFor(`/platform/${path}`, admin)), path).to.equal('');
    }
    const filtered = await documentFor('/platform/my-sales?status=APPROVED', await seller());
    expect(shownIn(filtered)).to.equal('');
  });

  it('never mixes data of users rendered at the same time, and escapes HTML in names', async () => {
    const { drawPage } = await builtWeb();
    const names = ['Ana <img src=x onerror=alert(1)>', 'Bia', 'Caio'];
    const drawn = await Promise.all(
      names.map((name) =>
        drawPage({ path: '/platform/financial', answers: { 'session.get': { ...session, name } } }),
      ),
    );
    expect(drawn[0]).to.include('Ana &lt;img src=x').and.not.include('<img');
    expect(drawn[1]).to.include('Bia').and.not.include('Ana').and.not.include('Caio');
    expect(drawn[2]).to.include('Caio').and.not.include('Bia');
  });

  const visitEachPage = async (visit: (person: Person, path: string) => Promise<void>) => {
    for (const viewport of [PHONE, DESKTOP]) {
      const person = await seller();
      const { page } = person;
      await page.setViewportSize(viewport);
      await recordShifts(page);
      for (const path of PAGES_OF_A_SELLER) {
        await visit(person, path);
        await expectNoShift(page, path);
        await page.unrouteAll({ behavior: 'wait' });
      }
    }
  };

  const untilLive = ({ page }: Person) =>
    page.getByRole('status').filter({ hasText: 'Ao vivo' }).waitFor();

  it('keeps its elements, and hardly shifts its layout, when the scripts take over', async () => {
    await visitEachPage(async (person, path) => {
      const { page } = person;
      const release = await heldModules(page);
      await open(person, `/platform/${path}`);
      const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
      release();
      await untilLive(person);
      expect(await heading?.evaluate(({ isConnected }) => isConnected), path).to.equal(true);
    });
  });

  it('hardly shifts its layout when the typeface arrives after everything else', async () => {
    await visitEachPage(async (person, path) => {
      const { page } = person;
      const release = await heldFiles(page, '**/*.woff2');
      await open(person, `/platform/${path}`);
      await untilLive(person);
      release();
      await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))');
    });
  });

  it('acts on a click and a search text from before the scripts load', async () => {
    const person = await seller();
    const { page } = person;
    const release = await heldModules(page);
    await open(person, '/platform/financial');
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    release();
    await page.getByRole('dialog', { name: 'Sacar por PIX' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const releaseSales = await heldModules(page);
    await open(person, '/platform/my-sales');
    await page.getByRole('searchbox').fill('ninguém se chama assim');
    releaseSales();
    await page.getByRole('button', { name: 'Limpar filtros' }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).to.equal('ninguém se chama assim');
  });

  it('handles a click during hydration exactly once', async () => {
    const person = await seller();
    const { page } = person;
    // Slows short timers to 2 s, so that the test can press before the end of hydration.
    await page.addInitScript(`
      const setRealTimeout = setTimeout;
      globalThis.setTimeout = (work, ms, ...given) => setRealTimeout(work, (ms ?? 0) < 20 ? 2_000 : ms, ...given);
    `);
    await open(person, '/platform/my-sales');
    const calendar = page.getByRole('button', { name: /^Abrir calendário/ }).first();
    // React has hydrated the buttons, but the document's script still holds presses.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('button')].every((button) =>
        Object.keys(button).some((key) => key.startsWith('__reactProps')),
      ),
    );
    await calendar.click();
    await page.waitForFunction(() => globalThis.pressHold?.signal.aborted);
    // A second click would close the calendar.
    await page.getByRole('dialog').waitFor();
    expect(await calendar.getAttribute('aria-expanded')).to.equal('true');
  });

  it('acts on a form submitted before the scripts load, and shows no file field that would lose a file chosen by then', async () => {
    const person = await seller();
    const { page } = person;
    const release = await heldModules(page);
    await open(person, '/platform/my-profile');
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    const files = page.locator('input[type=file]');
    expect(await files.count()).to.equal(0);
    release();
    await page.getByText('Há campos a corrigir.').waitFor();
    const file = { name: 'foto.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
    await files.first().setInputFiles(file);
    await page.getByText(/foto\.txt/).waitFor();
  });

  it('keeps its scroll position while the scripts take over', async () => {
    const person = await seller();
    const { page } = person;
    await page.setViewportSize(PHONE);
    for (const path of PAGES_OF_A_SELLER) {
      const release = await heldModules(page);
      await open(person, `/platform/${path}`);
      // Not at once: the document is still arriving.
      await page.waitForFunction('scrollTo(0, 200), scrollY === 200');
      release();
      await untilLive(person);
      expect(await page.evaluate('scrollY'), path).to.equal(200);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  it('follows links before the scripts load', async () => {
    const person = await seller();
    await heldModules(person.page);
    await open(person, '/platform/dashboard');
    await person.page.getByRole('link', { name: 'Financeiro' }).click();
    await person.page.waitForURL('**/platform/financial');
    await person.page.getByRole('heading', { name: 'Financeiro' }).waitFor();
  });

  it('accepts a sign-in submitted before the scripts load, with no credentials in the URL', async () => {
    const person = await stage.person(PHONE);
    const { page } = person;
    const release = await heldModules(page);
    await open(person, '/login');
    await page.getByLabel('E-mail').fill(people.seller.email);
    await page.getByLabel('Senha', { exact: true }).fill('razao-demo');
    await page.keyboard.press('Enter');
    expect(page.url()).to.match(/\/login$/);
    release();
    await page.waitForURL('**/platform/dashboard');
  });

  it('stays empty until the scripts load when the user has chosen another language', async () => {
    const person = await seller();
    const { page } = person;
    await page.addInitScript(`localStorage.setItem('razao.language', 'en')`);
    const release = await heldModules(page);
    await open(person, '/platform/financial');
    await page.locator('#root:empty').waitFor({ state: 'attached' });
    release();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
  });

  it('shows the right page, without an error, whenever the user goes back during hydration', async () => {
    const { page, goto } = await seller();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    // Slows React's hydration tasks, so that the test can go back between two of them.
    await page.addInitScript(`
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (...given) {
        if (document.body) document.body.dataset.tasks = Number(document.body.dataset.tasks ?? 0) + 1;
        setTimeout(() => postMessage.apply(this, given), 150);
      };
    `);
    for (const tasks of [1, 2, 3, 4]) {
      await goto('/platform/financial');
      await page.getByText('Ao vivo').waitFor();
      await page.getByRole('link', { name: 'Minhas vendas', exact: true }).click();
      await page.getByRole('heading', { name: 'Minhas vendas' }).waitFor();
      await page.reload();
      await page.waitForFunction((least) => Number(document.body.dataset['tasks']) >= least, tasks);
      await page.evaluate('history.back()');
      await page.getByRole('heading', { name: 'Financeiro' }).waitFor();
      await page.getByText('Ao vivo').waitFor();
    }
    expect(errors).to.deep.equal([]);
  });

  it('shows the right page after going back, after going forward, and in a second tab', async () => {
    const person = await seller();
    const { page } = person;
    await person.goto('/platform/financial');
    await page.getByRole('link', { name: 'Minhas vendas', exact: true }).click();
    await page.getByRole('heading', { name: 'Minhas vendas' }).waitFor();
    await page.reload();
    await page.goBack();
    await page.getByRole('heading', { name: 'Financeiro' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Minhas vendas' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${stage.product.url}/platform/financial`);
    await other.getByRole('link', { name: 'Minhas vendas', exact: true }).click();
    await other.getByRole('heading', { name: 'Minhas vendas' }).waitFor();
  });
});
