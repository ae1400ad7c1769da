import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { request as startRequest, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { fileStorageContract } from '#/adapters/storage/file-storage.contract.ts';
import { openDiskStorage } from '#/adapters/storage/disk.ts';
import { diskFiles, type DiskFiles } from '#/api/testing/disk-files.ts';
import { FILE_BYTES_MAX, FileStorageFailure } from '#/domain/ports/file-storage.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

fileStorageContract('The disk', diskFiles);

describe('Files on the disk, over HTTP', () => {
  let files: DiskFiles;
  beforeEach(async () => {
    files = await diskFiles();
  });
  afterEach(() => files.dispose());

  const upload = (size: number, contentType = 'application/pdf') =>
    files.storage.uploadLink({ key: 'a/b', contentType, size, access: 'public' });
  const statusOf = async (url: string, init: RequestInit): Promise<number> =>
    (await fetch(url, init)).status;
  const pdf = (bytes: Uint8Array<ArrayBuffer>) => ({
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: bytes,
  });

  it('serves PDFs inline, SVGs in a sandbox and HTML as a download, all without content sniffing', async () => {
    const put = (key: string, contentType: string) =>
      files.storage.put(key, { contentType, bytes: Buffer.from('<script>') }, 'public');
    await put('slip.pdf', 'application/pdf');
    await put('drawing.svg', 'image/svg+xml');
    await put('page.html', 'text/html');
    const headersOf = async (key: string) => {
      const { headers } = await fetch(files.storage.publicUrl(key));
      return ['content-disposition', 'content-security-policy', 'x-content-type-options'].map(
        (name) => headers.get(name),
      );
    };
    const sandboxPolicy = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox`;
    expect(await headersOf('slip.pdf')).to.deep.equal([
      'inline',
      `frame-ancestors 'none'`,
      'nosniff',
    ]);
    expect(await headersOf('drawing.svg')).to.deep.equal(['inline', sandboxPolicy, 'nosniff']);
    expect(await headersOf('page.html')).to.deep.equal(['attachment', sandboxPolicy, 'nosniff']);
  });

  it('rejects an upload whose link is unsigned, altered or expired with 403', async () => {
    const { url } = await upload(3);
    const body = new Uint8Array(3);
    expect(await statusOf(url.replace(/\?.*/, ''), pdf(body))).to.equal(403);
    const signature = /signature=([\w-]+)/.exec(url)?.[1] ?? '';
    const otherLetter = signature.startsWith('A') ? 'B' : 'A';
    const forged = url.replace(signature, otherLetter + signature.slice(1));
    expect(await statusOf(forged, pdf(body))).to.equal(403);
    const prolonged = url.replace(
      /expires=(\d+)/,
      (_, seconds) => `expires=${Number(seconds) + 60}`,
    );
    expect(await statusOf(prolonged, pdf(body))).to.equal(403);
    files.pass(61);
    expect(await statusOf(url, pdf(body))).to.equal(403);
    expect(await files.names()).to.deep.equal([]);
  });

  it('rejects a download link that is used for an upload', async () => {
    const link = await files.storage.downloadLink('a/b');
    const uploadUrl = link.replace('/files/', '/api/files/');
    expect(await statusOf(uploadUrl, pdf(new Uint8Array(3)))).to.equal(403);
  });

  it('rejects a file of 11 MB, both when a link is requested and on upload', async () => {
    const link = upload(11_000_000);
    expect(await link.catch((error: unknown) => error)).to.be.instanceOf(FileStorageFailure);
    const { url } = await upload(FILE_BYTES_MAX);
    expect(await statusOf(url, pdf(new Uint8Array(11_000_000)))).to.equal(413);
    expect(await files.names()).to.deep.equal([]);
  });

  it('rejects an upload without Content-Length', async () => {
    const { url, headers } = await upload(3);
    const body = new Blob(['abc']).stream();
    const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
    expect(await statusOf(url, init)).to.equal(400);
  });

  it('closes a file whose download is broken off, before the answer begins or in the middle', async () => {
    const bytes = Buffer.alloc(5_000_000);
    await files.storage.put('a.png', { contentType: 'image/png', bytes }, 'public');
    const breakOff = async (isBegun: boolean): Promise<void> => {
      const download = startRequest(files.storage.publicUrl('a.png'));
      download.on('error', () => undefined).end();
      if (isBegun) await once(download, 'response');
      // The request was sent, and is not answered yet.
      else await once(download, 'finish');
      download.destroy();
    };
    // Linux lists the open files of this process here.
    const isAnyOpen = (): boolean =>
      readdirSync('/proc/self/fd').some((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`).startsWith(files.folder);
        } catch {
          return false;
        }
      });
    for (let count = 0; count < 100; count += 1) await breakOff(count % 2 === 0);
    await eventually(() => (isAnyOpen() ? undefined : true), 'all files are closed');
  });

  it('removes the draft of an interrupted upload, whose link can be used again', async () => {
    const { url, headers } = await upload(1_000_000);
    const length = { 'content-length': '1000000' };
    const sending = startRequest(url, { method: 'PUT', headers: { ...headers, ...length } });
    sending.on('error', () => undefined);
    sending.write(Buffer.alloc(300_000));
    await eventually(
      async () => ((await files.names()).length === 1 ? true : undefined),
      'the draft is begun',
    );
    sending.destroy();
    await eventually(
      async () => ((await files.names()).length === 0 ? true : undefined),
      'the draft is gone',
    );
    expect(await files.storage.get('a/b')).to.equal(undefined);
    expect(await statusOf(url, pdf(new Uint8Array(1_000_000))), 'the link still works').to.equal(
      200,
    );
  });

  it('answers 400 or 404 to paths that try to leave the folder', async () => {
    const step = fc.constantFrom(
      '..',
      '%2e%2e',
      '.',
      '',
      '%2F',
      '..%2f',
      '\\',
      '%5c',
      'secrets.json',
      '%00',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        // Sends the path unchanged: `fetch` would normalise it.
        const path = `/files/${steps.join('/')}`;
        const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
        const request = startRequest(files.url, { path }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        request.on('error', reject).end();
        expect(await promise).to.be.oneOf([400, 404]);
      }),
      { numRuns: 80 },
    );
  });

  it('serves and receives files at an address in absolute form, as proxies send it', async () => {
    const statusAt = (url: string, init: RequestOptions = {}, body?: Buffer) => {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
      const request = startRequest(files.url, { ...init, path: url }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.on('error', reject).end(body);
      return promise;
    };
    const { url, headers } = await upload(3);
    const put = { method: 'PUT', headers: { ...headers, 'content-length': '3' } };
    expect(await statusAt(url, put, Buffer.from('pdf'))).to.equal(200);
    expect(await statusAt(files.storage.publicUrl('a/b'))).to.equal(200);
    expect(await statusAt(`${files.storage.publicUrl('a/b')}?x=1`)).to.equal(200);
    expect(await statusAt(files.storage.publicUrl('a/none'))).to.equal(404);
  });

  it('answers HEAD with the length of the file', async () => {
    await files.storage.put('a', { contentType: 'image/png', bytes: Buffer.from('png') }, 'public');
    const head = await fetch(files.storage.publicUrl('a'), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, '3']);
  });

  it('removes old upload drafts when the storage is opened, but keeps recent ones', async () => {
    const drafts = join(files.folder, 'drafts');
    await mkdir(drafts, { recursive: true });
    for (const name of ['dead', 'alive']) await writeFile(join(drafts, name), 'half');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(drafts, 'dead'), longAgo, longAgo);
    const { folder, url } = files;
    await openDiskStorage({ folder, baseUrl: url, secret: 'another' });
    expect(await files.names()).to.deep.equal(['drafts/alive']);
  });

  it('makes a stored file readable only by its owner (mode 600)', async () => {
    await files.storage.put(
      'a',
      { contentType: 'image/png', bytes: Buffer.from('png') },
      'private',
    );
    const path = join(files.folder, (await files.names())[0] ?? '');
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect((await readFile(path, 'utf8')).split('\n')[0]).to.equal(
      '{"key":"a","contentType":"image/png","access":"private","size":3}',
    );
  });

  it('names the disk’s error when the storage folder cannot be opened', async () => {
    await files.storage.check();
    const { folder, url } = files;
    await writeFile(join(folder, 'no-folder'), '');
    const opening = openDiskStorage({
      folder: join(folder, 'no-folder'),
      baseUrl: url,
      secret: 's',
    });
    const failure = await opening.catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(FileStorageFailure);
    expect(String(failure)).to.equal('FileStorageFailure: the disk failed: ENOTDIR');
  });
});
