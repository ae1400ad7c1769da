import { expect } from 'chai';
import type { Locator } from 'playwright-core';

/** Expects these visible texts in this order. */
export const expectInOrder = async (part: Locator, texts: readonly string[]): Promise<void> => {
  const shown = (await part.innerText()).replaceAll('\u00A0', ' ');
  const positions = texts.map((text) => shown.indexOf(text));
  expect(positions, shown).to.not.include(-1);
  expect(positions, shown).to.deep.equal(positions.toSorted((one, other) => one - other));
};

/** Returns each bar's figure, and the part of its track that it fills (0 to 1). */
export const barsOf = (card: Locator) =>
  card.locator('dl > div').evaluateAll((rows) =>
    rows.map((row) => {
      const [figure, track] = row.querySelectorAll('dd');
      const bar = track?.firstElementChild?.getBoundingClientRect();
      const part = (bar?.width ?? 0) / (track?.getBoundingClientRect().width ?? 0);
      return { figure: figure?.textContent ?? '', part };
    }),
  );

/** Waits for hydration, because React would complain about texts that were changed before. */
const untilHydrated = async (part: Locator): Promise<void> => {
  const page = part.page();
  const isHydrated = (top: Element | SVGElement | null) =>
    [...(top?.querySelectorAll('*') ?? [])].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    );
  await page.waitForFunction(isHydrated, await part.elementHandle());
};

/** Doubles the matching texts, to see the layout with longer ones. */
export const lengthen = async (part: Locator, pattern: RegExp): Promise<void> => {
  await untilHydrated(part);
  await part.evaluate((top, matching) => {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const text = node.nodeValue ?? '';
      if (matching.test(text)) node.nodeValue = `${text} ${text}`;
    }
  }, pattern);
};

/** Returns the cut-off texts, except those for screen readers, which are one pixel wide. */
export const cutTexts = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((top) =>
    [top, ...top.querySelectorAll('*')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isWider = isCut(overflowX) && element.scrollWidth > element.clientWidth;
        const isHigher = isCut(overflowY) && element.scrollHeight > element.clientHeight;
        return element.clientWidth > 1 && (isWider || isHigher);
      })
      .map(({ textContent }) => textContent),
  );
