import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { PaymentView } from '#/api/contract/checkout.ts';
import {
  contract,
  type InputOf,
  type OutputOf,
  type ProcedureName,
} from '#/api/contract/contract.ts';
import { problem, type Problem } from '#/api/contract/procedure.ts';
import type { StoreLocations } from '#/api/composition/store.ts';
import { startServer, type ServerOptions } from '#/api/main.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { webFolder } from '#/scripts/launch/built-web.ts';
import { PASSWORD, people } from '#/scripts/seeds/demo-catalogue.ts';
import { seedDemoWhenEmpty } from '#/scripts/seeds/demo.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';

export { people };

export interface RequestOptions {
  /** Result of `signIn`; absent = anonymous. */
  readonly cookie?: string;
  /** Idempotency-Key. */
  readonly key?: string;
  /** Age of the key in seconds; absent = not stated. */
  readonly keyAge?: number;
}

/** The product as `npm start` runs it, on its own database, with the demo's catalogue and people. */
export interface Product {
  readonly url: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly place: ProductPlace;
  /** Environment of a command while the product runs. */
  readonly environment: Readonly<Record<string, string>>;
  /** @throws when the answer is a problem */
  readonly ask: <Name extends ProcedureName>(
    name: Name,
    input: InputOf<Name>,
    options?: RequestOptions,
  ) => Promise<OutputOf<Name>>;
  /** The problem in the answer. @throws when the call succeeds */
  readonly refusal: (
    name: ProcedureName,
    input: unknown,
    options?: RequestOptions,
  ) => Promise<Problem>;
  /** Pays as the buyer's bank would. */
  readonly pay: (payment: PaymentView) => Promise<void>;
  /** Signs in with the demo's password. @returns the cookies of the session */
  readonly signIn: (email: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Calls in the form that the contract prescribes. */
const call = (
  url: string,
  name: ProcedureName,
  input: unknown,
  { cookie, key, keyAge }: RequestOptions,
) => {
  const headers = {
    origin: url,
    ...(cookie !== undefined && { cookie }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(keyAge !== undefined && { 'idempotency-key-age': String(keyAge) }),
  };
  if (contract[name].kind !== 'query') {
    const json = { ...headers, 'content-type': 'application/json' };
    return fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(input),
    });
  }
  const query = new URLSearchParams(z.record(z.string(), z.string()).parse(input));
  return fetch(`${url}/api/${name}?${query.toString()}`, { headers });
};

/** A lost reply is cut at once; no call leaves this machine. */
const testEnvironment = {
  RATE_LIMITS: 'false',
  SANDBOX_LOST_REPLY_CUT_AFTER_MS: '0',
  POSTAL_CODE_URL: 'http://127.0.0.1:9',
};

/** The store that has the log. `TEST_LOG=eventstoredb` runs every journey on EventStoreDB. */
export type TestLog = 'postgres' | 'eventstoredb';

const chosenLog = (): TestLog =>
  process.env['TEST_LOG'] === 'eventstoredb' ? 'eventstoredb' : 'postgres';

const doNothing = async (): Promise<void> => undefined;

const noServer = { url: undefined, stop: doNothing };

export interface ProductOptions extends Pick<ServerOptions, 'logTo'> {
  /** The database; by default one in the Postgres that all tests share. */
  readonly database?: TestDatabase;
  readonly log?: TestLog;
  /** The postal code service; by default nothing answers. */
  readonly postalCodeUrl?: string;
  /** By default any free port. */
  readonly port?: number;
  /** No platform, no people, but the sandbox. */
  readonly isEmpty?: boolean;
  /** Rate limits; by default there are none. */
  readonly limits?: 'as in production';
  /** A place where a product ran before: its data is used, and not removed at the end. */
  readonly place?: ProductPlace;
}

export interface ProductPlace extends StoreLocations {
  readonly dataDir: string;
}

interface TestPlace extends ProductPlace {
  readonly remove: () => Promise<void>;
}

const makePlace = async ({
  database: ownDatabase,
  log = chosenLog(),
}: ProductOptions): Promise<TestPlace> => {
  const database = ownDatabase ?? (await testDatabase());
  const eventStore = log === 'postgres' ? noServer : await testEventStoreDb(createMemoryStore());
  const dataDir = await mkdtemp(join(tmpdir(), 'razao-'));
  return {
    databaseUrl: database.url,
    eventStoreUrl: eventStore.url,
    dataDir,
    remove: async () => {
      await eventStore.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Environment of a command at a place. */
export const environmentOf = ({
  databaseUrl,
  eventStoreUrl,
  dataDir,
}: ProductPlace): Readonly<Record<string, string>> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  ...(eventStoreUrl !== undefined && { EVENTSTORE_URL: eventStoreUrl }),
});

/** @param weeks of past sales */
export const startProduct = async (weeks = 0, options: ProductOptions = {}): Promise<Product> => {
  const { logTo, limits, isEmpty = false, postalCodeUrl, port = 0, place: usedPlace } = options;
  const place =
    usedPlace === undefined ? await makePlace(options) : { ...usedPlace, remove: doNothing };
  const { databaseUrl, eventStoreUrl, dataDir } = place;
  Object.assign(
    process.env,
    testEnvironment,
    limits && { RATE_LIMITS: 'true' },
    postalCodeUrl && { POSTAL_CODE_URL: postalCodeUrl },
  );
  const quiet = { databaseUrl, eventStoreUrl, dataDir, onProgress: () => undefined };
  if (!isEmpty) await seedDemoWhenEmpty({ ...quiet, webhookBaseUrl: 'http://127.0.0.1:9', weeks });
  const serving = { host: '127.0.0.1', port, demo: 'asked', webFolder } as const;
  const server = await startServer({ ...quiet, ...serving, ...(logTo && { logTo }) });
  const { url } = server;

  const ask = async <Name extends ProcedureName>(
    name: Name,
    input: InputOf<Name>,
    requestOptions: RequestOptions = {},
  ): Promise<OutputOf<Name>> => {
    const answer = await call(url, name, input, requestOptions);
    if (answer.status !== 200) throw new Error(`${name}: ${await answer.text()}`);
    // The schema parses to `OutputOf` of the same name, which the compiler cannot see.
    return contract[name].output.parse(await answer.json()) as OutputOf<Name>;
  };

  return {
    url,
    databaseUrl,
    dataDir,
    place: { databaseUrl, eventStoreUrl, dataDir },
    environment: environmentOf(place),
    ask,
    refusal: async (name, input, requestOptions = {}) => {
      const answer = await call(url, name, input, requestOptions);
      return problem.parse(await answer.json());
    },
    pay: async ({ sandboxPayUrl }) => {
      const answer = await fetch(`${url}${sandboxPayUrl}`, { method: 'POST' });
      if (answer.status !== 200) throw new Error(`the bank answered ${answer.status}`);
    },
    signIn: async (email) => {
      const answer = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
      return cookies.join('; ');
    },
    stop: async () => {
      await server.stop();
      await place.remove();
    },
  };
};
