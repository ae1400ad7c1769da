import { expect } from 'chai';
import { DESKTOP, PHONE, type Person } from '#/web/e2e/stage.ts';

/** Looks at a page at the width of a desktop and of a phone; on the phone the page may not scroll sideways. */
export const lookBoth = async ({ page, look }: Person, name: string): Promise<void> => {
  await look(name);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width, `${name} does not scroll sideways`).to.equal(PHONE.width);
  // From the top, because a control that is scrolled half under the bar is reported as a target that is too small.
  await page.evaluate('window.scrollTo(0, 0)');
  await look(`${name}-phone`);
  await page.setViewportSize(DESKTOP);
};
