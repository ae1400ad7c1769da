import { expect } from 'chai';
import type { Locator } from 'playwright-core';

/** Expects these texts to be visible in a part of a page, each after the one before. */
export const expectInOrder = async (part: Locator, texts: readonly string[]): Promise<void> => {
  const shown = (await part.innerText()).replaceAll('\u00A0', ' ');
  const places = texts.map((text) => shown.indexOf(text));
  expect(places, shown).to.not.include(-1);
  expect(places, shown).to.deep.equal(places.toSorted((one, other) => one - other));
};

/** Returns the figures of a card's bars, and how much of its track each bar fills. */
export const barsOf = (card: Locator) =>
  card.locator('dl > div').evaluateAll((rows) =>
    rows.map((row) => {
      const [figure, track] = row.querySelectorAll('dd');
      const bar = track?.firstElementChild?.getBoundingClientRect();
      const part = (bar?.width ?? 0) / (track?.getBoundingClientRect().width ?? 0);
      return { figure: figure?.textContent ?? '', part };
    }),
  );

/** Waits until a part of a page is hydrated: React would complain about texts that were changed before. */
const isHydrated = async (part: Locator): Promise<void> => {
  const page = part.page();
  const isTaken = (top: Element | SVGElement | null) =>
    [...(top?.querySelectorAll('*') ?? [])].every((each) =>
      Object.keys(each).some((key) => key.startsWith('__reactProps')),
    );
  await page.waitForFunction(isTaken, await part.elementHandle());
};

/** Doubles matching texts in a part of a page, as if names were that long. */
export const lengthen = async (part: Locator, pattern: RegExp): Promise<void> => {
  await isHydrated(part);
  await part.evaluate((top, matching) => {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const text = node.nodeValue ?? '';
      if (matching.test(text)) node.nodeValue = `${text} ${text}`;
    }
  }, pattern);
};

/** Returns the texts in a part of a page that are partly cut off; texts only for screen readers are one pixel wide, and are left out. */
export const cutTexts = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((top) =>
    [top, ...top.querySelectorAll('*')]
      .filter((each) => {
        const { overflowX, overflowY } = getComputedStyle(each);
        const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isWider = isCut(overflowX) && each.scrollWidth > each.clientWidth;
        const isHigher = isCut(overflowY) && each.scrollHeight > each.clientHeight;
        return each.clientWidth > 1 && (isWider || isHigher);
      })
      .map(({ textContent }) => textContent),
  );
