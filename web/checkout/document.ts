import { PERSONAL_PARAMETERS } from '#/web/features/checkout/buyer/prefill.ts';
import { localeOf } from '#/web/lib/i18n.ts';
import type { Language } from '#/web/lib/i18n.ts';
import { sellerStyle } from './page/seller-colour.ts';
import { DATA_ID, ROOT_ID } from './page-data.ts';
import type { PageAssets } from './renderer.ts';

export interface DocumentContent {
  readonly title: string;
  readonly description?: string;
  /** Preview of a link in a chat (Open Graph). */
  readonly preview?: {
    readonly title: string;
    readonly site: string;
    /** An absolute URL: chats fetch it from elsewhere. */
    readonly image: string | undefined;
  };
  readonly language: Language;
  /** The nonce of the response's Content-Security-Policy. */
  readonly nonce: string;
  readonly assets: PageAssets;
  readonly colour: string;
  readonly body: string;
  /** For hydration; a page without data loads no module. */
  readonly data?: object;
  /** Shown when scripts are off. */
  readonly noScript?: string;
  /** Whether the page's URL holds a buyer's data. */
  readonly isAddressPersonal?: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** Escapes the JSON, so that it cannot end its script element. */
const inlineJson = (data: object): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const preview = ({ preview: linkPreview, description = '' }: DocumentContent): string => {
  if (!linkPreview) return '';
  const { title, site, image = '' } = linkPreview;
  const tags = { type: 'product', title, site_name: site, description, image };
  return Object.entries(tags)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`)
    .join('');
};

const scripts = ({ assets, data, nonce }: DocumentContent): string =>
  data
    ? [
        `<script type="application/json" id="${DATA_ID}" nonce="${nonce}">${inlineJson(data)}</script>`,
        `<script type="module" src="${assets.script}" nonce="${nonce}"></script>`,
      ].join('')
    : '';

/** Holds a submit until hydration: before that it would leave the page. */
const holdSubmits = ({ data, nonce }: DocumentContent): string =>
  data
    ? `<script nonce="${nonce}">onsubmit=e=>{e.preventDefault();heldSubmit=e.target}</script>`
    : '';

/** Removes a buyer's data from the address bar before other scripts run. */
const forgetPrefill = ({ isAddressPersonal = false, nonce }: DocumentContent): string =>
  isAddressPersonal
    ? `<script nonce="${nonce}">{const a=new URL(location.href);for(const n of ${JSON.stringify(PERSONAL_PARAMETERS)})a.searchParams.delete(n);history.replaceState(history.state,"",a)}</script>`
    : '';

const preloads = ({ assets, data, nonce }: DocumentContent): string =>
  data
    ? [assets.script, ...assets.preloads]
        .map((url) => `<link rel="modulepreload" href="${url}" nonce="${nonce}">`)
        .join('')
    : '';

/** In the body: browsers delay the first paint for a font preloaded in the head. */
const fonts = ({ assets }: DocumentContent): string =>
  assets.fonts
    .map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`)
    .join('');

/** Without scripts buying is impossible: a text replaces the form. */
const withoutScript = ({ noScript, nonce }: DocumentContent) => ({
  head: noScript
    ? `<noscript><style nonce="${nonce}">form{display:none!important}</style></noscript>`
    : '',
  body: noScript
    ? `<noscript><p class="bg-warning-soft p-4 text-center font-semibold text-warning">${escapeHtml(noScript)}</p></noscript>`
    : '',
});

/**
 * Pages are `noindex`: a search engine could show a buyer's payment, or the cheapest of a product's offers.
 * Reconsider when sellers can let search engines show an offer.
 */
export const htmlDocument = (content: DocumentContent): string =>
  [
    `<!doctype html><html lang="${localeOf[content.language]}"><head><meta charset="utf-8">`,
    forgetPrefill(content),
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escapeHtml(content.title)}</title>`,
    content.description
      ? `<meta name="description" content="${escapeHtml(content.description)}">`
      : '',
    preview(content),
    '<meta name="robots" content="noindex"><meta name="referrer" content="strict-origin">',
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<style nonce="${content.nonce}">${sellerStyle(content.colour)}${content.assets.style}</style>`,
    withoutScript(content).head,
    holdSubmits(content),
    preloads(content),
    `</head><body>${fonts(content)}${withoutScript(content).body}<div id="${ROOT_ID}">${content.body}</div>${scripts(content)}</body></html>`,
  ].join('');
