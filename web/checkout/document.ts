import { PERSONAL_PARAMETERS } from '#/web/features/checkout/prefill.ts';
import { localeOf } from '#/web/lib/i18n.ts';
import type { Language } from '#/web/lib/i18n.ts';
import { sellerStyle } from '#/web/ui/native/seller-colour.ts';
import { DATA_ID, ROOT_ID } from './page-data.ts';

/** What the browser needs for one page, as `scripts/build-web.ts` writes it to `assets.json`. */
export interface PageAssets {
  /** The style sheet's text; it travels in the document. */
  readonly style: string;
  /** URLs of the typeface that every page is written in. */
  readonly fonts: readonly string[];
  /** URL of the page's module. */
  readonly script: string;
  /** URLs of the modules that it imports. */
  readonly preloads: readonly string[];
}

export interface DocumentParts {
  readonly title: string;
  readonly description?: string;
  /** What a chat shows of a link to the page (Open Graph). */
  readonly preview?: {
    readonly title: string;
    readonly site: string;
    /** Its whole address, because chats ask for it from elsewhere. */
    readonly image: string | undefined;
  };
  readonly language: Language;
  /** Of the response's Content-Security-Policy. */
  readonly nonce: string;
  readonly assets: PageAssets;
  readonly colour: string;
  readonly body: string;
  /** Left in the page for hydration; a page without it brings no script. */
  readonly data?: object;
  /** What a page with a script says where there is none. */
  readonly noScript?: string;
  /** The page's address holds a buyer's data. */
  readonly isAddressPersonal?: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** JSON that cannot end its script element. */
const inlineJson = (data: object): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const preview = ({ preview: shown, description = '' }: DocumentParts): string => {
  if (!shown) return '';
  const { title, site, image = '' } = shown;
  const tags = { type: 'product', title, site_name: site, description, image };
  return Object.entries(tags)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => `<meta property="og:${name}" content="${escaped(content)}">`)
    .join('');
};

const scripts = ({ assets, data, nonce }: DocumentParts): string =>
  data
    ? [
        `<script type="application/json" id="${DATA_ID}" nonce="${nonce}">${inlineJson(data)}</script>`,
        `<script type="module" src="${assets.script}" nonce="${nonce}"></script>`,
      ].join('')
    : '';

/**
 * A submit before React is there would send the form as browsers do, away from the page. It is held until the page is
 * alive (`lib/early-submit.ts`).
 */
const holdSubmits = ({ data, nonce }: DocumentParts): string =>
  data
    ? `<script nonce="${nonce}">onsubmit=e=>{e.preventDefault();heldSubmit=e.target}</script>`
    : '';

/**
 * Takes a buyer's data out of the address bar, and so out of the history and of what anything else on the page is told of
 * where it was. Before any other request of the page.
 */
const forgetPrefill = ({ isAddressPersonal = false, nonce }: DocumentParts): string =>
  isAddressPersonal
    ? `<script nonce="${nonce}">{const a=new URL(location.href);for(const n of ${JSON.stringify(PERSONAL_PARAMETERS)})a.searchParams.delete(n);history.replaceState(history.state,"",a)}</script>`
    : '';

const preloads = ({ assets, data, nonce }: DocumentParts): string =>
  data
    ? [assets.script, ...assets.preloads]
        .map((url) => `<link rel="modulepreload" href="${url}" nonce="${nonce}">`)
        .join('')
    : '';

/**
 * The typeface is asked for with the page, and from its body: for one that the head asks for, browsers hold back the first
 * paint. Until it is there its stand-ins are read, which are as wide and high (`ui/typeface.css`).
 */
const fonts = ({ assets }: DocumentParts): string =>
  assets.fonts
    .map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`)
    .join('');

/** Without our script a form would be sent as browsers do, and nobody is there to take it: so there is none. */
const withoutScript = ({ noScript, nonce }: DocumentParts) => ({
  head: noScript
    ? `<noscript><style nonce="${nonce}">form{display:none!important}</style></noscript>`
    : '',
  body: noScript
    ? `<noscript><p class="bg-warning-soft p-4 text-center font-semibold text-warning">${escaped(noScript)}</p></noscript>`
    : '',
});

/**
 * The whole HTML document. No search engine keeps either page. A payment is one buyer's. A checkout is for whoever was given
 * its address: a product has offers at several prices, each meant for somebody, and a search would show the cheapest to
 * all. What wants to be found is the seller's own page. Reconsider when sellers can choose it for an offer.
 */
export const htmlDocument = (parts: DocumentParts): string =>
  [
    `<!doctype html><html lang="${localeOf[parts.language]}"><head><meta charset="utf-8">`,
    forgetPrefill(parts),
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escaped(parts.title)}</title>`,
    parts.description ? `<meta name="description" content="${escaped(parts.description)}">` : '',
    preview(parts),
    '<meta name="robots" content="noindex"><meta name="referrer" content="strict-origin">',
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<style nonce="${parts.nonce}">${sellerStyle(parts.colour)}${parts.assets.style}</style>`,
    withoutScript(parts).head,
    holdSubmits(parts),
    preloads(parts),
    `</head><body>${fonts(parts)}${withoutScript(parts).body}<div id="${ROOT_ID}">${parts.body}</div>${scripts(parts)}</body></html>`,
  ].join('');
