import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { killTree } from './process-tree.ts';

const START = join(import.meta.dirname, '..', 'start.ts');
const START_TIMEOUT_MS = 120_000;

export interface ProductOptions {
  readonly dataDir: string;
  /** The same over all starts of one data folder, because providers keep the address of their webhooks. */
  readonly port: number;
  readonly demoWeeks: number;
  /** For Node, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
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
 * What it says goes to `product.log` of the data folder. @throws when it does not say that it is up, with what it said
 */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const { dataDir, port, demoWeeks, nodeOptions = [] } = options;
  const child = spawn(process.execPath, [...nodeOptions, START], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_WEEKS: String(demoWeeks),
      RATE_LIMITS: 'false',
      DATABASE_URL: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(dataDir, 'product.log'), { flags: 'a' });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => log.end(resolve));
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
  const timer = setTimeout(() => up.reject(new Error('it took too long')), START_TIMEOUT_MS);
  child.once('error', up.reject);
  child.once('close', (code) => up.reject(new Error(`it ended with ${code}`)));
  const { pid } = child;
  try {
    await up.promise;
    if (pid === undefined) throw new Error('it has no process');
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The product does not start:\n${output}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    stop: async () => {
      child.kill('SIGINT');
      await gone;
    },
    kill: async () => {
      const killed = await killTree([pid], dataDir);
      await gone;
      return killed;
    },
  };
};
