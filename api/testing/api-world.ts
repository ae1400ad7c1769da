import type { Server } from 'node:http';
import pg from 'pg';
import { createCallers } from '#/api/auth/callers.ts';
import type { PasswordHashes } from '#/api/auth/passwords/password-hashes.ts';
import { createRegistrations } from '#/api/people/onboarding/registrations.ts';
import { createRecovery } from '#/api/auth/links/recovery.ts';
import { openSessions } from '#/api/auth/sessions.ts';
import { createTrail } from '#/api/auth/trail.ts';
import { clientDigests } from '#/api/http/client-address.ts';
import { anyCardTries, type CardTries } from '#/api/payments/cards/card-tries.ts';
import { createHttpServer } from '#/api/http/http-server.ts';
import { attachLive } from '#/api/live/attach-live.ts';
import type { LiveBounds } from '#/api/live/live-bounds.ts';
import { createHub } from '#/api/live/hub.ts';
import { createLogger } from '#/api/operations/logger.ts';
import { createMetrics } from '#/api/operations/metrics.ts';
import { watchOutsideServices } from '#/api/operations/outside-services.ts';
import { NO_MAIL } from '#/api/composition/open-mail.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { createReplicas, type ReplicasOptions } from '#/api/reads/replicas.ts';
import { createRequestLimits, noLimits, type RequestLimits } from '#/api/http/request-limits.ts';
import { openNotices } from '#/api/composition/open-notices.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';
import { categoryOf } from '#/domain/values/ids.ts';
import { parseJson } from '#/domain/values/parse-json.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { projections } from '#/projections/registry.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from '#/projections/engine/run/runner.ts';
import { appendAll, type History } from '#/projections/testing/history.ts';
import { startSearchIndex } from '#/projections/search/indexer.ts';
import { databasesWith, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { coreAt } from './core-at.ts';
import { createTestAcquirers } from './test-acquirers.ts';
import { temporaryStorage } from './disk-files.ts';
import { plainWeb } from './plain-web.ts';
import { quickHashes } from './quick-hashes.ts';
import {
  emailOf,
  createPeopleFactory,
  PASSWORD,
  settle,
  type AnyPerson,
  type PeopleFactory,
} from './people.ts';
import { waitUntilShown } from './wait-until-shown.ts';
import { wholeApp } from './whole-app.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when the body is not JSON. */
  readonly body: unknown;
}

export interface RequestOptions {
  readonly as?: AnyPerson;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API over real HTTP, on an in-memory log and its own Postgres. */
export interface ApiWorld extends PeopleFactory {
  readonly url: string;
  readonly databaseUrl: string;
  readonly services: Services;
  readonly store: EventStore;
  /** Lines that the API logged, as JSON. */
  readonly logged: readonly string[];
  readonly get: (path: string, asking?: RequestOptions) => Promise<ApiAnswer>;
  readonly post: (path: string, body: unknown, asking?: RequestOptions) => Promise<ApiAnswer>;
  /** Sends the text as the body, unchanged. */
  readonly send: (
    method: string,
    path: string,
    text: string,
    asking?: RequestOptions,
  ) => Promise<ApiAnswer>;
  /** Position of the last event, ignoring those written asynchronously: of the access trail, and of mails after their request. */
  readonly lastFact: () => Promise<Position | undefined>;
  readonly cookieOf: (person: AnyPerson) => Promise<string>;
  /** Appends a history, and waits until read models and search index have it. */
  readonly happen: (history: History) => Promise<void>;
  /** Waits until read models and search index have every recorded event. Without it a read may miss the newest ones. */
  readonly waitUntilShown: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const listen = async (server: Server, host: string): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
};

export const SESSION_SECRET = 'a secret of thirty-two characters';

type OpenStore = (databaseUrl: string) => Promise<EventStore>;

interface ApiWorldOptions extends Partial<Pick<Services, 'demo' | 'proxies' | 'mail'>> {
  /** Instead of a postal-code service that does not answer. */
  readonly findPostalAddress?: FindPostalAddress;
  /** Starts without platforms and people. */
  readonly isEmpty?: boolean;
  /** Address to listen on instead of 127.0.0.1. */
  readonly host?: string;
  readonly limits?: Partial<RequestLimits>;
  /** Instead of hashes that take no time. */
  readonly passwords?: PasswordHashes;
  /** By default there is no limit on refused cards. */
  readonly cardTries?: CardTries;
  /** Without bounds, idle sockets stay open and their number is unlimited. */
  readonly liveBounds?: LiveBounds;
  /** Store instead of the in-memory one; gets the world's database. */
  readonly openStore?: OpenStore;
  /** Database instead of one in the Postgres that all tests share. */
  readonly database?: TestDatabase;
  /** Providers instead of a sandbox that does not answer. */
  readonly providers?: PaymentProviders;
  /** Time of the product, instead of this machine's; sign-ins and the database have their own. */
  readonly now?: () => Timestamp;
  /** Read replicas of the world's database. */
  readonly replicas?: Pick<ReplicasOptions, 'urls' | 'tickMs'>;
}

const noPostalCodes: FindPostalAddress = async () => {
  throw new Error('there is no postal-code service');
};

const postalCodes = ({ findPostalAddress: find = noPostalCodes }: ApiWorldOptions) => ({
  postalCodeUrl: 'https://postal-codes.example',
  find,
});

const composeWorld = async (url: string, databaseUrl: string, options: ApiWorldOptions) => {
  const { limits: ownLimits, openStore = async () => createMemoryStore(), replicas } = options;
  const { providers, demo = 'asked', proxies = 0, isEmpty = false, mail = NO_MAIL } = options;
  const { passwords = quickHashes, now } = options;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  pool.on('error', () => undefined);
  const logged: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void logged.push(line) });
  const store = await openStore(databaseUrl);
  const { storage, privateLinks, remove } = await temporaryStorage(url);
  const files = { storage, privateLinks };
  const core = await coreAt(url, { pool, store, files, logger, providers, demo, now });
  const limits = { ...noLimits, ...ownLimits };
  const secrets = { sessionSecret: SESSION_SECRET };
  const sessions = await openSessions({ databaseUrl, secrets, publicUrl: url, limits, passwords });
  const passwordHash = await passwords.hash(PASSWORD);
  if (!isEmpty) await settle({ core, sessions, pool, passwordHash });
  const hub = createHub();
  const places = await readModelsIn(pool);
  const running = await startProjections({ store, ...places, projections, changes: hub.publish });
  const onFailure = (err: unknown) => logger.error({ err }, 'the search index');
  const index = startSearchIndex({ store, pool, vault: core.vault, onFailure });
  const metrics = createMetrics();
  const shared = { projections: running, metrics, logger };
  const notices = await openNotices({ databaseUrl, core, pool, ...shared });
  const { urls = [], ...timing } = replicas ?? {};
  const copies = createReplicas({ urls, ...timing, primary: pool, ...shared });
  const services: Services = {
    core,
    database: pool,
    replicas: copies,
    projections: running,
    seals: await openSealTable(pool),
    notices,
    checkpoints: createMemoryCheckpoints(''),
    files: storage,
    mail,
    outside: watchOutsideServices({ storage, now: core.now, ...postalCodes(options) }),
    hub,
    sessions,
    callers: createCallers({ sessions, records: core.records, demo }),
    trail: createTrail({ core, logger, metrics }),
    recovery: createRecovery({ core, sessions, logger }),
    registrations: createRegistrations({ core, sessions, logger }),
    limit: createRequestLimits(limits),
    cardTries: options.cardTries ?? anyCardTries,
    publicUrl: url,
    clientDigest: clientDigests(SESSION_SECRET),
    proxies,
    demo,
    acquirers: createTestAcquirers(demo),
    gatewayOf: () => ({ gatewayPublicKey: 'pk', tokenizerUrl: null }),
    sandboxPayUrl: (transactionId) => `/sandbox/payments/${transactionId}/pay`,
    logger,
    metrics,
  };
  const stop = async (): Promise<void> => {
    await notices.stop();
    await services.trail.stop();
    await services.recovery.stop();
    await services.registrations.stop();
    await index.stop();
    await running.stop();
    hub.close();
    await sessions.close();
    await store.close();
    await Promise.all([copies.stop(), pool.end(), remove()]);
  };
  return { services, passwordHash, notices, storage, logged, index, stop };
};

