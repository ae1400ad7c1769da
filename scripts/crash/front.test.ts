import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { freePort } from '#/scripts/load/product.ts';
import { openFront } from './front.ts';

describe('openFront', () => {
  const servers: Server[] = [];

  const open = async (name: string): Promise<number> => {
    const server = createServer((request, response) => {
      response.setHeader('connection', 'close');
      request.pipe(response.writeHead(200, { name }));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('leads each connection to the next process that accepts it, and gives no answer when none does', async () => {
    const front = await openFront([await open('one'), await freePort(), await open('two')]);
    const ask = async (): Promise<string> => {
      const reply = await fetch(front.url, { method: 'POST', body: 'paid' });
      return `${reply.headers.get('name')} ${await reply.text()}`;
    };
    const answers = [await ask(), await ask(), await ask(), await ask()];
    expect(new Set(answers)).to.deep.equal(new Set(['one paid', 'two paid']));
    for (const server of servers) server.close();
    expect(await ask().catch(() => 'nothing')).to.equal('nothing');
    await front.close();
  });
});
