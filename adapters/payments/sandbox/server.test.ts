import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect } from 'chai';
import { z } from 'zod';

import { startWebhookReceiver } from '#/adapters/payments/testing/webhook-receiver.ts';

import { startSandbox } from './server.ts';
import type { Sandbox } from './server.ts';
import { pixOf } from './testing/requests.ts';

const keys = {
  secretKey: 'sk_sandbox_for_tests',
  publicKey: 'pk_sandbox_for_tests',
  webhookSecret: 'whsec_for_tests',
} as const;

const card = {
  number: '5555 5555 5555 4444',
  holder: 'FULANO DE TAL',
  exp_month: '12',
  exp_year: '99',
  cvv: '987',
} as const;

const transaction = z.object({ id: z.string(), status: z.string() });
const error = z.object({ error: z.object({ code: z.string() }) });

interface Call {
  readonly url: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly idempotencyKey?: string;
}

const post = ({ url, path, body = {}, key = keys.secretKey, idempotencyKey }: Call) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('Sandbox server', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ port: 0, databaseFile: ':memory:', ...keys });
  });
  after(() => sandbox.close());

  const refusal = async (call: Omit<Call, 'url'>): Promise<string> => {
    const reply = await post({ url: sandbox.url, ...call });
    return `${reply.status} ${error.parse(await reply.json()).error.code}`;
  };

  it('answers an invalid request with a status and an error code', async () => {
    const path = '/v1/transactions';
    const good = pixOf('order-bad', 'http://127.0.0.1:1/');
    const idempotencyKey = 'bad';
    expect(await refusal({ path, body: good })).to.equal('400 idempotency_key_required');
    expect(await refusal({ path, body: '{"', idempotencyKey })).to.equal('400 invalid_body');
    expect(await refusal({ path, body: { padding: 'x'.repeat(200_000) } })).to.equal(
      '413 invalid_body',
    );
    for (const wrong of [
      { amount: 0 },
      { amount: '1990' },
      { currency: 'USD' },
      { method: 'cash' },
      { installments: 13 },
      { webhook_url: 'javascript:alert(1)' },
      { order_id: undefined },
    ]) {
      const body = { ...good, ...wrong };
      expect(await refusal({ path, body, idempotencyKey })).to.equal('422 invalid_request');
    }
    expect(await refusal({ path: '/v1/nowhere' })).to.equal('404 not_found');
    expect(await refusal({ path, body: good, key: keys.publicKey })).to.equal('401 unauthorized');
    expect(await refusal({ path: '/sandbox/payments/none/pay' })).to.equal('404 not_found');
  });

  it('allows cross-origin requests for card tokens and simulated payments, but not for transactions', async () => {
    const preflight = (path: string) => fetch(`${sandbox.url}${path}`, { method: 'OPTIONS' });
    for (const path of ['/v1/card-tokens', '/sandbox/payments/x/pay']) {
      const reply = await preflight(path);
      expect(reply.status).to.equal(204);
      expect(reply.headers.get('access-control-allow-origin')).to.equal('*');
    }
    const reply = await preflight('/v1/transactions');
    expect(reply.headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('rejects an invalid card with a code for what is wrong, and a request without the public key', async () => {
    const wrong = [
      [{ number: '5555555555554445' }, 'invalid_number'],
      [{ number: '0002' }, 'invalid_number'],
      [{ holder: 'FULANO' }, 'invalid_holder'],
      [{ exp_month: '13' }, 'invalid_expiry'],
      [{ exp_year: '20' }, 'expired_card'],
      [{ cvv: '12' }, 'invalid_cvv'],
      [{ cvv: undefined }, 'invalid_request'],
    ] as const;
    for (const [change, code] of wrong) {
      const body = { ...card, ...change };
      expect(await refusal({ path: '/v1/card-tokens', body, key: keys.publicKey })).to.equal(
        `422 ${code}`,
      );
    }
    expect(await refusal({ path: '/v1/card-tokens', body: card })).to.equal('401 unauthorized');
  });
});

describe('Sandbox process', () => {
  let folder: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  });
  afterEach(async () => {
    await kill();
    rmSync(folder, { recursive: true });
  });

  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  const start = async (): Promise<string> => {
    const started = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        SANDBOX_DATABASE: join(folder, 'state', 'sandbox.db'),
        SANDBOX_SECRET_KEY: keys.secretKey,
        SANDBOX_PUBLIC_KEY: keys.publicKey,
        SANDBOX_WEBHOOK_SECRET: keys.webhookSecret,
      },
    });
    child = started;
    const [line] = await once(createInterface({ input: started.stdout }), 'line');
    return z.object({ url: z.string() }).parse(JSON.parse(String(line))).url;
  };

  const create = async (url: string, orderId: string, webhookUrl: string) => {
    const body = pixOf(orderId, webhookUrl);
    const reply = await post({ url, path: '/v1/transactions', body, idempotencyKey: orderId });
    return transaction.parse(await reply.json());
  };

  it('keeps its transactions and sends the outstanding notice after being killed with SIGKILL', async () => {
    const platform = await startWebhookReceiver();
    const port = Number(new URL(platform.url).port);
    let url = await start();
    const paid = await create(url, 'order-paid', platform.url);
    const unpaid = await create(url, 'order-waiting', platform.url);
    await platform.close();
    await post({ url, path: `/sandbox/payments/${paid.id}/pay` });
    await kill();

    const platformAgain = await startWebhookReceiver(port);
    url = await start();
    const [delivery] = await platformAgain.received(paid.id, 1);
    expect(delivery?.body).to.include('"status":"paid"');
    expect(await create(url, 'order-waiting', platform.url)).to.deep.equal(unpaid);
    const read = await fetch(`${url}/v1/transactions/${paid.id}`, {
      headers: { authorization: `Bearer ${keys.secretKey}` },
    });
    expect(transaction.parse(await read.json()).status).to.equal('paid');
    await platformAgain.close();
  });

  it('never writes a card number or security code to disk', async () => {
    const url = await start();
    const path = '/v1/card-tokens';
    const reply = await post({ url, path, body: card, key: keys.publicKey });
    expect(await reply.json()).to.include({ brand: 'mastercard', last_digits: '4444' });
    await kill();
    const files = readdirSync(join(folder, 'state'));
    const bytes = files.map((file) => readFileSync(join(folder, 'state', file), 'latin1')).join();
    expect(bytes).to.include('mastercard');
    expect(bytes).not.to.match(/5555[ -]?5555|"987"/);
  });

  it('exits with code 0 on SIGTERM', async () => {
    await start();
    child?.kill('SIGTERM');
    const [code] = child ? await once(child, 'exit') : [];
    expect(code).to.equal(0);
  });
});
