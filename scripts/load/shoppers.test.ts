import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createCaller } from './answered.ts';
import type { LoadRecord } from './records.ts';
import { shop } from './shoppers.ts';

const PAYMENT_ID = 'p-1';

describe('shop', () => {
  let server: Server;

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /**
   * Lets one shopper buy from a server that answers with these statuses in turn, then with the last one again. `PAYABLE` is a
   * pending payment with a code that can be paid.
   */
  const shopWhere = async (...statuses: readonly string[]) => {
    let nth = 0;
    server = createServer(({ url }, response) => {
      const status = statuses[Math.min(nth, statuses.length - 1)];
      const sandboxPayUrl = status === 'PAYABLE' ? '/pay' : null;
      if (url !== '/pay') nth += 1;
      const answer = {
        paymentId: PAYMENT_ID,
        status: status === 'PAYABLE' ? 'PENDING' : status,
        payment: { sandboxPayUrl },
      };
      response.writeHead(200).end(JSON.stringify(answer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const caller = createCaller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const records: LoadRecord[] = [];
    const record = (each: LoadRecord): void => void records.push(each);
    const parts = { caller, record, run: 'run', chooseOffer: () => 'demo-ebook' };
    const paid = await shop(parts, 1, Date.now());
    await caller.close();
    return { paid, kinds: records.map(({ kind }) => kind), last: records.at(-1) };
  };

  it('waits for the code, and has the bank pay', async () => {
    const { paid, kinds } = await shopWhere('PENDING', 'PAYABLE');
    expect(paid).to.equal(PAYMENT_ID);
    expect(kinds).to.deep.equal(['acknowledged', 'paid']);
  });

  for (const status of ['REJECTED', 'CANCELED']) {
    it(`stops waiting for the code once the payment is ${status}`, async () => {
      const { paid, kinds, last } = await shopWhere('PENDING', status);
      expect(paid).to.equal(undefined);
      expect(kinds).to.deep.equal(['acknowledged', 'ended']);
      expect(last).to.include({ paymentId: PAYMENT_ID, status });
    });
  }
});
