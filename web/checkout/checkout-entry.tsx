import { hydrateRoot } from 'react-dom/client';
import type { CheckoutPageData } from '#/web/features/checkout/checkout-context.ts';
import { CheckoutPage } from '#/web/features/checkout/checkout-page.tsx';
import { LanguageContext } from '#/web/lib/i18n.ts';
import { readPageData, rootElement } from './page-data.ts';

const { language, ...page } = readPageData<CheckoutPageData>();

hydrateRoot(
  rootElement(),
  <LanguageContext value={language}>
    <CheckoutPage {...page} />
  </LanguageContext>,
);
