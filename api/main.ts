import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DestinationStream, Logger } from 'pino';
import { createApp } from './app.ts';
import type { Membership } from './auth/memberships.ts';
import { loadPersonRecord } from './auth/person-record.ts';
import { checkoutProcedures } from './checkout/procedures.ts';
import { compose, type Composed } from './composition/compose.ts';
import { readApiEnvironment, type ApiEnvironment } from './composition/env.ts';
import { ownUrl, requireNoVices, type Demo } from './composition/exposure.ts';
import { defaultLiveBounds } from './live/live-bounds.ts';
import { attachLive } from './live/attach-live.ts';
import { filePages, uploadRoutes } from './files/routes.ts';
import { createLogger } from './operations/logger.ts';
import { boundConnections, createHttpServer, defaultCeilings } from './http/http-server.ts';
import { outboxPages } from './mail/outbox-pages.ts';
import { reportRoutes } from './mail/report-routes.ts';
import { loadBuiltWeb, pageRoutes } from './pages/pages.ts';
import { queryAnswers } from './http/procedure.ts';
import { postalCodeRoutes } from './http/postal-code.ts';
import { procedures } from './composition/procedures.ts';
import { defaultLimits, noLimits } from './http/request-limits.ts';
import { sandboxProxy } from './http/sandbox-proxy.ts';
import { startSandboxProcess, type SandboxProcess } from './composition/sandbox-process.ts';
import { withSealKey } from './composition/seal-key.ts';
import { loadSecrets, type Secrets } from './composition/secrets.ts';
import type { StoreLocations } from './composition/store.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { within } from '#/ledger/concurrency/within.ts';

export interface ServerOptions extends StoreLocations {
  /** Local address to listen on. */
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly demo: Demo;
  /** Folder of secrets, of the sandbox's own state and, without S3, of files. */
  readonly dataDir: string;
  /** Output folder of `scripts/launch/build-web.ts`. */
  readonly webFolder: string;
  readonly onProgress: (line: string) => void;
  /** Instead of standard output. */
  readonly logTo?: DestinationStream;
}

export interface RunningServer {
  readonly url: string;
  /** Whether a person's record is active: a blocked person cannot sign in. */
  readonly maySignIn: (person: Pick<Membership, 'kind' | 'personId'>) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

const DRAIN_MS = 10_000;

const listen = async (
  server: Server,
  { host, port }: Pick<ServerOptions, 'host' | 'port'>,
): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return address.port;
};

const drain = async (server: Server): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection with request after request is never idle, so from here on every answer asks the client to close its connection.
  server.prependListener('request', (_request, response: ServerResponse) =>
    response.setHeader('Connection', 'close'),
  );
  // Clients keep idle connections open for their next request, so these are closed.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  await within(DRAIN_MS, closed, () => undefined);
  clearInterval(sweeping);
  server.closeAllConnections();
};

const originsOf = (s3: ApiEnvironment['s3']): readonly string[] =>
  s3 ? [s3.endpoint, s3.publicUrl ?? s3.endpoint].map((url) => new URL(url).origin) : [];

interface Settings extends ServerOptions {
  readonly env: ApiEnvironment;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly publicUrl: string;
}

const startSandbox = async (
  { env, demo, dataDir, secrets, publicUrl, logger, onProgress }: Settings,
  stack: AsyncDisposableStack,
): Promise<SandboxProcess> => {
  requireNoVices(demo, env.SANDBOX_VICES);
  onProgress('Starting the sandbox acquirer');
  const sandbox = await startSandboxProcess({
    databaseFile: join(dataDir, 'sandbox.db'),
    publicUrl: `${publicUrl}/sandbox`,
    secrets,
    vices: env.SANDBOX_VICES,
    onProblem: (error) => logger.error({ err: error }, 'the sandbox failed'),
  });
  stack.defer(sandbox.stop);
  return sandbox;
};

