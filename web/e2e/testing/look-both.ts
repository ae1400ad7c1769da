import { expect } from 'chai';
import { DESKTOP, PHONE, type Person } from '#/web/e2e/stage.ts';

/** Looks at desktop and phone width; on the phone the page may not scroll sideways. */
export const lookBoth = async ({ page, look }: Person, name: string): Promise<void> => {
  await look(name);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width, `${name} does not scroll sideways`).to.equal(PHONE.width);
  // Half under the bar, a control would be reported as too small a target.
  await page.evaluate('window.scrollTo(0, 0)');
  await look(`${name}-phone`);
  await page.setViewportSize(DESKTOP);
};
