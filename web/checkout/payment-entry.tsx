import { hydrateRoot } from 'react-dom/client';
import type { PaymentPageData } from '#/web/features/payment-status/payment-context.ts';
import { PaymentPage } from '#/web/features/payment-status/payment-page.tsx';
import { readPageData, rootElement } from './page-data.ts';
import { PaymentApp } from './payment-app.tsx';

const { language, ...page } = readPageData<PaymentPageData>();

hydrateRoot(
  rootElement(),
  <PaymentApp language={language}>
    <PaymentPage {...page} />
  </PaymentApp>,
);
