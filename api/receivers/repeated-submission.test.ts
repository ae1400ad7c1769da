import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';

const PNG = Buffer.from('89504e470d0a1a0a00000000', 'hex');

describe('Requests about a verification file that are sent again under their key', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const post = (
    name: string,
    input: object,
    key: string = randomUUID(),
    as: 'ana' | 'admin' = 'ana',
  ) => world.post(`/api/${name}`, input, { as, headers: { 'idempotency-key': key } });
  const succeeds = async (answer: Promise<ApiAnswer>): Promise<void> => {
    const { status, text } = await answer;
    expect(status, text).to.equal(200);
  };
  const submit = (fileId: string, key?: string) =>
    post('seller.submitReceiverFile', { fileId }, key);
  const remove = (fileId: string, key?: string) =>
    post('seller.removeReceiverFile', { fileId }, key);
  const review = (fileId: string, reason?: string, key?: string) => {
    const name = `admin.${reason === undefined ? 'approve' : 'reject'}ReceiverFile`;
    return post(name, { sellerId: 'seller-1', fileId, reason }, key, 'admin');
  };
  /** Uploads a file; the same link accepts another file once the first is deleted. */
  const upload = async () => {
    const about = { kind: 'photoDocument', contentType: 'image/png', size: PNG.length };
    const { fileId, url, headers } = Object((await post('seller.requestUpload', about)).body);
    const put = async () => {
      const { status } = await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(PNG) });
      expect(status).to.equal(200);
    };
    await put();
    return { fileId: String(fileId), put };
  };
  const getFile = async () => {
    const path = `/api/seller.getReceiver?after=${await world.store.head()}`;
    return Object(await world.get(path, { as: 'ana' })).body.checklist[0].file;
  };
  const stored = (fileId: string) => world.services.core.files.get(`receivers/seller-1/${fileId}`);

  it('submit nothing once another file has replaced theirs, and still succeed', async () => {
    const [first, second] = [await upload(), await upload()];
    const key = randomUUID();
    await succeeds(submit(first.fileId, key));
    await succeeds(submit(second.fileId));
    await succeeds(submit(first.fileId, key));
    expect((await getFile()).fileId).to.equal(second.fileId);
  });

  it('submit nothing once their file was removed, even if another request had submitted it first', async () => {
    const { fileId } = await upload();
    const key = randomUUID();
    await succeeds(submit(fileId));
    await succeeds(submit(fileId, key));
    await succeeds(remove(fileId));
    await succeeds(submit(fileId, key));
    expect(await getFile()).to.equal(null);
  });

  it('leave a file that was uploaded again after its removal', async () => {
    const { fileId, put } = await upload();
    const key = randomUUID();
    await succeeds(submit(fileId));
    await succeeds(remove(fileId, key));
    await put();
    await succeeds(remove(fileId, key));
    await succeeds(submit(fileId));
    await succeeds(remove(fileId, key));
    expect(await stored(fileId)).to.not.equal(undefined);
    expect((await getFile()).status).to.equal('SUBMITTED');
  });

  it('leave a file rejected if it was already approved when they first arrived', async () => {
    const { fileId } = await upload();
    const key = randomUUID();
    await succeeds(submit(fileId));
    await succeeds(review(fileId));
    await succeeds(review(fileId, undefined, key));
    await succeeds(review(fileId, 'Foto ilegível'));
    await succeeds(review(fileId, undefined, key));
    expect((await getFile()).status).to.equal('REJECTED');
  });
});
