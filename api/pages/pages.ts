import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import express, { Router, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { Refused } from '#/domain/errors/refused.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  backofficePage,
  loadBackofficeDocument,
  type BackofficeDocument,
} from './backoffice-page.ts';
import { browserOf, newBrowserCookie } from '#/api/payments/browser-cookie.ts';
import type { GatewayOf } from '#/api/payments/acquirers.ts';
import { getCheckout } from '#/api/payments/get-checkout.ts';
import { getPayment } from '#/api/payments/get-payment.ts';
import type { Core } from '#/api/composition/core.ts';
import type { AnswerQuery } from '#/api/http/procedure.ts';
import { queryTextOf, searchOf } from '#/api/http/query-text.ts';
import { withDeadline } from '#/api/http/request-deadline.ts';
import type { BackofficeRenderer } from '#/web/backoffice/first-page/renderer.ts';
import type { CheckoutRenderer, PageAssets, RenderInput } from '#/web/checkout/renderer.ts';

/** What the web build has written. */
export interface BuiltWeb {
  readonly render: CheckoutRenderer;
  readonly assets: { readonly checkout: PageAssets; readonly payment: PageAssets };
  readonly checkoutAssetsFolder: string;
  readonly backofficeFolder: string;
  readonly backofficeDocument: BackofficeDocument;
  readonly drawPage: BackofficeRenderer['drawPage'];
}

const loadServerBundle = async <Renderer>(folder: string): Promise<Renderer> => {
  const bundle: { readonly default: Renderer } = await import(
    pathToFileURL(join(folder, 'server.js')).href
  );
  return bundle.default;
};

