import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from '#/scripts/testing/browser.ts';

describe('launchBrowser', () => {
  it('loads a page of this machine with its script and its fonts', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<span>R$</span><script>document.title = String(1 + 1)</script>');
    }).listen(0, '127.0.0.1');
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/`);
      expect(await page.title()).to.equal('2');
      expect((await page.locator('span').boundingBox())?.width).to.be.above(0);
    } finally {
      await browser.close();
      server.close();
    }
  }).timeout(60_000);

  it('reaches no other host', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const failure = await page.goto('http://example.com/').catch((error: unknown) => error);
      expect(String(failure)).to.contain('ERR_NAME_NOT_RESOLVED');
    } finally {
      await browser.close();
    }
  });
});
