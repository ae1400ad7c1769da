import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, request } from 'undici';
import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import { fairpay } from '#/adapters/payments/providers/fairpay.ts';
import { cents } from '#/domain/values/money.ts';
import type { TransactionRequest } from '#/domain/ports/charge.ts';
import { median, quantile, roundTo, type Measure } from './measure.ts';

const CONCURRENT = 64;
const ROUNDS = 7;
const WARM_UP_MS = 500;
const WINDOW_MS = 1_500;

const charge: TransactionRequest = {
  orderId: '0f6b1f0c-6d0e-4d3a-9a53-2b1a5f3f9c11',
  paymentMethod: 'PIX',
  amount: cents(1_990),
  currency: 'BRL',
  description: 'Um e-book',
  items: [
    { id: 'offer-1', title: 'Um e-book', unitPrice: cents(1_990), quantity: 1, tangible: false },
  ],
  customer: {
    name: 'Fulano de Tal',
    email: 'fulano@example.com',
    document: '52998224725',
    phone: '11912345678',
  },
  installments: 1,
  webhookUrl: 'https://razao.example/api/webhooks/fairpay',
  attempt: {
    attemptId: '3d9a7c15-2e4b-4f86-9a07-1c5e8b2d6f44',
    deadline: '2100-01-01T00:00:00.000Z',
  },
};

/** The reply has about 900 bytes. */
const REPLY = JSON.stringify({
  id: 123,
  amount: 1_990,
  refundedAmount: 0,
  status: 'waiting_payment',
  paymentMethod: 'pix',
  externalRef: charge.orderId,
  pix: { qrcode: '0'.repeat(180), expirationDate: '2026-11-21T12:00:00.000Z', end2EndId: null },
  customer: { ...charge.customer, padding: 'x'.repeat(300) },
});

/** An acquirer that answers at once, in a separate process. */
const serve = (): void => {
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(REPLY);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(address !== null && typeof address === 'object' ? address.port : 0);
  });
};

type Call = () => Promise<unknown>;

/** The simplest alternative: the same request without the kit. */
const createBareCall = (baseUrl: string): Call => {
  const dispatcher = new Agent({ connections: CONCURRENT });
  const authorization = `Basic ${Buffer.from('sk_for_bench:').toString('base64')}`;
  const headers = { accept: 'application/json', 'content-type': 'application/json', authorization };
  return async () => {
    const body = JSON.stringify({ ...charge, externalRef: charge.orderId });
    const reply = await request(`${baseUrl}/transactions`, {
      method: 'POST',
      headers,
      body,
      dispatcher,
    });
    return reply.body.json();
  };
};

const createKitCall = (baseUrl: string): Call => {
  const account = { baseUrl, secretKey: 'sk_for_bench', chargePath: '/transactions' } as const;
  const provider = openProvider(fairpay, account, { reach: 'public-or-loopback' });
  const { createTransaction } = provider;
  if (createTransaction === undefined) throw new Error('it takes no charges');
  return () => createTransaction(charge);
};

interface Pace {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

const drive = async (call: Call, width: number): Promise<Pace> => {
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + WINDOW_MS;
  const took: number[] = [];
  const caller = async (): Promise<void> => {
    for (;;) {
      const sent = performance.now();
      if (sent >= end) return;
      await call();
      if (sent >= begin) took.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: width }, caller));
  return { perSecond: (took.length * 1_000) / WINDOW_MS, p99: quantile(took, 0.99) };
};

interface Round {
  readonly raw: Pace;
  readonly kit: Pace;
}

const race = async (baseUrl: string, width: number): Promise<readonly Round[]> => {
  const [raw, kit] = [createBareCall(baseUrl), createKitCall(baseUrl)];
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) {
    rounds.push({ raw: await drive(raw, width), kit: await drive(kit, width) });
  }
  return rounds;
};

const startAcquirer = async (): Promise<{ readonly url: string; readonly child: ChildProcess }> => {
  const child = fork(import.meta.filename, { execArgv: [], stdio: 'inherit' });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, child };
};

/** Measures what the kit costs over undici alone. */
export const benchProviderKit = async (): Promise<readonly Measure[]> => {
  const { url, child } = await startAcquirer();
  try {
    const one = await race(url, 1);
    const many = await race(url, CONCURRENT);
    const overhead = roundTo(median(one.map(({ raw, kit }) => kit.p99 - raw.p99)), 3);
    const share = roundTo(median(many.map(({ raw, kit }) => kit.perSecond / raw.perSecond)), 3);
    return [
      {
        name: 'a provider call through the kit, p99, over raw undici',
        value: overhead,
        unit: 'ms',
        threshold: '≤ 1',
        ok: overhead <= 1,
        details: {
          kitP99Ms: roundTo(median(one.map(({ kit }) => kit.p99)), 3),
          rawP99Ms: roundTo(median(one.map(({ raw }) => raw.p99)), 3),
        },
      },
      {
        name: 'provider calls at 64 concurrent through the kit vs raw undici',
        value: share,
        unit: '×',
        threshold: '≥ 0.8',
        ok: share >= 0.8,
        details: {
          kitPerSecond: roundTo(median(many.map(({ kit }) => kit.perSecond)), 0),
          rawPerSecond: roundTo(median(many.map(({ raw }) => raw.perSecond)), 0),
        },
      },
    ];
  } finally {
    child.kill();
  }
};

if (import.meta.main) serve();
