import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { PHONE } from '#/web/e2e/stage.ts';

/** Joins a PNG's `IDAT` chunks. A chunk is: 4 bytes length, 4 bytes type, data, 4 bytes checksum. */
const imageData = (png: Buffer): Buffer => {
  const parts: Buffer[] = [];
  const SIGNATURE = 8;
  let offset = SIGNATURE;
  while (offset < png.length) {
    const length = png.readUInt32BE(offset);
    const begin = offset + 8;
    if (png.toString('latin1', offset + 4, begin) === 'IDAT') {
      parts.push(png.subarray(begin, begin + length));
    }
    offset = begin + length + 4;
  }
  return Buffer.concat(parts);
};

/** Returns the colour of a point of the page, as `rgb(238, 242, 244)`. */
const colourAt = async (page: Page, x: number, y: number): Promise<string> => {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  // The picture is one row: a filter byte, and the colour's bytes.
  const [, red, green, blue] = inflateSync(imageData(png));
  return `rgb(${red}, ${green}, ${blue})`;
};

/** The page's surface, and the order's tint. */
const SURFACE = 'rgb(255, 255, 255)';
const TINT = 'rgb(238, 242, 244)';

/** Expects the product's title once, a tinted background behind the order, headings without numbers, and thin borders. */
export const expectPlain = async (page: Page): Promise<void> => {
  const { width, height } = page.viewportSize() ?? PHONE;
  const isWide = width >= 768;
  const titles = page.getByText('E-book Finanças sem Susto', { exact: true });
  expect(await titles.filter({ visible: true }).count(), 'titles').to.equal(1);
  const right = width - 3;
  expect(await colourAt(page, right, 100)).to.equal(TINT);
  // On a wide window the panel is as high as the page.
  expect(await colourAt(page, right, height - 200)).to.equal(isWide ? TINT : SURFACE);
  expect(await colourAt(page, 3, height - 200)).to.equal(SURFACE);
  const headings = await page.locator('form').getByRole('heading').allInnerTexts();
  expect(headings.length).to.be.at.least(2);
  expect(headings.join(' ')).to.not.match(/\d/);
  const borders = await page
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).borderTopWidth));
  expect(new Set(borders)).to.deep.equal(new Set(['1px']));
};

/** Expects the closing line of both pages (checkout.16). */
export const expectFooter = async (page: Page): Promise<void> => {
  const footer = page.getByRole('contentinfo');
  await footer.getByText('Ambiente seguro, seus dados são protegidos', { exact: true }).waitFor();
  await footer.getByText('PIX', { exact: true }).locator('svg').waitFor();
};
