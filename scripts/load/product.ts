import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { killTree, sendSignal } from './process-tree.ts';

const START = join(import.meta.dirname, '..', 'start.ts');
const START_TIMEOUT_MS = 120_000;

export interface ProductOptions {
  readonly dataDir: string;
  /** The same over all starts of one data folder, because providers keep the address of their webhooks. */
  readonly port: number;
  readonly demoWeeks: number;
  /** For Node, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
  /** Of an EventStoreDB that keeps the log in place of Postgres. */
  readonly eventStoreUrl?: string;
  /** File in the data folder to which goes what it says (default `product.log`). */
  readonly log?: string;
}

/** The product as a process that may not be up yet. */
export interface LaunchedProduct {
  readonly url: string;
  readonly pid: number;
  /** Resolves when it says that it is up; rejects with what it said when it ends before, or takes too long. */
  readonly up: Promise<void>;
  /** Resolves, with how it ended, when it and its sandbox are gone. */
  readonly gone: Promise<string>;
}

export interface Product {
  readonly url: string;
  readonly pid: number;
  /** Ctrl-C: resolves when it is gone. */
  readonly stop: () => Promise<void>;
  /** SIGKILL to the program, its sandbox and every process of its Postgres, all at the same moment. @returns how many */
  readonly kill: () => Promise<number>;
}

/** A port that nothing listens on now. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(0, () => {
    const address = server.address();
    server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
  });
  return promise;
};

/**
 * The product as `npm start` runs it, as a process of its own, without rate limits because one machine plays all buyers.
 * A second one of the same data folder joins the Postgres of the first and shares its secrets.
 */
export const launchProduct = (options: ProductOptions): LaunchedProduct => {
  const { dataDir, port, demoWeeks, nodeOptions = [], eventStoreUrl, log: name } = options;
  const child = spawn(process.execPath, [...nodeOptions, START], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_WEEKS: String(demoWeeks),
      RATE_LIMITS: 'false',
      DATABASE_URL: undefined,
      EVENTSTORE_URL: eventStoreUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(dataDir, name ?? 'product.log'), { flags: 'a' });
  const gone = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => log.end(() => resolve(signal ?? `code ${code}`)));
  });
  let output = '';
  const up = Promise.withResolvers<void>();
  const listen = (chunk: Buffer): void => {
    log.write(chunk);
    if (output.includes('Razão is at')) return;
    output += chunk.toString();
    if (output.includes('Razão is at')) up.resolve();
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const fail = (cause: unknown): void =>
    up.reject(new Error(`The product does not start:\n${output}`, { cause }));
  const timer = setTimeout(() => fail(new Error('it took too long')), START_TIMEOUT_MS);
  child.once('error', fail);
  child.once('close', (code) => fail(new Error(`it ended with ${code}`)));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    up: up.promise.finally(() => clearTimeout(timer)),
    gone,
  };
};

/** The same, up. @throws when it does not say that it is, with what it said */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const { url, pid, up, gone } = launchProduct(options);
  try {
    await up;
  } catch (error) {
    sendSignal(pid, 'SIGKILL');
    throw error;
  }
  return {
    url,
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
