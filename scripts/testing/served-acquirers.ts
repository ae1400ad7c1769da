import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const SCRIPT = join(import.meta.dirname, '..', 'providers.ts');

/** Acquirers that run on this machine, trusted by this process until they stop. */
export interface ServedAcquirers {
  /** Where a person lists open charges and pays them. */
  readonly controlUrl: string;
  /** File of an account at one of them, for `npm run acquirers -- connect`. */
  readonly accountFile: (id: string) => string;
  readonly stop: () => Promise<void>;
}

/** What the command says last: where charges are paid. @throws when it ended before */
const controlUrlIn = async (lines: AsyncIterable<string>): Promise<string> => {
  const output: string[] = [];
  for await (const line of lines) {
    const [, url] = /paid at (http\S+?)\/$/.exec(line) ?? [];
    if (url !== undefined) return url;
    output.push(line);
  }
  throw new Error(`no acquirers are served: ${output.join('\n')}`);
};

/** Runs `npm run providers -- serve` for a product in this process. */
export const serveAcquirers = async (
  ids: readonly string[],
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
): Promise<ServedAcquirers> => {
  const wanted = ['--only', ids.join(), '--port', '0', '--webhooks', `${url}/api/webhooks`];
  const child = spawn(process.execPath, [SCRIPT, 'serve', ...wanted], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  if (!child.stdout) throw new Error('it says nothing');
  const controlUrl = await controlUrlIn(createInterface({ input: child.stdout }));
  const folder = join(dataDir, 'simulators');
  const trusted = getCACertificates('default');
  // As NODE_EXTRA_CA_CERTS does it for a product that has a process of its own.
  setDefaultCACertificates([...trusted, await readFile(join(folder, 'ca.pem'), 'utf8')]);
  return {
    controlUrl,
    accountFile: (id) => join(folder, `${id}.json`),
    stop: async () => {
      setDefaultCACertificates(trusted);
      // As when the launcher ends.
      child.disconnect();
      await ended;
    },
  };
};
