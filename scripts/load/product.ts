import { createServer } from 'node:net';
import { join } from 'node:path';
import { launch, type Launched } from './launch.ts';
import { killTree, sendSignal } from './process-tree.ts';

const START = join(import.meta.dirname, '..', 'commands', 'start.ts');

export interface ProductOptions {
  readonly dataDir: string;
  /** Stays the same over restarts, because providers store the address of their webhooks. */
  readonly port: number;
  readonly demoWeeks: number;
  /** Options such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
  /** The EventStoreDB that keeps the log. */
  readonly eventStoreUrl?: string | undefined;
  /** The URL for providers; by default the process's own address. */
  readonly publicUrl?: string;
  /** The value of `SANDBOX_VICES`, and how long an unanswered connection is held. */
  readonly acquirer?: { readonly vices: string; readonly heldMs: number } | undefined;
  /** Off by default, because one machine plays all buyers. */
  readonly hasLimits?: boolean;
  /** File in the data folder (default `product.log`). */
  readonly log?: string;
}

export interface Product {
  readonly url: string;
  readonly pid: number;
  /** Stops as Ctrl-C does. */
  readonly stop: () => Promise<void>;
  /** Kills the program, its sandbox and its Postgres at the same moment. @returns the number of processes */
  readonly kill: () => Promise<number>;
}

/** Below the range for outgoing connections, one of which could take the port. */
const PORTS = { from: 15_000, count: 15_000 };

const isPortFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen(port, () => resolve(true));
  const isFree = await promise;
  server.close();
  return isFree;
};

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    if (await isPortFree(port)) return port;
  }
};

/** Starts the product as `npm start` does, in a separate process. A second one in the folder shares its Postgres and secrets. */
export const launchProduct = (options: ProductOptions): Launched => {
  const {
    dataDir,
    port,
    demoWeeks,
    nodeOptions = [],
    eventStoreUrl,
    publicUrl,
    acquirer,
    hasLimits = false,
    log = 'product.log',
  } = options;
  return launch({
    command: [...nodeOptions, START],
    environment: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_WEEKS: String(demoWeeks),
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      // The demo is the default, because only this machine can reach the address.
      DEMO: undefined,
      SANDBOX_VICES: acquirer?.vices,
      SANDBOX_LOST_REPLY_CUT_AFTER_MS: acquirer && String(acquirer.heldMs),
      RATE_LIMITS: String(hasLimits),
      DATABASE_URL: undefined,
      EVENTSTORE_URL: eventStoreUrl,
    },
    log: join(dataDir, log),
    upWith: 'Razão is at',
  });
};

/** @throws an error with the product's output when it does not start */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const { pid, up, gone } = launchProduct(options);
  try {
    await up;
  } catch (error) {
    sendSignal(pid, 'SIGKILL');
    throw error;
  }
  return {
    url: `http://127.0.0.1:${options.port}`,
    pid,
    stop: async () => {
      sendSignal(pid, 'SIGINT');
      await gone;
    },
    kill: async () => {
      const killed = await killTree([pid], options.dataDir);
      await gone;
      return killed;
    },
  };
};
