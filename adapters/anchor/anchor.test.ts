import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createAnchor } from './anchor.ts';

describe('An anchor', () => {
  it('keeps line after line in a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'razao-anchor-'));
    const file = join(folder, 'anchors.ndjson');
    const anchor = createAnchor(file);
    await anchor('one\n');
    await anchor('two\n');
    expect(await readFile(file, 'utf8')).to.equal('one\ntwo\n');
    await rm(folder, { recursive: true });
  });

  it('posts lines to a service, and fails when it does not take them', async () => {
    const taken: string[] = [];
    const server = createServer((request, response) => {
      void text(request).then((line) => {
        taken.push(line);
        response.writeHead(taken.length === 1 ? 204 : 503).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const anchor = createAnchor(`http://127.0.0.1:${address.port}/seals`);
    await anchor('one\n');
    const failure = await anchor('two\n').catch((error: unknown) => String(error));
    expect([taken, failure]).to.deep.equal([['one\n', 'two\n'], 'Error: the anchor answered 503']);
    server.close();
  });
});