const emptyWorld = databasesWith(async (databaseUrl) => {
  const { stop } = await composeWorld('http://127.0.0.1:9', databaseUrl, { isEmpty: true });
  await stop();
});

const findLastFact = async (store: EventStore): Promise<Position | undefined> =>
  (await Array.fromAsync(store.readAll({})))
    .flat()
    .findLast(({ stream, type }) => categoryOf(stream) !== 'access' && !/^Mail(?!Req)/.test(type))
    ?.position;

export const apiWorld = async (options: ApiWorldOptions = {}): Promise<ApiWorld> => {
  const database = options.database ?? (await emptyWorld());
  const server = createHttpServer();
  const url = await listen(server, options.host ?? '127.0.0.1');
  const { services, passwordHash, notices, storage, logged, index, stop } = await composeWorld(
    url,
    database.url,
    options,
  );
  const { web, remove: removeWeb } = await plainWeb();
  server.removeAllListeners('request');
  server.on('request', wholeApp(services, { notices, storage, web }));
  const live = attachLive(server, services, options.liveBounds);
  const { core, sessions, database: pool } = services;
  const { store } = core;
  const cookies = new Map<AnyPerson, Promise<string>>();

  const send: ApiWorld['send'] = async (method, path, text, { as, headers = {} } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(as && { cookie: await cookieOf(as) }), ...headers },
      ...(method !== 'GET' && method !== 'HEAD' && { body: text }),
    });
    const answered = await response.text();
    const { status, headers: answerHeaders } = response;
    return { status, headers: answerHeaders, text: answered, body: parseJson(answered) };
  };

  const post: ApiWorld['post'] = (path, body, asking = {}) => {
    const headers = { 'content-type': 'application/json', ...asking.headers };
    return send('POST', path, JSON.stringify(body), { ...asking, headers });
  };

  const signIn = async (person: AnyPerson): Promise<string> => {
    const credentials = { email: emailOf(person), password: PASSWORD };
    const { headers, text } = await post('/api/auth/sign-in/email', credentials);
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0];
    if (cookie === undefined) throw new Error(`${emailOf(person)} cannot sign in: ${text}`);
    return cookie;
  };

  const cookieOf = (person: AnyPerson): Promise<string> => {
    const cookie = cookies.get(person) ?? signIn(person);
    cookies.set(person, cookie);
    return cookie;
  };

  return {
    url,
    databaseUrl: database.url,
    services,
    store,
    logged,
    ...createPeopleFactory({ core, sessions, pool, passwordHash }),
    get: (path, asking) => send('GET', path, '', asking),
    post,
    send,
    cookieOf,
    lastFact: () => findLastFact(store),
    happen: async (history) => {
      await appendAll(store, history.take());
      await waitUntilShown(services, index);
    },
    waitUntilShown: () => waitUntilShown(services, index),
    close: async () => {
      await live.close();
      server.close();
      server.closeAllConnections();
      await stop();
      await Promise.all([database.drop(), removeWeb()]);
    },
  };
};
