import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltWeb } from '#/api/pages.ts';

/** Pages of a line each, where what is built of the web is not what is tested. */
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
      assets: { checkout: {}, payment: {} },
      checkoutAssetsFolder,
      backofficeFolder,
      backofficeDocument: {
        paths: ['/', '/login', '/platform/financial', '/platform/integrations/$id'],
        html: '<head><title>Back office</title></head>',
        pages: {
          '/login': { modules: ['/assets/login.js'] },
          '/platform/financial': {
            modules: ['/assets/financial.js'],
            queries: ['seller.getBalance', 'seller.getStatement?month={month}'],
          },
        },
      },
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
