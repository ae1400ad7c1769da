import { SearchX } from 'lucide-react';
import type { CheckoutTexts } from '#/web/features/checkout/texts.ts';

/** Shown when the offer or the payment does not exist. */
export const NotFoundPage = ({ texts }: { readonly texts: CheckoutTexts }) => (
  <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-2 p-6 text-center">
    <span className="mb-2 grid size-16 place-items-center rounded-full bg-sunken text-ink-muted">
      <SearchX aria-hidden className="size-8" />
    </span>
    <h1 className="text-xl font-bold tracking-tight text-balance">{texts.notFoundTitle}</h1>
    <p className="text-ink-muted text-balance">{texts.notFoundText}</p>
    <a href="/" className="button button-quiet mt-4">
      {texts.notFoundHome}
    </a>
  </main>
);
