import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { request as startRequest } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { fileStorageContract } from '#/adapters/storage/file-storage.contract.ts';
import { openDiskStorage } from '#/adapters/storage/disk.ts';
import { diskFiles, type DiskFiles } from '#/api/testing/disk-files.ts';
import { FILE_BYTES_MAX, FileStorageFailure } from '#/domain/ports/file-storage.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

fileStorageContract('The disk', diskFiles);

describe('files on the disk, over HTTP', () => {
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

  it('shows PDFs in the page, and lets what might be a page neither run nor be guessed', async () => {
    const put = (key: string, contentType: string) =>
      files.storage.put(key, { contentType, bytes: Buffer.from('<script>') }, 'public');
    await put('slip.pdf', 'application/pdf');
    await put('drawing.svg', 'image/svg+xml');
    await put('page.html', 'text/html');
    const shown = async (key: string) => {
      const { headers } = await fetch(files.storage.publicUrl(key));
      return ['content-disposition', 'content-security-policy', 'x-content-type-options'].map(
        (name) => headers.get(name),
      );
    };
    const shut = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox`;
    expect(await shown('slip.pdf')).to.deep.equal(['inline', `frame-ancestors 'none'`, 'nosniff']);
    expect(await shown('drawing.svg')).to.deep.equal(['inline', shut, 'nosniff']);
    expect(await shown('page.html')).to.deep.equal(['attachment', shut, 'nosniff']);
  });

  it('takes nothing without a signature, with another or after its end', async () => {
    const { url } = await upload(3);
    const body = new Uint8Array(3);
    expect(await statusOf(url.replace(/\?.*/, ''), pdf(body))).to.equal(403);
    const signature = /signature=([\w-]+)/.exec(url)?.[1] ?? '';
    const turned = signature.startsWith('A') ? 'B' : 'A';
    const forged = url.replace(signature, turned + signature.slice(1));
    expect(await statusOf(forged, pdf(body))).to.equal(403);
    const later = url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 60}`);
    expect(await statusOf(later, pdf(body))).to.equal(403);
    files.pass(61);
    expect(await statusOf(url, pdf(body))).to.equal(403);
    expect(await files.names()).to.deep.equal([]);
  });

  it('takes no link to read for one to write', async () => {
    const link = await files.storage.downloadLink('a/b');
    const turned = link.replace('/files/', '/api/files/');
    expect(await statusOf(turned, pdf(new Uint8Array(3)))).to.equal(403);
  });

  it('gives no link for eleven megabytes, and takes them by no other link', async () => {
    const wanted = upload(11_000_000);
    expect(await wanted.catch((error: unknown) => error)).to.be.instanceOf(FileStorageFailure);
    const { url } = await upload(FILE_BYTES_MAX);
    expect(await statusOf(url, pdf(new Uint8Array(11_000_000)))).to.equal(413);
    expect(await files.names()).to.deep.equal([]);
  });

  it('refuses a body whose length is not told before', async () => {
    const { url, headers } = await upload(3);
    const body = new Blob(['abc']).stream();
    const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
    expect(await statusOf(url, init)).to.equal(400);
  });

  it('keeps nothing of an upload that breaks off', async () => {
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

  it('never leaves its folder, whatever the path', async () => {
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
        const asking = startRequest(files.url, { path }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asking.on('error', reject).end();
        expect(await promise).to.be.oneOf([400, 404]);
      }),
      { numRuns: 80 },
    );
  });

  it('answers a question for the head without the content', async () => {
    await files.storage.put('a', { contentType: 'image/png', bytes: Buffer.from('png') }, 'public');
    const head = await fetch(files.storage.publicUrl('a'), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, '3']);
  });

  it('clears away what a crash left of uploads, but not those under way', async () => {
    const drafts = join(files.folder, 'drafts');
    await mkdir(drafts, { recursive: true });
    for (const name of ['dead', 'alive']) await writeFile(join(drafts, name), 'half');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(drafts, 'dead'), longAgo, longAgo);
    const { folder, url } = files;
    await openDiskStorage({ folder, baseUrl: url, secret: 'another' });
    expect(await files.names()).to.deep.equal(['drafts/alive']);
  });

  it('lets nobody but its owner read what lies there', async () => {
    await files.storage.put(
      'a',
      { contentType: 'image/png', bytes: Buffer.from('png') },
      'private',
    );
    const path = join(files.folder, (await files.names())[0] ?? '');
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect((await readFile(path, 'utf8')).split('\n')[0]).to.equal(
      '{"key":"a","contentType":"image/png","access":"private"}',
    );
  });

  it('says when nothing can be written', async () => {
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
