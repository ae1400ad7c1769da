import { appendFile, copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { diskFiles, type DiskFiles } from '#/api/testing/disk-files.ts';
import { DamagedFile } from '#/domain/ports/file-storage.ts';

const CONTENT = Buffer.from('0123456789');

/** Stores a file and returns its path. */
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

/** Writes another head before the content. */
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
    'is of before heads had the size, and has lost its whole content': (path) =>
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
      const got = await files.storage.get('a').catch((error: unknown) => error);
      expect(got).to.be.instanceOf(DamagedFile);
    });
  }

  it('still serves a file that was stored before heads had the size', async () => {
    const path = await store(files, 'a');
    await replaceHead(path, '{"key":"a","contentType":"image/png","access":"public"}');
    const answer = await fetch(files.storage.publicUrl('a'));
    expect(Buffer.from(await answer.arrayBuffer())).to.deep.equal(CONTENT);
    expect(files.logged).to.deep.equal([]);
  });
});
