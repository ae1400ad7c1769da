import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DestinationStream, Logger } from 'pino';
import { createApp } from './app.ts';
import { checkoutProcedures } from './checkout/procedures.ts';
import { compose } from './compose.ts';
import { readApiEnvironment, type ApiEnvironment } from './env.ts';
import { ownUrl, type Demo } from './exposure.ts';
import { attachLive } from './live/attach-live.ts';
import { filePages, uploadRoutes } from './files/routes.ts';
import { createLogger } from './logger.ts';
import { loadBuiltWeb, pageRoutes } from './pages.ts';
import { postalCodeRoutes } from './postal-code.ts';
import { procedures } from './procedures.ts';
import { defaultLimits, noLimits } from './request-limits.ts';
import { sandboxProxy } from './sandbox-proxy.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import { withSealKey } from './seal-key.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import type { Places } from './store.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export interface ServerOptions extends Places {
  /** The address of this machine that is listened on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly demo: Demo;
  /** Where secrets and the sandbox's own state are kept. */
  readonly dataDir: string;
  /** What `scripts/build-web.ts` made. */
  readonly webFolder: string;
  readonly onProgress: (line: string) => void;
  /** Instead of standard output. */
  readonly logTo?: DestinationStream;
}

export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const DRAIN_MS = 10_000;
/** Longer than proxies and browsers keep an idle connection, so that we never close one in their face. */
const KEEP_ALIVE_MS = 65_000;

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

/** No new requests; those under way may end. */
const drain = async (server: Server): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection is idle again after each answer, and its caller would keep it for the next request.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })]);
  clearInterval(sweeping);
  server.closeAllConnections();
};

/** Ends what was started, newest first, whatever one of them says. @throws the first that failed */
const stopAll = async (started: readonly (() => Promise<void>)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const stop of started.toReversed()) {
    await stop().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
};

const originsOf = (s3: ApiEnvironment['s3']): readonly string[] =>
  s3 ? [s3.endpoint, s3.publicUrl ?? s3.endpoint].map((url) => new URL(url).origin) : [];

const startSandbox = (
  { dataDir, onProgress }: ServerOptions,
  publicUrl: string,
  secrets: Secrets,
  logger: Logger,
): Promise<SandboxProcess> => {
  onProgress('Starting the sandbox acquirer');
  return startSandboxProcess({
    databaseFile: join(dataDir, 'sandbox.db'),
    publicUrl: `${publicUrl}/sandbox`,
    secrets,
    onProblem: (error) => logger.error({ err: error }, 'the sandbox failed'),
  });
};

const serve = async (
  options: ServerOptions,
  server: Server,
  port: number,
  started: (() => Promise<void>)[],
): Promise<string> => {
  const { databaseUrl, eventStoreUrl, dataDir, webFolder, demo, onProgress } = options;
  const env = readApiEnvironment(process.env);
  const logger = createLogger(env.LOG_LEVEL, options.logTo);
  const secrets = await loadSecrets(dataDir, process.env);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${port}`;

  const sandbox =
    demo === 'none' ? undefined : await startSandbox(options, publicUrl, secrets, logger);
  if (sandbox) started.push(sandbox.stop);
  const sandboxUrl = sandbox?.url;

  onProgress('Opening the ledger and its read models');
  const composed = await withSealKey(dataDir, process.env, (sealKey) =>
    compose({
      databaseUrl,
      eventStoreUrl,
      replicaUrls: env.DATABASE_REPLICA_URLS,
      secrets,
      sealKey,
      sealAnchor: env.SEAL_ANCHOR,
      files: { folder: join(dataDir, 'files'), s3: env.s3 },
      publicUrl,
      webhookBaseUrl: env.PUBLIC_URL ?? ownUrl(options.host, port),
      demo,
      sandboxUrl,
      postalCodeUrl: env.POSTAL_CODE_URL,
      proxies: env.PROXIES,
      limits: env.RATE_LIMITS ? defaultLimits : noLimits,
      logger,
    }),
  );
  started.push(composed.stop, () => drain(server));

  const { parts, notices, findPostalAddress, servedFiles, health } = composed;
  const { core, gatewayOf, sandboxPayUrl } = parts;
  const web = await loadBuiltWeb(webFolder);
  const app = createApp({
    parts,
    procedures: procedures(checkoutProcedures),
    readiness: health.checks,
    ...(health.attention && { attention: health.attention }),
    metricsText: health.metrics,
    ...(env.METRICS_TOKEN !== undefined && { metricsToken: env.METRICS_TOKEN }),
    webhooks: webhookRoutes(notices, parts),
    storageOrigins: originsOf(env.s3),
    apiRoutes: {
      '/api/postal-code': postalCodeRoutes(findPostalAddress),
      ...(servedFiles && { '/api/files': uploadRoutes(servedFiles) }),
    },
    pages: [
      ...(sandboxUrl === undefined ? [] : [sandboxProxy(sandboxUrl)]),
      filePages(servedFiles),
      pageRoutes({ core, web, gatewayOf, sandboxPayUrl }),
    ],
  });
  const live = attachLive(server, parts);
  started.push(live.close, async () => {
    composed.drain();
    await delay(env.DRAIN_SECONDS * 1_000);
  });
  server.removeAllListeners('request');
  server.on('request', app);
  return publicUrl;
};

/** The whole product on one port: pages, API, live socket, webhooks, and the sandbox acquirer behind it. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const started: (() => Promise<void>)[] = [];
  // Listening first tells at once when the port is taken, and what it is when any will do.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_request, response) => {
    response.writeHead(503, { 'Retry-After': '2' }).end('starting');
  });
  try {
    const port = await listen(server, options);
    const url = await serve(options, server, port, started);
    return { url, stop: () => stopAll(started) };
  } catch (error) {
    await stopAll(started);
    server.close();
    throw error;
  }
};
