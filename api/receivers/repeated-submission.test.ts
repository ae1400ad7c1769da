import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';

const PNG = Buffer.from('89504e470d0a1a0a00000000', 'hex');

describe('A verification file that is submitted again under its key', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const post = (name: string, input: object, key: string = randomUUID()) =>
    world.post(`/api/${name}`, input, { as: 'ana', headers: { 'idempotency-key': key } });
  const submit = (fileId: string, key?: string) =>
    post('seller.submitReceiverFile', { fileId }, key);
  const upload = async (): Promise<string> => {
    const about = { kind: 'photoDocument', contentType: 'image/png', size: PNG.length };
    const { fileId, url, headers } = Object((await post('seller.requestUpload', about)).body);
    const put = await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(PNG) });
    expect(put.status).to.equal(200);
    return fileId;
  };

  it('is answered as before after it was replaced, and the later file stays', async () => {
    const [first, second] = [await upload(), await upload()];
    const key = randomUUID();
    expect((await submit(first, key)).status).to.equal(200);
    expect((await submit(second)).status).to.equal(200);
    const again = await submit(first, key);
    expect(again.status, again.text).to.equal(200);
    const path = `/api/seller.getReceiver?after=${Object(again.body).position}`;
    const [shown] = Object(await world.get(path, { as: 'ana' })).body.checklist;
    expect(shown.file.fileId).to.equal(second);
  });
});
