import { createServer } from 'node:http';
import type { Server } from 'node:http';

import { createAnswers } from './answers.ts';
import { createCardTokens } from './card-tokens.ts';
import { startNotices } from './notices.ts';
import { createPayouts } from './payouts.ts';
import { createReceivers } from './receivers.ts';
import { createRefunds } from './refunds.ts';
import { createApp } from './routes.ts';
import { openStore } from './store.ts';
import { createTransactions } from './transactions.ts';
import { misbehave } from './vices.ts';
import type { Vices } from './vices.ts';

export interface SandboxOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** Path of the SQLite file, or `:memory:`. */
  readonly databaseFile: string;
  /** The URL for browsers, without a trailing slash; the server's own address by default. */
  readonly publicUrl?: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
  /** Milliseconds until an unanswered connection is cut; 15,000 by default. */
  readonly lostReplyCutAfterMs?: number;
  /** None by default. */
  readonly vices?: Vices | undefined;
  /** Milliseconds; 300 by default. */
  readonly payoutSettlesAfterMs?: number;
  /** Milliseconds; 300 by default. */
  readonly receiverSettlesAfterMs?: number;
}

export interface Sandbox {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const TICK_MS = 200;
/** Longer than the product keeps idle connections (30 s): the product may be about to send a request on one. */
const KEEP_ALIVE_MS = 65_000;

const listen = (server: Server, port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1024 }, () => {
      const address = server.address();
      const actual = address !== null && typeof address === 'object' ? address.port : port;
      resolve(`http://${host}:${actual}`);
    });
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** The acquirer simulator as an HTTP server. @throws when the port is taken or the file unusable */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const store = openStore(options.databaseFile);
  const notices = startNotices(store, options.webhookSecret);
  const cardTokens = createCardTokens(store);
  const transactions = createTransactions(store, notices, cardTokens);
  const payouts = createPayouts(store, notices, options.payoutSettlesAfterMs ?? 300);
  const heldMs = options.lostReplyCutAfterMs ?? 15_000;
  let url = '';
  const app = createApp({
    answers: createAnswers(store),
    cardTokens,
    transactions,
    refunds: createRefunds(store, transactions),
    payouts,
    receivers: createReceivers(store, options.receiverSettlesAfterMs ?? 300),
    atomically: store.atomically,
    publicUrl: () => options.publicUrl ?? url,
    secretKey: options.secretKey,
    publicKey: options.publicKey,
    lostReplyCutAfterMs: heldMs,
    misbehave: options.vices && misbehave(options.vices, { store, heldMs }),
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app);
  const tick = setInterval(() => {
    const now = Date.now();
    store.atomically(() => {
      transactions.expireDue(now);
      payouts.settleDue(now);
      cardTokens.removeExpired(now);
    });
  }, TICK_MS);
  const release = async (): Promise<void> => {
    clearInterval(tick);
    await notices.close();
    store.close();
  };
  try {
    url = await listen(server, options.port, options.host ?? '127.0.0.1');
  } catch (error) {
    await release();
    throw error;
  }
  return {
    url,
    close: async () => {
      await closeServer(server);
      await release();
    },
  };
};
