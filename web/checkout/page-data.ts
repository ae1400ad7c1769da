import type { Language } from '#/web/lib/i18n.ts';

/** Element with the data that the server rendered the page from. */
export const DATA_ID = 'page-data';
export const ROOT_ID = 'root';

export type PageData<Page> = Page & { readonly language: Language };

/** @throws if the document has no page data */
export const readPageData = <Page>(): PageData<Page> =>
  JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '');

export const rootElement = (): HTMLElement => {
  const element = document.getElementById(ROOT_ID);
  if (!element) throw new Error('no root element');
  return element;
};
