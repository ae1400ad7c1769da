import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createAnchor, readNewest } from './anchor.ts';

describe('createAnchor', () => {
  it('appends each line to a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'razao-anchor-'));
    const file = join(folder, 'anchors.ndjson');
    const anchor = createAnchor(file);
    await anchor('one\n');
    await anchor('two\n');
    expect(await readFile(file, 'utf8')).to.equal('one\ntwo\n');
    expect(await readNewest(file)).to.equal('two');
    expect(await readNewest(join(folder, 'none'))).to.equal(undefined);
    await rm(folder, { recursive: true });
  });

  it('posts each line to a service, and fails when the service answers 503', async () => {
    const posted: string[] = [];
    const server = createServer((request, response) => {
      void text(request).then((line) => {
        posted.push(line);
        response.writeHead(posted.length === 1 ? 204 : 503).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const anchor = createAnchor(`http://127.0.0.1:${address.port}/seals`);
    await anchor('one\n');
    const failure = await anchor('two\n').catch((error: unknown) => String(error));
    expect([posted, failure]).to.deep.equal([['one\n', 'two\n'], 'Error: the anchor answered 503']);
    server.close();
  });
});
