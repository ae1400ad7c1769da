import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'chai';

import { startSandbox } from './server.ts';
import type { Sandbox } from './server.ts';
import { VICES, vicesSetting, vicesText } from './vices.ts';
import type { Vice } from './vices.ts';
import { pixOf } from './testing/requests.ts';

const SECRET_KEY = 'sk_sandbox_for_tests';

const keys = {
  secretKey: SECRET_KEY,
  publicKey: 'pk_sandbox_for_tests',
  webhookSecret: 'whsec_for_tests',
} as const;

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1/';

const evenly = VICES.map((vice) => `${vice}=0.1`).join(',');

describe('Vices of the sandbox', () => {
  const opened: Sandbox[] = [];
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-vices-'));
  });
  afterEach(async () => {
    for (const sandbox of opened.splice(0)) await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sandboxWith = async (setting: string, databaseFile = ':memory:') => {
    const vices = vicesSetting.parse(setting);
    const options = { lostReplyCutAfterMs: 20, vices, ...keys };
    const sandbox = await startSandbox({ port: 0, databaseFile, ...options });
    opened.push(sandbox);

    /** Returns status and body of the answer, or `cut` when there is none. */
    const call = async (path: string, write?: { key: string; body: unknown }): Promise<string> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRET_KEY}` };
      const writeOptions = write && {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': write.key },
        body: JSON.stringify(write.body),
      };
      try {
        const reply = await fetch(`${sandbox.url}/v1${path}`, writeOptions ?? { headers });
        return `${reply.status} ${await reply.text()}`;
      } catch {
        return 'cut';
      }
    };

    const charge = (orderId: string): Promise<string> =>
      call('/transactions', { key: orderId, body: pixOf(orderId, NOWHERE) });

    const lookUp = (orderId: string): Promise<string> => call(`/transactions?order_id=${orderId}`);

    /** Repeats the look-up until it is answered. Returns the number of charges and of look-ups. */
    const lookUpUntilAnswered = async (orderId: string) => {
      for (let asked = 1; ; asked += 1) {
        const answer = await lookUp(orderId);
        if (answer.startsWith('200 {"data":'))
          return { charges: JSON.parse(answer.slice(4)).data.length, asked };
      }
    };
    return { sandbox, charge, lookUp, lookUpUntilAnswered };
  };

  /** The answer to a first charge, and how many charges it made. */
  const expected: Readonly<Record<Vice, { readonly answer: RegExp; readonly charges: 0 | 1 }>> = {
    'turned-away': { answer: /^401 .*"unauthorized"/, charges: 0 },
    'request-lost': { answer: /^cut$/, charges: 0 },
    'answer-lost': { answer: /^cut$/, charges: 1 },
    'broken-before': { answer: /^500 /, charges: 0 },
    'broken-after': { answer: /^500 /, charges: 1 },
    'garbage-after': { answer: /^200 <html>/, charges: 1 },
    late: { answer: /^201 .*"waiting_payment"/, charges: 1 },
  };

  for (const vice of VICES) {
    it(`${vice}: the vice decides how a charge is answered and whether it is made, and a repetition leaves one charge`, async () => {
      const { charge, lookUpUntilAnswered } = await sandboxWith(`seed=1,${vice}=1`);
      const { answer, charges } = expected[vice];
      expect(await charge('order-1')).to.match(answer);
      expect((await lookUpUntilAnswered('order-1')).charges).to.equal(charges);
      expect(await charge('order-1')).to.match(/^201 .*"waiting_payment"/);
      expect((await lookUpUntilAnswered('order-1')).charges).to.equal(1);
    });
  }

  it('answers every fourth look-up of the same order, although the others fail', async () => {
    const { charge, lookUpUntilAnswered, lookUp } = await sandboxWith('seed=1,broken-before=1');
    await charge('order-1');
    expect(await lookUpUntilAnswered('order-1')).to.deep.equal({ charges: 0, asked: 4 });
    expect(await lookUp('order-1')).to.match(/^500/);
  });

  const answersOf = async (setting: string): Promise<readonly string[]> => {
    const { charge } = await sandboxWith(setting);
    const orders = Array.from({ length: 40 }, (_, nth) => `order-${nth}`);
    return Promise.all(orders.map(async (each) => (await charge(each)).slice(0, 3)));
  };

  it('answers the same requests alike under one seed, and differently under another', async () => {
    const first = await answersOf(`seed=1,${evenly}`);
    expect(new Set(first)).to.deep.equal(new Set(['201', '200', '401', '500', 'cut']));
    expect(await answersOf(`seed=1,${evenly}`)).to.deep.equal(first);
    expect(await answersOf(`seed=2,${evenly}`)).not.to.deep.equal(first);
  });

  it('knows from its database file which requests have come before, also to another sandbox', async () => {
    const file = join(folder, 'sandbox.db');
    const { charge } = await sandboxWith('seed=1,broken-before=1', file);
    expect(await charge('order-1')).to.match(/^500/);
    const another = await sandboxWith('seed=1,broken-before=1', file);
    expect(await another.charge('order-1')).to.match(/^201/);
  });

  it('do not affect the payment of a charge by its buyer', async () => {
    const { sandbox, charge } = await sandboxWith('seed=1,broken-after=1');
    await charge('order-1');
    const { id } = JSON.parse((await charge('order-1')).slice(4));
    const paid = await fetch(`${sandbox.url}/sandbox/payments/${id}/pay`, { method: 'POST' });
    expect(paid.status).to.equal(200);
  });

  it('are read back as they were written', () => {
    const vices = vicesSetting.parse(`seed=7,${evenly}`);
    expect(vicesSetting.parse(vicesText(vices))).to.deep.equal(vices);
  });
});
