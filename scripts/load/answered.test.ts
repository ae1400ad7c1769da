import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createCaller } from './answered.ts';
import { freePort } from './product.ts';

describe('createCaller', () => {
  const servers: Server[] = [];

  /** Starts a server that answers with its name, or with status 503. @returns its address */
  const open = async (name: string, isUnavailable = () => false): Promise<string> => {
    const server = createServer((_request, response) => {
      response.writeHead(isUnavailable() ? 503 : 200).end(name);
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const answersOf = async (caller: ReturnType<typeof createCaller>): Promise<readonly string[]> => {
    const answers: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      answers.push((await caller.askUntilAnswered({ path: '/' })).text);
    }
    await caller.close();
    return answers.toSorted();
  };

  it('calls its servers in turn', async () => {
    const caller = createCaller(await open('one'), await open('two'));
    expect(await answersOf(caller)).to.deep.equal(['one', 'one', 'two', 'two']);
  });

  it('calls the next server when one is unreachable or answers 503', async () => {
    const unreachable = `http://127.0.0.1:${await freePort()}`;
    const unavailable = await open('away', () => true);
    const caller = createCaller(unreachable, unavailable, await open('there'));
    expect(await answersOf(caller)).to.deep.equal(['there', 'there', 'there', 'there']);
  });
});
