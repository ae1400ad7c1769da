import { expect } from 'chai';
import { createServer, request, type IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.ts';

/** The client address that a server behind this number of proxies derives. */
const addressFrom = async (forwarded: string | undefined, proxies: number): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = createServer((incoming: IncomingMessage, response) => {
    resolve(clientAddress(incoming, proxies));
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  request({
    port: address.port,
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  }).end();
  const derived = await promise;
  server.close();
  return derived;
};

describe('clientAddress', () => {
  // The header X-Forwarded-For, the number of our proxies, and the address that is derived.
  const cases: readonly (readonly [string | undefined, number, string])[] = [
    [undefined, 0, '127.0.0.1'],
    ['203.0.113.9', 0, '127.0.0.1'],
    ['203.0.113.9', 1, '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9', 1, '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9', 2, '198.51.100.7'],
    ['203.0.113.9:4711', 1, '203.0.113.9'],
    ['[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['2001:db8::1', 1, '2001:db8::1'],
    [undefined, 1, '127.0.0.1'],
    ['whatever somebody wrote', 1, '127.0.0.1'],
    ['x'.repeat(10_000), 1, '127.0.0.1'],
  ];
  for (const [forwarded, proxies, expected] of cases) {
    const header = forwarded === undefined ? 'missing' : forwarded.slice(0, 40);
    it(`returns ${expected} behind ${proxies} proxies when X-Forwarded-For is ${header}`, async () => {
      expect(await addressFrom(forwarded, proxies)).to.equal(expected);
    });
  }
});
