import { createServer } from 'node:http';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { makeCertificates } from './certificates.ts';
import { createControl } from './control.ts';
import { closeServer, listen, startSimulator, type Simulator } from './simulator.ts';

export interface SimulatorsOptions {
  readonly host?: string;
  /** The control server's port; the providers take the next ports. 0 = any free ports. */
  readonly port?: number;
  readonly webhookUrl?: (providerId: string) => string;
  readonly payAfterMs?: number;
  readonly pausesMs?: readonly number[];
}

export interface Simulators {
  readonly controlUrl: string;
  /** The servers' certificate, which must be trusted. */
  readonly ca: string;
  readonly each: readonly Simulator[];
  readonly close: () => Promise<void>;
}

const PAUSES_MS = [1_000, 5_000, 30_000, 120_000];

/** One server per provider, and one to control them. */
export const startSimulators = async (
  cases: readonly ProviderCases<never>[],
  options: SimulatorsOptions = {},
): Promise<Simulators> => {
  const { host = '127.0.0.1', port = 0, webhookUrl, payAfterMs, pausesMs = PAUSES_MS } = options;
  const certificates = await makeCertificates();
  const each: Simulator[] = [];
  const control = createServer(createControl(() => each, certificates));
  const close = async (): Promise<void> => {
    await Promise.all(each.map((simulator) => simulator.close()));
    await closeServer(control);
  };
  const controlUrl = `http://${host}:${await listen(control, host, port)}`;
  const common = { host, controlUrl, certificates, webhookUrl, payAfterMs, pausesMs };
  try {
    for (const [index, providerCases] of cases.entries()) {
      const nextPort = port === 0 ? 0 : port + 1 + index;
      each.push(await startSimulator(providerCases, { ...common, port: nextPort }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { controlUrl, ca: certificates.ca, each, close };
};
