import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { ZodError } from 'zod';
import { paymentProvider, providers } from '#/adapters/payments/registry.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { platform } from '#/domain/platform/decider.ts';
import { activeDetails } from '#/domain/record.ts';
import { openCredentials, type Credentials } from '#/ledger/vault/credentials.ts';
import { BadEnvironment, runCommand } from '#/scripts/command.ts';
import { readEnvironment } from '#/scripts/environment.ts';
import { openCore, runningDatabaseUrl, type OpenCore } from '#/scripts/open-core.ts';

const help = `
npm run acquirers — the accounts that a platform has with acquirers, and which of them it uses.

Usage: npm run acquirers                                   lists them
       npm run acquirers -- connect <provider> <file|->    keeps the account in that JSON file, or of the standard input
       npm run acquirers -- use <provider>                 new charges and payouts go there
       npm run acquirers -- disconnect <provider>          forgets the account

Options
  --platform   whose (default demo)

Accounts are kept under the master key and shown to nobody; what is in one, npm run providers tells. What is on its way at
an acquirer needs its account until it has ended. Running processes learn of a change within five seconds.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  a Postgres of yours, in place of the embedded one
  KEK           as for npm start
`;

interface Desk extends OpenCore {
  readonly credentials: Credentials;
  readonly platformId: string;
}

const known = Object.keys(providers);

/** @throws BadEnvironment */
const providerNamed = (id: string | undefined): string => {
  if (id !== undefined && known.includes(id)) return id;
  throw new BadEnvironment(`Name one of ${known.join(', ')}.`);
};

/** @throws BadEnvironment when the platform is none */
const platformNow = async ({ core, platformId }: Desk) => {
  const { state } = await core.handler.load(platform, streamOf('platform', platformId));
  if (state.status === 'ACTIVE') return activeDetails(state);
  throw new BadEnvironment(`There is no platform ${platformId}.`);
};

const list = async (desk: Desk): Promise<void> => {
  const { provider: used } = await platformNow(desk);
  const connected = await desk.credentials.names(desk.platformId);
  for (const id of new Set(['sandbox', ...connected])) {
    console.log(`${id}${id === used ? '  in use' : ''}`);
  }
};

const readAccount = async (file: string | undefined): Promise<unknown> => {
  if (file === undefined) throw new BadEnvironment('Name the file of the account, or - for input.');
  const text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new BadEnvironment(`${file} holds no JSON.`);
  }
};

/** Its form is checked; whether the acquirer takes it, the first call tells. */
const connect = async (desk: Desk, id: string, file: string | undefined): Promise<void> => {
  if (id === 'sandbox') throw new BadEnvironment('The sandbox needs no account.');
  const account = await readAccount(file);
  try {
    paymentProvider(id, account);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const fields = error.issues.map(({ path, message }) => `${path.join('.')} (${message})`);
    throw new BadEnvironment(`The account is not what ${id} wants: ${fields.join(', ')}.`);
  }
  await desk.credentials.put(desk.platformId, id, account);
  console.log(`${id} is connected`);
};

const use = async (desk: Desk, id: string): Promise<void> => {
  const { core, credentials, platformId } = desk;
  const connected = ['sandbox', ...(await credentials.names(platformId))];
  if (!connected.includes(id)) throw new BadEnvironment(`${id} is not connected.`);
  const details = { ...(await platformNow(desk)), provider: id };
  const stream = streamOf('platform', platformId);
  const command = { type: 'Revise', details, now: core.now() } as const;
  const context = {
    commandId: randomUUID(),
    platform: platformId,
    actor: 'system',
    correlation: platformId,
  };
  await core.handler.handle(platform, stream, command, context);
  console.log(`${id} is in use from now on`);
};

const disconnect = async (desk: Desk, id: string): Promise<void> => {
  const { provider } = await platformNow(desk);
  if (provider === id) throw new BadEnvironment(`${id} is in use: use another one first.`);
  await desk.credentials.remove(desk.platformId, id);
  console.log(`${id} is forgotten`);
};

const carryOut = async (desk: Desk, [what, id, file]: readonly string[]): Promise<void> => {
  switch (what) {
    case undefined:
      return list(desk);
    case 'connect':
      return connect(desk, providerNamed(id), file);
    case 'use':
      return use(desk, providerNamed(id));
    case 'disconnect':
      return disconnect(desk, providerNamed(id));
    default:
      throw new BadEnvironment(`Not known: ${what}. See --help.`);
  }
};

await runCommand({
  help,
  options: { platform: { type: 'string' } },
  allowPositionals: true,
  run: async ({ values, positionals }) => {
    const open = await openCore(await runningDatabaseUrl(), readEnvironment().dataDir);
    try {
      const { pool, secrets } = open;
      const credentials = await openCredentials({ pool, masterKeys: secrets.masterKeys });
      const platformId = typeof values['platform'] === 'string' ? values['platform'] : 'demo';
      await carryOut({ ...open, credentials, platformId }, positionals).catch((error: unknown) => {
        throw error instanceof Refused ? new BadEnvironment(`Refused: ${error.code}.`) : error;
      });
    } finally {
      await open.close();
    }
  },
});
