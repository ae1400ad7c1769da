import { expect } from 'chai';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import { builtWeb } from '#/scripts/testing/built-web.ts';
import { openStage, PHONE, type Stage } from './stage.ts';

describe('URLs of the product', () => {
  let stage: Stage;

  before(async function () {
    this.timeout(120_000);
    stage = await openStage();
  });

  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`${stage.product.url}${path}`)).status;

  it('answers 200 at every path of the back office', async () => {
    const { backofficeDocument } = await builtWeb();
    const { paths } = backofficeDocument;
    expect(paths).to.include.members(['/', '/login', '/platform/financial']);
    for (const path of paths) expect(await statusOf(path), path).to.equal(200);
  });

  it('answers 404 at unknown paths, and shows people a page with a link', async () => {
    const { page, goto, look } = await stage.person(PHONE);
    await goto('/nothing-here');
    await page.getByRole('link').first().waitFor();
    await look('nothing-here-phone');
    expect(await statusOf('/nothing-here')).to.equal(404);
    expect(await statusOf('/sitemap.xml')).to.equal(404);
    expect(await statusOf('/.well-known/change-password')).to.equal(404);
  });

  it('answers unknown and malformed checkout URLs with 404 and a page whose link leads on', async () => {
    const { page, goto, look } = await stage.person(PHONE);
    for (const path of [
      '/checkout/nothing-here',
      '/checkout/payment/nothing-here',
      '/checkout/%ff',
      '/checkout/payment/%E0%A4?lang=en',
    ]) {
      await goto(path);
      await page.getByRole('heading', { name: /não está disponível|not available/ }).waitFor();
      expect(await statusOf(path), path).to.equal(404);
      if (path === '/checkout/nothing-here') await look('checkout-not-found-phone');
      await page.getByRole('link', { name: /^(?:Ir para o início|Go to start)$/ }).click();
      await page.waitForURL('**/login');
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });

  it('removes personal data from the checkout’s URL even when the offer does not exist', async () => {
    const { page, goto } = await stage.person(PHONE);
    await goto('/checkout/nothing-here?nome=Zoraide&email=zoraide%40example.com&utm_source=ig');
    expect(new URL(page.url()).search).to.equal('?utm_source=ig');
  });

  it('lets search engines crawl, but marks checkout and sign-in pages “noindex”', async () => {
    const { url } = stage.product;
    const robots = await (await fetch(`${url}/robots.txt`)).text();
    expect(robots)
      .to.match(/^User-agent: \*$/m)
      .and.not.match(/^Disallow: \/(?:checkout)?$/m);
    for (const path of ['/checkout/demo-ebook', '/login']) {
      expect(await (await fetch(`${url}${path}`)).text()).to.match(
        /name="robots" content="noindex"/,
      );
    }
  });

  it('serves icons as ICO, SVG and PNG, and links them in its pages', async () => {
    const icons = {
      '/favicon.ico': /^image\/(?:x-icon|vnd\.microsoft\.icon)/,
      '/favicon.svg': /^image\/svg\+xml/,
      '/apple-touch-icon.png': /^image\/png/,
    };
    for (const [path, type] of Object.entries(icons)) {
      const answer = await fetch(`${stage.product.url}${path}`);
      expect(answer.status, path).to.equal(200);
      expect(answer.headers.get('content-type')).to.match(type);
      for (const page of ['/checkout/demo-ebook', '/login']) {
        expect(await (await fetch(`${stage.product.url}${page}`)).text()).to.include(`"${path}"`);
      }
    }
  });

  it('shows an explanation, and no visible pay button, when JavaScript is disabled', async () => {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
      const page = await context.newPage();
      await page.goto(`${stage.product.url}/checkout/demo-ebook`);
      await page.locator('noscript p').first().waitFor();
      expect(await page.getByRole('button', { name: /^Pagar/ }).isVisible()).to.equal(false);
      await page.goto(`${stage.product.url}/login`);
      await page.locator('noscript p').first().waitFor();
    } finally {
      await browser.close();
    }
  });
});