const composeProduct = async (
  { env, secrets, logger, publicUrl, ...options }: Settings,
  sandboxUrl: string | undefined,
  stack: AsyncDisposableStack,
): Promise<Composed> => {
  const { databaseUrl, eventStoreUrl, eventStorePrefix } = options;
  const { dataDir, host, port, demo, onProgress } = options;
  onProgress('Opening the ledger and its read models');
  const composed = await withSealKey(dataDir, process.env, (sealKey) =>
    compose({
      databaseUrl,
      eventStoreUrl,
      eventStorePrefix,
      replicaUrls: env.DATABASE_REPLICA_URLS,
      secrets,
      sealKey,
      sealAnchor: env.SEAL_ANCHOR,
      files: { folder: join(dataDir, 'files'), s3: env.s3 },
      smtp: env.smtp,
      publicUrl,
      webhookBaseUrl: env.PUBLIC_URL ?? ownUrl(host, port),
      demo,
      sandboxUrl,
      postalCodeUrl: env.POSTAL_CODE_URL,
      proxies: env.PROXIES,
      limits: env.RATE_LIMITS ? defaultLimits : noLimits,
      logger,
      policiesFrom: env.POLICIES_FROM,
    }),
  );
  stack.defer(composed.stop);
  return composed;
};

const createProductApp = async (
  { env, webFolder }: Settings,
  { services, notices, findPostalAddress, servedFiles, health }: Composed,
  sandboxUrl: string | undefined,
) => {
  const { core, gatewayOf, sandboxPayUrl, publicUrl } = services;
  const web = await loadBuiltWeb(webFolder);
  const allProcedures = procedures(checkoutProcedures);
  const answerQuery = queryAnswers(allProcedures, services);
  return createApp({
    services,
    procedures: allProcedures,
    readiness: health.checks,
    ...(health.attention && { attention: health.attention }),
    metricsText: health.metrics,
    ...(env.METRICS_TOKEN !== undefined && { metricsToken: env.METRICS_TOKEN }),
    webhooks: webhookRoutes(notices, services),
    storageOrigins: originsOf(env.s3),
    apiRoutes: {
      '/api/mail-reports': reportRoutes(services),
      '/api/postal-code': postalCodeRoutes(findPostalAddress),
      ...(servedFiles && { '/api/files': uploadRoutes(servedFiles) }),
      '/api/private-files': uploadRoutes(core.privateFiles),
    },
    pages: [
      ...(sandboxUrl === undefined ? [] : [sandboxProxy(sandboxUrl)]),
      ...(services.mail.outbox ? [outboxPages(services.mail.outbox)] : []),
      filePages('/files', servedFiles),
      filePages('/private-files', core.privateFiles),
      pageRoutes({
        core,
        web,
        gatewayOf,
        sandboxPayUrl,
        publicUrl,
        answerQuery,
        logger: services.logger,
      }),
    ],
  });
};

const settingsOf = async (options: ServerOptions, port: number): Promise<Settings> => {
  const env = readApiEnvironment(process.env);
  return {
    ...options,
    port,
    env,
    logger: createLogger(env.LOG_LEVEL, options.logTo),
    secrets: await loadSecrets(options.dataDir, process.env),
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${port}`,
  };
};

/** Starts the whole product on one port. If a step fails, everything opened before is closed. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  await using stack = new AsyncDisposableStack();
  // Listening first shows at once whether the port is taken, or which one was assigned.
  const server = createHttpServer();
  stack.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const settings = await settingsOf(options, await listen(server, options));
  const { env } = settings;
  if (env.RATE_LIMITS) boundConnections(server, defaultCeilings, env.PROXIES);
  const sandbox = options.demo === 'none' ? undefined : await startSandbox(settings, stack);
  const composed = await composeProduct(settings, sandbox?.url, stack);
  stack.defer(() => drain(server));
  const app = await createProductApp(settings, composed, sandbox?.url);
  const live = attachLive(
    server,
    composed.services,
    env.RATE_LIMITS ? defaultLiveBounds : undefined,
  );
  stack.defer(live.close);
  stack.defer(async () => {
    composed.drain();
    await delay(env.DRAIN_SECONDS * 1_000);
  });
  server.removeAllListeners('request');
  server.on('request', app);
  const running = stack.move();
  const { core } = composed.services;
  return {
    url: settings.publicUrl,
    maySignIn: async (member) => (await loadPersonRecord(core, member)).status === 'ACTIVE',
    stop: () => running.disposeAsync(),
  };
};
