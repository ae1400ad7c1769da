import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { launch } from '#/scripts/load/launch.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import { freePort } from '#/scripts/load/product.ts';
import { PUBLIC_HOST } from './browser.ts';
import { eventually } from './eventually.ts';
import { testDatabase } from './postgres.ts';
import { runScript } from './run-script.ts';

/** TLS, as a proxy at a public address provides it. */
const startTlsFront = async (productPort: number) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: PUBLIC_HOST }]);
  const server = createServer({ cert, key }, (caller) => {
    const product = connect(productPort, '127.0.0.1');
    caller.pipe(product).pipe(caller);
    caller.on('error', () => product.destroy());
    product.on('error', () => caller.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return { port: address.port, stop: () => server.close() };
};

const pathIn = (text: string): string | undefined => /(\/welcome#[\w-]{43})\n/.exec(text)?.[1];

export interface PublicPlace {
  readonly url: string;
  /** Returns the path of the link that the start prints. */
  readonly firstLink: () => Promise<string>;
  /** Runs `npm run invite`, and returns the link's path; what the command prints if that has no link. */
  readonly invite: (email: string) => Promise<string>;
  /** Runs `npm run invite -- --master`, and returns the link's path. The master enters their own e-mail. */
  readonly inviteMaster: () => Promise<string>;
  /** Runs `npm run reset-password`, and returns the same as `invite`. */
  readonly resetPassword: (email: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Runs `npm start` at a public address with TLS, over an empty database. */
export const startPublicPlace = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<PublicPlace> => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'razao-public-'));
  const port = await freePort();
  const front = await startTlsFront(port);
  const url = `https://${PUBLIC_HOST}:${front.port}`;
  const log = join(dataDir, 'output');
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    ...settings,
  };
  const command = [join(import.meta.dirname, '..', 'commands', 'start.ts')];
  const started = launch({ command, environment, log, upWith: 'Razão is at' });
  await started.up;
  const linkBy = async (script: string, ...words: readonly string[]): Promise<string> => {
    const { output } = await runScript(script, words, environment);
    return pathIn(output) ?? output;
  };
  return {
    url,
    firstLink: () =>
      eventually(async () => pathIn(await readFile(log, 'utf8')), 'a link is printed'),
    invite: (email) => linkBy('invite', '--email', email),
    inviteMaster: () => linkBy('invite', '--master'),
    resetPassword: (email) => linkBy('reset-password', '--email', email),
    stop: async () => {
      sendSignal(started.pid, 'SIGTERM');
      await started.gone;
      front.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
