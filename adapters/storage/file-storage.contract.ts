import { expect } from 'chai';
import fc from 'fast-check';
import {
  FILE_BYTES_MAX,
  FILE_LINK_SECONDS,
  FileStorageFailure,
  isFileKey,
  type FileStorage,
  type UploadLink,
} from '#/domain/ports/file-storage.ts';

export interface StorageUnderTest {
  readonly storage: FileStorage;
  /** Advances the clock. */
  readonly pass: (seconds: number) => void;
  readonly dispose: () => Promise<void>;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and what follows', 'latin1');
const key = 'products/p-1/cover.png';
const image = { key, contentType: 'image/png', size: PNG.length, access: 'public' } as const;

const sendTo = (
  { url, headers }: UploadLink,
  body: Uint8Array<ArrayBuffer> = new Uint8Array(PNG),
  others: Readonly<Record<string, string>> = {},
) => fetch(url, { method: 'PUT', headers: { ...headers, ...others }, body });

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => error);

/** The tests that each file storage passes. They use real HTTP where a browser would. */
export const fileStorageContract = (name: string, open: () => Promise<StorageUnderTest>): void => {
  describe(`File storage contract: ${name}`, () => {
    let world: StorageUnderTest;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.dispose());

    const put = (under = key, access: 'public' | 'private' = 'public') =>
      world.storage.put(under, { contentType: 'image/png', bytes: PNG }, access);

    it('returns a stored file by its key, and undefined for an unknown key', async () => {
      await put();
      const stored = await world.storage.get(key);
      expect(stored?.contentType).to.equal('image/png');
      expect(Buffer.from(stored?.bytes ?? [])).to.deep.equal(PNG);
      expect(await world.storage.get('products/p-2/cover.png')).to.equal(undefined);
    });

    it('accepts an upload by link, and serves the public file with a cache time of a year', async () => {
      const link = await world.storage.uploadLink(image);
      expect((await sendTo(link)).status).to.equal(200);
      const response = await fetch(world.storage.publicUrl(key));
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.equal('image/png');
      expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(Buffer.from(await response.arrayBuffer())).to.deep.equal(PNG);
    });

    it('serves a private file only by a download link, which expires after a minute and forbids caching', async () => {
      await put('receivers/r-1/photo.png', 'private');
      const unsigned = await fetch(world.storage.publicUrl('receivers/r-1/photo.png'));
      expect(unsigned.status).to.be.oneOf([403, 404]);
      const link = await world.storage.downloadLink('receivers/r-1/photo.png');
      const response = await fetch(link);
      expect(response.status).to.equal(200);
      expect(response.headers.get('cache-control')).to.equal('private, no-store');
      expect(Buffer.from(await response.arrayBuffer())).to.deep.equal(PNG);
      world.pass(61);
      expect((await fetch(link)).status).to.be.oneOf([403, 404]);
    });

    it('rejects a download link whose path was changed to another private file', async () => {
      await put('receivers/r-1/photo.png', 'private');
      await put('receivers/r-2/photo.png', 'private');
      const link = await world.storage.downloadLink('receivers/r-1/photo.png');
      const other = await fetch(link.replace('/r-1/', '/r-2/'));
      expect(other.status).to.be.oneOf([403, 404]);
    });

    it('does not serve a private upload at its public URL', async () => {
      const link = await world.storage.uploadLink({ ...image, access: 'private' });
      expect(link.headers).not.to.have.property('x-amz-acl');
      expect((await sendTo(link)).status).to.equal(200);
      expect((await fetch(world.storage.publicUrl(key))).status).to.be.oneOf([403, 404]);
    });

    it('accepts an upload by a link that is less than a minute old, and rejects it by an older one', async () => {
      const laterKey = 'products/p-2/cover.png';
      const [inTime, late] = await Promise.all([
        world.storage.uploadLink(image),
        world.storage.uploadLink({ ...image, key: laterKey }),
      ]);
      world.pass(50);
      expect((await sendTo(inTime)).status).to.equal(200);
      world.pass(11);
      expect((await sendTo(late)).status).to.equal(403);
      expect(await world.storage.get(laterKey)).to.equal(undefined);
    });

    it('says until when an upload link is accepted', async () => {
      const before = Date.now();
      const { expiresAt } = await world.storage.uploadLink(image);
      const minuteLater = Date.parse(expiresAt) - FILE_LINK_SECONDS * 1_000;
      // Links expire at a full second.
      expect(minuteLater).to.be.within(before - 1_000, Date.now());
    });

    it('rejects an upload whose size, type, access or key differs from the signed one', async () => {
      const link = await world.storage.uploadLink(image);
      const longer = new Uint8Array([...PNG, 1]);
      expect((await sendTo(link, longer)).ok, 'longer').to.equal(false);
      expect((await sendTo(link, new Uint8Array(PNG.subarray(1)))).ok, 'shorter').to.equal(false);
      const page = { 'content-type': 'text/html' };
      expect((await sendTo(link, undefined, page)).ok, 'type').to.equal(false);
      const elsewhere = { ...link, url: link.url.replace('p-1', 'p-2') };
      expect((await sendTo(elsewhere)).status, 'key').to.equal(403);
      for (const [signed, forged] of [
        ['image%2Fpng', 'text%2Fhtml'],
        [`size=${PNG.length}`, 'size=9000000'],
        ['access=public', 'access=private'],
      ] as const) {
        const { url } = link;
        if (!url.includes(signed)) continue;
        expect((await sendTo({ ...link, url: url.replace(signed, forged) })).ok, forged).to.equal(
          false,
        );
      }
      expect(await world.storage.get(key)).to.equal(undefined);
      expect(await world.storage.get('products/p-2/cover.png')).to.equal(undefined);
    });

    it('never overwrites a file: not by the same link, by another link or by a direct put', async () => {
      const [first, second] = await Promise.all([
        world.storage.uploadLink(image),
        world.storage.uploadLink(image),
      ]);
      expect((await sendTo(first)).status).to.equal(200);
      const other = new Uint8Array(PNG).toReversed();
      expect((await sendTo(first, other)).ok, 'the same link again').to.equal(false);
      expect((await sendTo(second, other)).ok, 'another link').to.equal(false);
      await world.storage.put(key, { contentType: 'image/png', bytes: other }, 'public');
      expect(Buffer.from((await world.storage.get(key))?.bytes ?? [])).to.deep.equal(PNG);
    });

    it('accepts exactly one of eight concurrent uploads to a key, and stores all of it', async () => {
      const links = await Promise.all(
        Array.from({ length: 8 }, () => world.storage.uploadLink(image)),
      );
      const bodies = links.map((_, nth) => new Uint8Array(PNG.length).fill(nth));
      const answers = await Promise.all(links.map((link, nth) => sendTo(link, bodies[nth])));
      const winners = answers.flatMap(({ ok }, nth) => (ok ? [nth] : []));
      expect(winners).to.have.lengthOf(1);
      const stored = await world.storage.get(key);
      expect([...(stored?.bytes ?? [])]).to.deep.equal([...(bodies[winners[0] ?? -1] ?? [])]);
    });

    it('removes a file, and accepts a second removal of the same file', async () => {
      await put();
      await world.storage.remove(key);
      await world.storage.remove(key);
      expect(await world.storage.get(key)).to.equal(undefined);
      expect((await fetch(world.storage.publicUrl(key))).ok).to.equal(false);
    });

    it('stores a file of the maximum size, and rejects a larger, an empty and a wrongly typed one', async () => {
      const largest = Buffer.alloc(FILE_BYTES_MAX, 7);
      await world.storage.put('most', { contentType: 'image/png', bytes: largest }, 'private');
      expect((await world.storage.get('most'))?.bytes.length).to.equal(FILE_BYTES_MAX);
      for (const wrong of [
        { contentType: 'image/png', bytes: Buffer.alloc(FILE_BYTES_MAX + 1) },
        { contentType: 'image/png', bytes: Buffer.alloc(0) },
        { contentType: 'text/html; charset=utf-8', bytes: PNG },
        { contentType: 'x\r\nset-cookie: a', bytes: PNG },
      ]) {
        const { contentType, bytes } = wrong;
        const file = { key: 'wrong', contentType, size: bytes.length, access: 'public' } as const;
        const refused = [
          await failure(world.storage.put('wrong', wrong, 'public')),
          await failure(world.storage.uploadLink(file)),
        ];
        for (const each of refused) expect(each).to.be.instanceOf(FileStorageFailure);
      }
      expect(await world.storage.get('wrong')).to.equal(undefined);
    });

    it('rejects an invalid key in every operation', async () => {
      const piece = fc.constantFrom(
        '..',
        '.',
        '',
        'a',
        '%2e%2e',
        '\\',
        '~',
        '\0',
        'ß',
        '?',
        '#',
        ' ',
      );
      const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
      const wrong = fc.oneof(text, fc.string()).filter((each) => !isFileKey(each));
      await fc.assert(
        fc.asyncProperty(wrong, async (bad) => {
          const tried = [
            put(bad),
            world.storage.get(bad),
            world.storage.remove(bad),
            world.storage.downloadLink(bad),
            world.storage.uploadLink({ ...image, key: bad }),
            Promise.resolve().then(() => world.storage.publicUrl(bad)),
          ];
          for (const each of tried) {
            expect(await failure(each)).to.be.instanceOf(FileStorageFailure);
          }
        }),
        { numRuns: 60 },
      );
    });

    it('returns each file under its own key, whatever the keys are', async () => {
      const letters = fc.stringMatching(/^[\w-][\w.-]{0,8}(?:\/[\w-][\w.-]{0,8}){0,3}$/);
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(letters, { minLength: 2, maxLength: 5 }), async (keys) => {
          for (const each of keys) {
            const bytes = Buffer.from(each);
            await world.storage.put(each, { contentType: 'text/plain', bytes }, 'public');
          }
          for (const each of keys) {
            expect(String(Buffer.from((await world.storage.get(each))?.bytes ?? []))).to.equal(
              each,
            );
            expect(await (await fetch(world.storage.publicUrl(each))).text()).to.equal(each);
          }
        }),
        { numRuns: 15 },
      );
    });
  });
};
