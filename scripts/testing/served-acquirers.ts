import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const SCRIPT = join(import.meta.dirname, '..', 'commands', 'providers.ts');

/** Simulated acquirers, served by `npm run providers -- serve`. This process trusts their certificate until they stop. */
export interface ServedAcquirers {
  /** Page where a person pays open charges. */
  readonly controlUrl: string;
  /** File for `npm run acquirers -- connect`. */
  readonly accountFile: (id: string) => string;
  readonly stop: () => Promise<void>;
}

/** Reads the URL that `npm run providers -- serve` prints last. @throws when that command ends before */
const controlUrlIn = async (lines: AsyncIterable<string>): Promise<string> => {
  const output: string[] = [];
  for await (const line of lines) {
    const [, url] = /paid at (http\S+?)\/$/.exec(line) ?? [];
    if (url !== undefined) return url;
    output.push(line);
  }
  throw new Error(`no acquirers are served: ${output.join('\n')}`);
};

/** Serves simulated acquirers for a product in this process. */
export const serveAcquirers = async (
  ids: readonly string[],
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
): Promise<ServedAcquirers> => {
  const options = ['--only', ids.join(), '--port', '0', '--webhooks', `${url}/api/webhooks`];
  const child = spawn(process.execPath, [SCRIPT, 'serve', ...options], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  if (!child.stdout) throw new Error('it says nothing');
  const controlUrl = await controlUrlIn(createInterface({ input: child.stdout }));
  const folder = join(dataDir, 'simulators');
  const trusted = getCACertificates('default');
  // NODE_EXTRA_CA_CERTS does the same for a product in its own process.
  setDefaultCACertificates([...trusted, await readFile(join(folder, 'ca.pem'), 'utf8')]);
  return {
    controlUrl,
    accountFile: (id) => join(folder, `${id}.json`),
    stop: async () => {
      setDefaultCACertificates(trusted);
      // The command stops as if its launcher had ended.
      child.disconnect();
      await ended;
    },
  };
};
