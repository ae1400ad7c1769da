import type { Language } from '#/web/lib/i18n.ts';

/** Id of the element in which the server puts the data that it rendered the page from. */
export const DATA_ID = 'page-data';
export const ROOT_ID = 'root';

export type PageData<Page> = Page & { readonly language: Language };

/** Reads the page's data in the browser. @throws when the document was not made by `server.tsx` */
export const readPageData = <Page>(): PageData<Page> =>
  JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '');

export const rootElement = (): HTMLElement => {
  const element = document.getElementById(ROOT_ID);
  if (!element) throw new Error('no root element');
  return element;
};