export const loadBuiltWeb = async (folder: string): Promise<BuiltWeb> => {
  const checkout = join(folder, 'checkout');
  const checkoutBundle = await loadServerBundle<CheckoutRenderer>(join(checkout, 'server'));
  const backofficeBundle = await loadServerBundle<BackofficeRenderer>(
    join(folder, 'backoffice-server'),
  );
  return {
    render: checkoutBundle,
    drawPage: backofficeBundle.drawPage,
    assets: JSON.parse(await readFile(join(checkout, 'assets.json'), 'utf8')),
    checkoutAssetsFolder: join(checkout, 'client/assets'),
    backofficeFolder: join(folder, 'backoffice'),
    backofficeDocument: await loadBackofficeDocument(folder),
  };
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Headers that matter only for documents; other files leave them out. */
const OF_DOCUMENTS = [
  'Content-Security-Policy',
  'Permissions-Policy',
  'Reporting-Endpoints',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Serves files whose names change with their content: browsers cache them for a year, and the build has compressed them. */
const serveImmutableFiles = (folder: string): Router => {
  const router = Router();
  router.use((_request, response, next) => {
    for (const name of OF_DOCUMENTS) response.removeHeader(name);
    next();
  });
  router.get(/.*/, (request, response, next) => {
    response.set('Vary', 'Accept-Encoding');
    const accepted = ENCODINGS.find(([name]) => request.acceptsEncodings(name) === name);
    if (!accepted) return next();
    const [encoding, suffix] = accepted;
    const fileOptions = { root: folder, immutable: true, maxAge: '365d' } as const;
    response.type(extname(request.path));
    response.set('Content-Encoding', encoding);
    response.sendFile(`.${request.path}${suffix}`, fileOptions, (error) => {
      if (!error || response.headersSent) return;
      response.removeHeader('Content-Encoding');
      next();
    });
  });
  router.use(express.static(folder, { immutable: true, maxAge: '365d', index: false }));
  return router;
};

const pageLanguageOf = (request: Request): 'pt' | 'en' =>
  searchOf(request).get('lang') === 'en' ? 'en' : 'pt';

/** Refuses a text that cannot be an id, so that it does not reach the store. @throws Refused */
const idIn = (text: string, refusal: 'offer/not-available' | 'payment/not-found'): string => {
  const parsed = aggregateId.safeParse(text);
  if (!parsed.success) throw new Refused(refusal);
  return parsed.data;
};

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const isNotFound = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.code === 'offer/not-available' || error.code === 'payment/not-found');

const NONCE = 'nonce-of-this-answer';

/**
 * Renders the not-found pages once, because strangers can request them without end, and stores them as Buffers, outside the JavaScript
 * heap.
 */
const renderNotFoundPages = ({ render, assets }: BuiltWeb) => {
  const renderParts = (language: 'pt' | 'en'): readonly Buffer[] =>
    render
      .renderNotFoundPage({ language, nonce: NONCE, assetTags: assets.payment })
      .split(NONCE)
      .map((part) => Buffer.from(part));
  const pages = { pt: renderParts('pt'), en: renderParts('en') };
  return (language: 'pt' | 'en', nonce: string): Buffer => {
    const nonceBytes = Buffer.from(nonce);
    return Buffer.concat(
      pages[language].flatMap((part, nth) => (nth === 0 ? [part] : [nonceBytes, part])),
    );
  };
};

/** Serves all pages. Checkout pages are rendered here, so that they paint before any script runs. */
export const pageRoutes = (dependencies: {
  readonly core: Core;
  readonly web: BuiltWeb;
  readonly gatewayOf: GatewayOf;
  readonly sandboxPayUrl: (transactionId: string) => string;
  readonly publicUrl: string;
  readonly answerQuery: AnswerQuery;
  readonly logger: Logger;
}): Router => {
  const { core, web, gatewayOf, sandboxPayUrl, publicUrl, answerQuery, logger } = dependencies;
  const { render, assets } = web;
  const notFoundPage = renderNotFoundPages(web);

  const page = async (
    request: Request,
    response: Response,
    draw: (common: Omit<RenderInput, 'assetTags'> & { query: string }) => Promise<string>,
  ): Promise<void> => {
    const nonce = String(response.locals.cspNonce);
    const language = pageLanguageOf(request);
    response.type('html').set('Cache-Control', 'no-store');
    try {
      const common = { language, nonce, query: queryTextOf(request) } as const;
      response.send(await withDeadline(() => draw(common)));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      response.status(404).send(notFoundPage(language, nonce));
    }
  };

  const answerNotFound = (request: Request, response: Response): Promise<void> =>
    page(request, response, () => Promise.reject(new Refused('offer/not-available')));

  const router = Router();
  router.use('/checkout/assets', serveImmutableFiles(web.checkoutAssetsFolder));
  // Express would answer an undecodable path with an API error.
  router.get(/^\/checkout\/.*/i, (request, response, next) =>
    isDecodable(request.path) ? next() : answerNotFound(request, response),
  );
  router.get('/checkout/payment/:id', (request, response) =>
    page(request, response, async (common) => {
      response.set('X-Robots-Tag', 'noindex');
      const id = idIn(request.params.id, 'payment/not-found');
      const data = await getPayment(core, sandboxPayUrl, id);
      return render.renderPaymentPage({ ...common, data, assetTags: assets.payment });
    }),
  );
  router.get('/checkout/:id', (request, response) =>
    page(request, response, async (common) => {
      const id = idIn(request.params.id, 'offer/not-available');
      const data = await getCheckout(core, gatewayOf, id);
      if (browserOf(request.headers.cookie, publicUrl) === undefined)
        response.append('Set-Cookie', newBrowserCookie(publicUrl));
      return render.renderCheckoutPage({
        ...common,
        data,
        publicUrl,
        assetTags: assets.checkout,
      });
    }),
  );
  // A form sent before or without scripts arrives here.
  router.post('/checkout/:id', (request, response) => {
    response.redirect(303, request.originalUrl);
  });
  router.get(/^\/checkout(?:\/(?!assets\/).*)?$/i, answerNotFound);
  router.use('/assets', serveImmutableFiles(join(web.backofficeFolder, 'assets')));
  router.use(express.static(web.backofficeFolder, { index: false, maxAge: '1h' }));
  router.get(
    /^\/(?!api\/|live$|sandbox\/|(?:checkout\/)?assets\/).*/i,
    backofficePage(web.backofficeDocument, answerQuery, { draw: web.drawPage, logger }),
  );
  return router;
};
