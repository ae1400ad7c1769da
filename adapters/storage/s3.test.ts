import { expect } from 'chai';
import { FileStorageFailure } from '#/domain/ports/file-storage.ts';
import { fileStorageContract } from './file-storage.contract.ts';
import { openS3Storage } from './s3.ts';
import { startS3Server, type S3Server } from './testing/s3-server.ts';

fileStorageContract('S3', async () => {
  let passedMs = 0;
  const now = () => Date.now() + passedMs;
  const server = await startS3Server({ now });
  return {
    storage: openS3Storage(server.settings, { now }),
    pass: (seconds) => {
      passedMs += seconds * 1_000;
    },
    dispose: server.close,
  };
});

describe('S3 storage', () => {
  let server: S3Server;
  beforeEach(async () => {
    server = await startS3Server();
  });
  afterEach(() => server.close());

  const failureOf = async (work: Promise<unknown>): Promise<FileStorageFailure> => {
    const failure = await work.then(
      () => 'it went well',
      (error: unknown) => error,
    );
    if (!(failure instanceof FileStorageFailure)) throw new Error(String(failure));
    return failure;
  };
  const file = { contentType: 'image/png', bytes: Buffer.from('png') };

  it('makes the browser send type, cache, ACL and if-none-match headers with a public file', async () => {
    const request = { key: 'a', contentType: 'image/png', size: 3, access: 'public' } as const;
    const { headers } = await openS3Storage(server.settings).uploadLink(request);
    expect(headers).to.deep.equal({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-amz-acl': 'public-read',
      'if-none-match': '*',
    });
  });

  it('reports a storage failure without secrets, signed links or file keys', async () => {
    for (const [fault, reported] of [
      [500, 'the storage answered 500'],
      [307, 'the storage answered 307'],
      [403, 'the storage answered 403'],
      ['silence', 'the storage did not answer: TimeoutError'],
    ] as const) {
      server.failWith(fault);
      const storage = openS3Storage(server.settings, { timeouts: { total: 300 } });
      for (const work of [
        storage.put('a/b', file, 'public'),
        storage.get('a/b'),
        storage.remove('a/b'),
        storage.check(),
      ]) {
        const failure = await failureOf(work);
        expect(failure.message).to.equal(reported);
        expect(JSON.stringify([failure.message, failure.cause])).not.to.match(/Amz|secret|a\/b/);
      }
      expect(server.lastUrl()).not.to.include('elsewhere');
    }
    await server.close();
    const unreachable = await failureOf(openS3Storage(server.settings).get('a/b'));
    expect(unreachable.message).to.equal('the storage did not answer: ECONNREFUSED');
    server = await startS3Server();
  });

  it('connects with the right secret access key, and fails with a 403 with a wrong one', async () => {
    await openS3Storage(server.settings).check();
    const withWrongKey = openS3Storage({ ...server.settings, secretAccessKey: 'guessed' });
    const failures = [
      await failureOf(withWrongKey.check()),
      await failureOf(withWrongKey.put('a', file, 'public')),
    ];
    for (const { message } of failures) expect(message).to.equal('the storage answered 403');
    expect(server.keys()).to.deep.equal([]);
  });

  it('builds public URLs from the configured address, or from the endpoint where none is set', () => {
    const { settings } = server;
    const at = (publicUrl?: string) =>
      openS3Storage({ ...settings, publicUrl }).publicUrl('a/b.png');
    expect(at()).to.equal(`${settings.endpoint}/files/a/b.png`);
    expect(at('https://cdn.example')).to.equal('https://cdn.example/a/b.png');
  });
});
