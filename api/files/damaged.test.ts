import { once } from 'node:events';
import { appendFile, copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
import { problem } from '#/api/contract/procedure.ts';
import { diskFiles, type DiskFiles } from '#/api/testing/disk-files.ts';
import { DamagedFile } from '#/domain/ports/file-storage.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { filePages } from './routes.ts';

const CONTENT = Buffer.from('0123456789');

/** Stores a file on the disk. @returns its path */
const store = async (
  { storage, folder, names }: DiskFiles,
  key: string,
  bytes: Buffer = CONTENT,
): Promise<string> => {
  const before = new Set(await names());
  await storage.put(key, { contentType: 'image/png', bytes }, 'public');
  const [name = ''] = (await names()).filter((each) => !before.has(each));
  return join(folder, name);
};

const replaceHead = async (path: string, head: string): Promise<void> => {
  const stored = await readFile(path);
  const content = stored.subarray(stored.indexOf('\n'));
  await writeFile(path, Buffer.concat([Buffer.from(head), content]));
};

describe('Damaged files on the disk', () => {
  let files: DiskFiles;
  beforeEach(async () => {
    files = await diskFiles();
  });
  afterEach(() => files.dispose());

  const damages: Readonly<Record<string, (path: string) => Promise<void>>> = {
    'has lost its end': async (path) => truncate(path, (await readFile(path)).length - 4),
    'has lost its whole content': async (path) =>
      truncate(path, (await readFile(path)).indexOf('\n') + 1),
    'has lost part of its head': (path) => truncate(path, 10),
    'is empty': (path) => truncate(path, 0),
    'has more content than was stored': (path) => appendFile(path, 'more'),
    'is filled with zeros': (path) => writeFile(path, Buffer.alloc(100)),
    'is another file': async (path) => copyFile(await store(files, 'another'), path),
    'has a line break in its content type': (path) =>
      replaceHead(path, String.raw`{"key":"a","contentType":"a/b\r\nX: y","access":"public"}`),
    'was stored before heads had the size, and has lost its whole content': (path) =>
      writeFile(path, '{"key":"a","contentType":"image/png","access":"public"}\n'),
  };
  for (const [what, damage] of Object.entries(damages)) {
    it(`answers 500 without Retry-After, and tells staff which file, when one ${what}`, async () => {
      const path = await store(files, 'a');
      await damage(path);
      const answer = await fetch(files.storage.publicUrl('a'));
      expect([answer.status, problem.parse(await answer.json()).code]).to.deep.equal([
        500,
        'file/damaged',
      ]);
      expect(answer.headers.get('retry-after')).to.equal(null);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      const head = await fetch(files.storage.publicUrl('a'), { method: 'HEAD' });
      expect(head.status).to.equal(500);
      expect(files.logged).to.have.lengthOf(2);
      const name = path.slice(files.folder.length + 1);
      for (const line of files.logged) expect(line).to.include(`the file ${name} on the disk`);
      const failure = await files.storage.get('a').catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(DamagedFile);
    });
  }

  it('answers 404 for a damaged private file without a link, as if there were none, and 500 with one', async () => {
    await files.storage.put('p/a', { contentType: 'image/png', bytes: CONTENT }, 'private');
    const [name = ''] = await files.names();
    await appendFile(join(files.folder, name), 'more');
    expect((await fetch(files.storage.publicUrl('p/a'))).status).to.equal(404);
    expect(files.logged).to.deep.equal([]);
    expect((await fetch(await files.storage.downloadLink('p/a'))).status).to.equal(500);
  });

  it('still serves a file that was stored before heads had the size', async () => {
    const path = await store(files, 'a');
    await replaceHead(path, '{"key":"a","contentType":"image/png","access":"public"}');
    const answer = await fetch(files.storage.publicUrl('a'));
    expect(Buffer.from(await answer.arrayBuffer())).to.deep.equal(CONTENT);
    expect(files.logged).to.deep.equal([]);
  });
});

describe('Files whose length changes while they are sent', () => {
  const LONG = Buffer.alloc(300_000, 'A');
  let files: DiskFiles;
  let change: () => Promise<void>;
  beforeEach(async () => {
    // Each file changes once it is opened, before its content is read.
    const changing: RequestHandler = (request, response, next) => {
      const { storage } = files;
      const openFile = async (key: string, mayRead: boolean) => {
        const file = await storage.openFile(key, mayRead);
        if (file) await change();
        return file;
      };
      void filePages('/files', { ...storage, openFile })(request, response, next);
    };
    files = await diskFiles({ '/changing': changing });
  });
  afterEach(() => files.dispose());

  it('breaks the connection, and tells staff, when a file becomes shorter than its announced length', async () => {
    const path = await store(files, 'a', LONG);
    change = () => truncate(path, 200_000);
    const request = get(`${files.url}/changing/files/a`);
    const [answer] = await once(request, 'response');
    expect(answer.headers['content-length']).to.equal(String(LONG.length));
    const failure = await text(answer).catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'ECONNRESET');
    await eventually(() => files.logged[0], 'the failure is logged');
    expect(files.logged.join('')).to.include('"type":"DamagedFile"');
  });

  it('sends no more than the announced length when a file grows, so that the client can read the next answer', async () => {
    const path = await store(files, 'a', LONG);
    change = () => appendFile(path, Buffer.alloc(500, 'B'));
    const socket = connect(Number(new URL(files.url).port), '127.0.0.1');
    socket.write('GET /changing/files/a HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.write('GET /files/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const [, content = ''] = (await text(socket)).split('\r\n\r\n');
    expect(/^A*/.exec(content)?.[0]).to.have.lengthOf(LONG.length);
    expect(content.slice(LONG.length)).to.match(/^HTTP\/1\.1 404 /);
  });

  it('does not read a file that became shorter as if it were whole', async () => {
    const path = await store(files, 'a', LONG);
    const opened = await files.storage.openFile('a', true);
    if (!opened) throw new Error('the file is not there');
    await truncate(path, 200_000);
    expect(await text(opened.read()).catch((error: unknown) => error)).to.be.instanceOf(
      DamagedFile,
    );
  });
});
