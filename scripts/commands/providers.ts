import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { definitionOf, providers, providersByClients } from '#/adapters/payments/registry.ts';
import { wireConstants } from '#/adapters/payments/wire-constants.ts';
import { startSimulators, type Simulators } from '#/adapters/payments/simulators/simulators.ts';
import { loadProviderCases, nameOf } from '#/adapters/payments/evidence/evidence.ts';
import {
  BadEnvironment,
  runCommand,
  UsageError,
  type CommandArguments,
  type Lifetime,
} from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { buildCapabilityMatrix, constantsMatrix, withoutPdf } from '#/scripts/providers/matrix.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

const labelOf = (id: string): string => definitionOf(id).label;

const everyProvider = [...Object.values(providers), ...Object.values(providersByClients)];

const help = `
npm run providers — prints what each acquirer offers, as a Markdown table; or simulates acquirers on this machine.

Usage: npm run providers
       npm run providers -- serve [--only id,id] [--port 4100] [--pay-after seconds] [--webhooks address]

Options
  --only       only these acquirers (default: all)
  --port       port of the control page, where charges are listed and paid; acquirers use the following ports (0: free ones)
  --pay-after  seconds after which a charge is paid automatically (default: only when it is paid at the control page)
  --webhooks   address for notices of charges that name none; /<id>/demo is added to it
               (default http://127.0.0.1:3000/api/webhooks)

A simulated acquirer answers as in its cases: it requires its keys, tokens and client certificate, stores charges and payouts
in memory, and sends notices until they are accepted. For each, the command prints the address and how to connect the product
to it; for TLS, start the product with NODE_EXTRA_CA_CERTS set to the printed file. A charge is paid at the control page, or
by POST /simulator/payments/<transactionId>/pay there.

Environment
  DATA_DIR  folder of the printed files (default .data)
`;

const readNumber = (name: string, text: unknown, max: number): number => {
  const value = Number(text);
  if (typeof text === 'string' && Number.isInteger(value) && value >= 0 && value <= max) {
    return value;
  }
  throw new UsageError(`--${name} ${String(text)} is no number from 0 to ${max}.`);
};

const chooseCases = async (only: unknown) => {
  const cases = await loadProviderCases();
  if (typeof only !== 'string') return cases;
  const ids = only.split(',');
  const unknown = ids.find((id) => !cases.some((each) => nameOf(each) === id));
  if (unknown !== undefined) throw new UsageError(`There is no acquirer ${unknown}.`);
  return cases.filter((each) => ids.includes(nameOf(each)));
};

/** Writes files with the CA certificate and with an account at each simulator, and prints how to connect to them. */
const announce = async ({ each, controlUrl, ca }: Simulators): Promise<void> => {
  const folder = resolve(join(readEnvironment().dataDir, 'simulators'));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ca.pem'), ca);
  for (const { label, id, name, url, account } of each) {
    const file = join(folder, `${name}.json`);
    await writeFile(file, `${JSON.stringify(account, null, 2)}\n`);
    console.log(`${label} at ${url}\n  npm run acquirers -- connect ${id} ${file}`);
  }
  const trusted = join(folder, 'ca.pem');
  console.log(`\nNODE_EXTRA_CA_CERTS=${trusted}\nCharges are listed and paid at ${controlUrl}/`);
};

const serve = async ({ values }: CommandArguments, { resources }: Lifetime): Promise<void> => {
  const port = readNumber('port', values.port, 65_000);
  const after = values['pay-after'];
  const payAfter = after === undefined ? undefined : readNumber('pay-after', after, 86_400);
  const webhooks = String(values.webhooks).replace(/\/+$/, '');
  if (!URL.canParse(webhooks)) throw new UsageError(`--webhooks ${webhooks} is no address.`);
  try {
    const simulators = await startSimulators(await chooseCases(values.only), {
      port,
      webhookUrl: (id) => `${webhooks}/${id}/demo`,
      ...(payAfter !== undefined && { payAfterMs: payAfter * 1_000 }),
    });
    resources.defer(simulators.close);
    await announce(simulators);
  } catch (error) {
    if (errorCodeOf(error) !== 'EADDRINUSE') throw error;
    throw new BadEnvironment(`A port from ${port} on is taken: give another --port, or 0.`);
  }
};

await runCommand({
  help,
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    port: { type: 'string', default: '4100' },
    'pay-after': { type: 'string' },
    webhooks: { type: 'string', default: 'http://127.0.0.1:3000/api/webhooks' },
  },
  isServer: ({ positionals }) => positionals[0] === 'serve',
  run: async (arguments_, lifetime) => {
    const [what, ...others] = arguments_.positionals;
    if ((what !== undefined && what !== 'serve') || others.length > 0) {
      throw new UsageError('It is `npm run providers` or `npm run providers -- serve`.');
    }
    if (what === 'serve') return serve(arguments_, lifetime);
    console.log(await buildCapabilityMatrix(everyProvider, await loadProviderCases()));
    console.log(`\n${withoutPdf(everyProvider)}`);
    console.log(`\n${constantsMatrix(wireConstants, labelOf)}`);
  },
});
