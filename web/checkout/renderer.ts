import type { Checkout, PaymentView } from '#/api/contract/checkout.ts';
import type { Language } from '#/web/lib/i18n.ts';

/** The assets of one page, as `scripts/launch/build-web.ts` writes them to `assets.json`. */
export interface PageAssets {
  /** The style sheet's text, sent inside the document. */
  readonly style: string;
  /** URLs of the font files, which are the same for all pages. */
  readonly fonts: readonly string[];
  /** URL of the page's module. */
  readonly script: string;
  /** URLs of the modules that the script imports. */
  readonly preloads: readonly string[];
}

export interface RenderInput {
  readonly language: Language;
  /** The nonce of every inline script and style; a new one for each response. */
  readonly nonce: string;
  /** The page's entry of `assets.json`. */
  readonly assetTags: PageAssets;
}

interface PageRendering<Data> extends RenderInput {
  readonly data: Data;
  /** The request's query string without `?`. */
  readonly query: string;
}

/** What the checkout's server bundle exports: each function returns a whole HTML document. The server loads it with this type. */
export interface CheckoutRenderer {
  readonly renderCheckoutPage: (
    input: PageRendering<Checkout> & {
      /** The public base URL of this server. */
      readonly publicUrl: string;
    },
  ) => string;
  readonly renderPaymentPage: (input: PageRendering<PaymentView>) => string;
  readonly renderNotFoundPage: (input: RenderInput) => string;
}
