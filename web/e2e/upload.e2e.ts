import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { diskFiles, type DiskFiles } from '#/api/testing/disk-files.ts';
import { launchBrowser } from '#/scripts/testing/browser.ts';

const ARTEFACTS = join(import.meta.dirname, '../../.artefacts/journeys');
const DONE = 'Upload realizado com sucesso!';
const FAILED = 'Houve um erro ao tentar realizar o upload, contate o suporte';
const PNG = { name: 'frente.png', mimeType: 'image/png', buffer: Buffer.from('a picture') };

describe('File upload field', () => {
  let folder: string;
  let files: DiskFiles;
  let browser: Browser;
  let page: Page;
  /** Keys of the files for which an upload link was given. */
  const keys: string[] = [];
  /** Whether an upload link arrives 61 s after it was made, when the storage rejects it. */
  let linkIsLate = false;

  const link: RequestHandler = async (request, response) => {
    const query = new URL(request.originalUrl, 'http://page.invalid').searchParams;
    const key = `uploads/${keys.length}`;
    keys.push(key);
    const contentType = query.get('contentType') ?? '';
    const file = { key, contentType, size: Number(query.get('size')), access: 'private' } as const;
    const uploadLink = await files.storage.uploadLink(file);
    if (linkIsLate) files.pass(61);
    response.json(uploadLink);
  };

  before(async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'razao-upload-'));
    await build({
      root: join(import.meta.dirname, 'upload-page'),
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), tailwindcss()],
      build: { outDir: folder, emptyOutDir: true },
    });
    files = await diskFiles({ '/link': link, '/': express.static(folder) });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await files.dispose();
    await rm(folder, { recursive: true });
  });

  beforeEach(async () => {
    linkIsLate = false;
    keys.length = 0;
    const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(files.url);
    await input().waitFor({ state: 'attached' });
  });
  afterEach(async () => {
    for (const key of keys) await files.storage.remove(key);
    await page.context().close();
  });

  const input = () => page.getByLabel('Frente do documento');
  const untilStatus = (text: string) => page.getByRole('status').getByText(text).waitFor();
  const untilToast = (text: string) =>
    page.locator('[data-sonner-toast]').getByText(text).waitFor();
  const expectAccessible = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).to.deep.equal([]);
  };

  it('is focusable by keyboard, uploads the file and confirms it', async () => {
    await page.keyboard.press('Tab');
    expect(await input().evaluate((element) => element === document.activeElement)).to.equal(true);
    await expectAccessible();
    await input().setInputFiles(PNG);
    await untilToast(DONE);
    await untilStatus('frente.png: enviado.');
    expect(await page.title()).to.equal('uploaded frente.png');
    const file = await files.storage.get('uploads/0');
    expect(file?.contentType).to.equal('image/png');
    expect(String(Buffer.from(file?.bytes ?? []))).to.equal('a picture');
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(360);
    await page.screenshot({ path: join(ARTEFACTS, 'upload-done.png') });
  });

  it('uploads a dropped file', async () => {
    const dropped = join(folder, 'dropped.pdf');
    await writeFile(dropped, '%PDF-1.4');
    const box = await input().boundingBox();
    if (!box) throw new Error('not shown');
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files: [dropped], dragOperationsMask: 1 };
    const devtools = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, ...centre, data });
    }
    await untilToast(DONE);
    expect((await files.storage.get('uploads/0'))?.contentType).to.equal('application/pdf');
  });

  it('rejects a large, an empty and a wrongly typed file before it requests an upload link', async () => {
    const large = { ...PNG, name: 'grande.png', buffer: Buffer.alloc(1_000_001) };
    await input().setInputFiles(large);
    await untilStatus('grande.png tem mais de 1 MB.');
    await input().setInputFiles({ ...PNG, name: 'vazio.png', buffer: Buffer.alloc(0) });
    await untilStatus('vazio.png está vazio.');
    await page.evaluate(() => document.querySelector('input')?.removeAttribute('accept'));
    await input().setInputFiles({ ...PNG, name: 'nota.txt', mimeType: 'text/plain' });
    await untilStatus('nota.txt não é de um tipo aceito.');
    expect(keys).to.deep.equal([]);
    await expectAccessible();
  });

  it('reports that the storage rejected the file, and uploads the same file on retry', async () => {
    linkIsLate = true;
    await input().setInputFiles(PNG);
    await untilToast(FAILED);
    await untilStatus('frente.png não foi enviado. Tente novamente.');
    await expectAccessible();
    linkIsLate = false;
    await input().setInputFiles(PNG);
    await untilStatus('frente.png: enviado.');
    expect(keys).to.deep.equal(['uploads/0', 'uploads/1']);
  });

  it('shows a progress bar, and can be cancelled', async () => {
    // Without an answer, the upload stays under way.
    await page.route('**/api/files/**', () => undefined);
    await input().setInputFiles(PNG);
    await page.getByRole('progressbar', { name: 'Enviando frente.png' }).waitFor();
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancelar envio' }).click();
    await untilStatus('Envio cancelado. Nada foi salvo.');
    expect(await input().evaluate((element) => element === document.activeElement)).to.equal(true);
    expect(await page.locator('[data-sonner-toast]').count()).to.equal(0);
  });
});
