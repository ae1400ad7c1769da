import { renderToString } from 'react-dom/server';
import { CheckoutPage } from '#/web/features/checkout/checkout-page.tsx';
import { cutOff, prefill, withoutPrefill } from '#/web/features/checkout/buyer/prefill.ts';
import { checkoutTexts } from '#/web/features/checkout/texts.ts';
import { documentTitle } from '#/web/features/payment-status/document-title.ts';
import { PaymentPage } from '#/web/features/payment-status/payment-page.tsx';
import { paymentStatusTexts } from '#/web/features/payment-status/texts.ts';
import { LanguageContext } from '#/web/lib/i18n.ts';
import { DEFAULT_PRIMARY } from './page/seller-colour.ts';
import { htmlDocument } from './document.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PaymentApp } from './payment-app.tsx';
import type { CheckoutRenderer } from './renderer.ts';

/** The absolute URL of an image; a path without a host is one of our own server. */
const addressOf = (image: string | null, publicUrl: string): string | undefined => {
  const address = image === null ? null : URL.parse(image, publicUrl);
  return address?.protocol.startsWith('http') === true ? address.href : undefined;
};

const renderCheckoutPage: CheckoutRenderer['renderCheckoutPage'] = (input) => {
  const { data: checkout, query: fullQuery, publicUrl, language, nonce, assetTags } = input;
  const query = withoutPrefill(fullQuery);
  const parameters = new URLSearchParams(fullQuery);
  const personal = { prefilled: prefill(parameters), cut: cutOff(parameters) };
  const page = { checkout, query, ...personal, now: new Date().toISOString() };
  return htmlDocument({
    title: `${checkout.product.name} · ${checkout.sellerName}`,
    description: checkout.product.description.slice(0, 160),
    preview: {
      title: checkout.product.name,
      site: checkout.sellerName,
      image: addressOf(checkout.product.image, publicUrl),
    },
    language,
    nonce,
    assets: assetTags,
    colour: checkout.checkoutBuilderConfig.colorPrimary,
    body: renderToString(
      <LanguageContext value={language}>
        <CheckoutPage {...page} />
      </LanguageContext>,
    ),
    data: { ...page, language },
    noScript: checkoutTexts[language].noScript,
    isAddressPersonal: query !== fullQuery,
  });
};

const renderPaymentPage: CheckoutRenderer['renderPaymentPage'] = (input) => {
  const { data: payment, query: fullQuery, language, nonce, assetTags } = input;
  const query = withoutPrefill(fullQuery);
  const page = { payment, query, now: new Date().toISOString() };
  return htmlDocument({
    title: documentTitle(payment, paymentStatusTexts[language], Date.parse(page.now)),
    language,
    nonce,
    assets: assetTags,
    colour: DEFAULT_PRIMARY,
    body: renderToString(
      <PaymentApp language={language}>
        <PaymentPage {...page} />
      </PaymentApp>,
    ),
    data: { ...page, language },
    noScript: paymentStatusTexts[language].noScript,
    isAddressPersonal: query !== fullQuery,
  });
};

const renderNotFoundPage: CheckoutRenderer['renderNotFoundPage'] = (input) => {
  const { language, nonce, assetTags } = input;
  return htmlDocument({
    title: checkoutTexts[language].notFoundTitle,
    language,
    nonce,
    assets: assetTags,
    colour: DEFAULT_PRIMARY,
    body: renderToString(<NotFoundPage texts={checkoutTexts[language]} />),
    // A URL that leads here may hold a buyer's data.
    isAddressPersonal: true,
  });
};

const renderer: CheckoutRenderer = { renderCheckoutPage, renderPaymentPage, renderNotFoundPage };

export default renderer;
