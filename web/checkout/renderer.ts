import type { Checkout, PaymentView } from '#/api/contract/checkout.ts';
import type { Language } from '#/web/lib/i18n.ts';

/** One page's entry of `assets.json`. */
export interface PageAssets {
  /** The style sheet's text. */
  readonly style: string;
  /** URLs of the font files. */
  readonly fonts: readonly string[];
  /** URL of the page's module. */
  readonly script: string;
  /** URLs of the modules that the script imports. */
  readonly preloads: readonly string[];
}

export interface RenderInput {
  readonly language: Language;
  /** Nonce of inline scripts and styles; new for each response. */
  readonly nonce: string;
  readonly assetTags: PageAssets;
}

interface PageRendering<Data> extends RenderInput {
  readonly data: Data;
  /** Without `?`. */
  readonly query: string;
}

/** What the checkout's server bundle exports; each function returns an HTML document. */
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
