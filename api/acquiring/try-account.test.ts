import { thisMachine } from '#/ledger/machine.ts';
import type { Timers } from '#/domain/ports/machine.ts';
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import { sendJson, startCaseServer } from '#/adapters/payments/evidence/case-server.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { fairpay } from '#/adapters/payments/providers/fairpay.ts';
import { tryAccount, type TryResult } from './try-account.ts';

const accountAt = (baseUrl: string) => fairpay.account.parse({ baseUrl, secretKey: 'sk' });

describe('tryAccount', () => {
  let silent: Server;
  let url: string;

  before(async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  });
  after(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it('reports every unreachable host with the same result, and not before the deadline', async () => {
    const hosts = {
      'a closed port': openHere(fairpay, accountAt('http://127.0.0.1:9')),
      'no such host': openHere(fairpay, accountAt('https://nobody.invalid')),
      'a port that never answers': openHere(fairpay, accountAt(url)),
      'an internal address': openProvider(fairpay, accountAt(url)),
    };
    const reported = new Map<string, TryResult>();
    const deadlines: (() => void)[] = [];
    const after: Timers['after'] = (_ms, callBack) => {
      deadlines.push(callBack);
      return { cancel: () => undefined };
    };
    const attempts = Object.entries(hosts).map(async ([name, provider]) => {
      reported.set(name, await tryAccount(provider, { ...thisMachine, after }));
    });
    // Such calls fail at once. Waits until they would have, because that must not be reported before the deadline.
    await hosts['a closed port'].getTransaction?.({ transactionId: '1' }).catch(() => undefined);
    await hosts['no such host'].getTransaction?.({ transactionId: '1' }).catch(() => undefined);
    expect(reported.size).to.equal(0);
    for (const pass of deadlines) pass();
    await Promise.all(attempts);
    for (const name of Object.keys(hosts)) {
      expect(reported.get(name), name).to.deep.equal({
        outcome: 'unavailable',
        milliseconds: null,
      });
    }
  });

  it('reports an acquirer’s answer and its duration at once, and leaves no timer', async () => {
    const host = await startCaseServer();
    let cancelled = 0;
    const after: Timers['after'] = () => ({ cancel: () => (cancelled += 1) });
    const provider = openHere(fairpay, accountAt(host.url));
    for (const [status, outcome] of [
      [404, 'answered'],
      [401, 'unauthorized'],
    ] as const) {
      host.answerWith((_seen, response) => sendJson(response, status, {}));
      const tried = await tryAccount(provider, { ...thisMachine, after });
      expect(tried.outcome).to.equal(outcome);
      expect(tried.milliseconds).to.be.a('number');
    }
    expect(cancelled).to.equal(2);
    await host.close();
  });
});
