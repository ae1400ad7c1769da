import type { Express } from 'express';
import { createApp } from '#/api/app.ts';
import { checkoutProcedures } from '#/api/checkout/procedures.ts';
import { filePages, uploadRoutes } from '#/api/files/routes.ts';
import { reportRoutes } from '#/api/mail/report-routes.ts';
import { postalCodeRoutes } from '#/api/http/postal-code.ts';
import { queryAnswers } from '#/api/http/procedure.ts';
import { procedures } from '#/api/composition/procedures.ts';
import { sandboxProxy } from '#/api/http/sandbox-proxy.ts';
import { webhookRoutes } from '#/api/webhooks/routes.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { pageRoutes, type BuiltWeb } from '#/api/pages/pages.ts';
import type { openNotices } from '#/api/composition/open-notices.ts';
import { unreachable } from './core-at.ts';
import type { temporaryStorage } from './disk-files.ts';

type Notices = Awaited<ReturnType<typeof openNotices>>;
type TestStorage = Awaited<ReturnType<typeof temporaryStorage>>['storage'];

/** The app with all routes that `main.ts` mounts. */
export const wholeApp = (
  services: Services,
  {
    notices,
    storage,
    web,
  }: {
    readonly notices: Notices;
    readonly storage: TestStorage;
    readonly web: BuiltWeb;
  },
): Express => {
  const allProcedures = procedures(checkoutProcedures);
  return createApp({
    services,
    procedures: allProcedures,
    readiness: { database: () => services.database.query('SELECT 1') },
    webhooks: webhookRoutes(notices, services),
    apiRoutes: {
      '/api/mail-reports': reportRoutes(services),
      '/api/postal-code': postalCodeRoutes(async () => undefined),
      '/api/files': uploadRoutes(storage),
      '/api/private-files': uploadRoutes(services.core.privateFiles),
    },
    pages: [
      sandboxProxy(unreachable),
      filePages('/files', storage),
      filePages('/private-files', services.core.privateFiles),
      pageRoutes({ ...services, web, answerQuery: queryAnswers(allProcedures, services) }),
    ],
  });
};
