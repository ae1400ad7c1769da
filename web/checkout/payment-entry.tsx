import { hydrateRoot } from 'react-dom/client';
import type { PaymentPageData } from '#/web/features/payment-status/payment-context.ts';
import { PaymentPage } from '#/web/features/payment-status/payment-page.tsx';
import { App } from './app.tsx';
import { readPageData, rootElement } from './page-data.ts';

const { language, ...page } = readPageData<PaymentPageData>();

hydrateRoot(
  rootElement(),
  <App language={language}>
    <PaymentPage {...page} />
  </App>,
);
