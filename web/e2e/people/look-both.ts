import { expect } from 'chai';
import { DESKTOP, PHONE, type Person } from '#/web/e2e/stage.ts';

/** Looks at a page as it is on a desktop and on a phone, where it may not scroll sideways. */
export const lookBoth = async ({ page, look }: Person, name: string): Promise<void> => {
  await look(name);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width, `${name} does not scroll sideways`).to.equal(PHONE.width);
  // From its top: what is scrolled half under the bar counts as a target too small.
  await page.evaluate('window.scrollTo(0, 0)');
  await look(`${name}-phone`);
  await page.setViewportSize(DESKTOP);
};
