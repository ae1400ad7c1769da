import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { BuiltWeb } from '#/api/pages/pages.ts';

const noAssets = { style: '', fonts: [], script: '', preloads: [] };

const person = z.looseObject({ email: z.string() });

/**
 * Renders the signed-in person's e-mail and the number of answers; for the login page, how often it was rendered. Fails for the
 * dashboard.
 */
const plainPages = (): BuiltWeb['drawPage'] => {
  let loginPages = 0;
  return async ({ path, answers }) => {
    if (path === '/platform/dashboard') throw new Error('no dashboard');
    if (path === '/login') return `<h1>Door ${(loginPages += 1)}</h1>`;
    const { email } = person.parse(answers['session.get']);
    return `<h1>${email} has ${Object.keys(answers).length} answers</h1>`;
  };
};

/** One-line pages, for tests that do not concern the built web. */
export const plainWeb = async (): Promise<{
  readonly web: BuiltWeb;
  readonly remove: () => Promise<void>;
}> => {
  const folder = await mkdtemp(join(tmpdir(), 'razao-web-'));
  const backofficeFolder = join(folder, 'backoffice');
  const checkoutAssetsFolder = join(folder, 'checkout');
  await mkdir(join(backofficeFolder, 'assets'), { recursive: true });
  await mkdir(checkoutAssetsFolder);
  await writeFile(join(backofficeFolder, 'assets', 'app.js'), 'export {};');
  return {
    web: {
      render: {
        renderCheckoutPage: ({ data }) => `<title>${data.title}</title>`,
        renderPaymentPage: ({ data }) => `<title>${data.paymentId}</title>`,
        renderNotFoundPage: () => '<title>Nothing here</title>',
      },
      assets: { checkout: noAssets, payment: noAssets },
      checkoutAssetsFolder,
      backofficeFolder,
      backofficeDocument: {
        paths: [
          '/',
          '/login',
          '/platform/dashboard',
          '/platform/financial',
          '/platform/integrations/$id',
        ],
        html: '<head><title>Back office</title><script type="module" src="/assets/app.js"></script></head><body><div id="root"></div></body>',
        pages: {
          '/platform/dashboard': { modules: [], queries: [] },
          '/login': { modules: ['/assets/login.js'] },
          '/platform/financial': {
            modules: ['/assets/financial.js'],
            queries: ['seller.getBalance', 'seller.getStatement?month={month}'],
          },
        },
      },
      drawPage: plainPages(),
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
