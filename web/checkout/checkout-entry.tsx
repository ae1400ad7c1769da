import { hydrateRoot } from 'react-dom/client';
import type { CheckoutPageData } from '#/web/features/checkout/checkout-context.ts';
import { CheckoutPage } from '#/web/features/checkout/checkout-page.tsx';
import { App } from './app.tsx';
import { readPageData, rootElement } from './page-data.ts';

const { language, ...page } = readPageData<CheckoutPageData>();

hydrateRoot(
  rootElement(),
  <App language={language}>
    <CheckoutPage {...page} />
  </App>,
);
