import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { startS3Server, type S3Server } from '#/adapters/storage/testing/s3-server.ts';
import { people, startProduct, type Product } from '#/scripts/testing/product.ts';

const ready = z.object({
  attention: z.array(z.object({ what: z.string(), why: z.array(z.string()) })).default([]),
});

const readiness = async ({ url }: Product) => {
  const answer = await fetch(`${url}/readyz`);
  const { attention } = ready.parse(await answer.json());
  const files = attention.filter(({ what }) => what === 'files');
  return { status: answer.status, files };
};

describe('File storage of the running product', () => {
  it('uses a folder, and reports at /readyz that the folder is missing while it stays ready', async () => {
    const product = await startProduct();
    try {
      expect(await readiness(product)).to.deep.equal({ status: 200, files: [] });
      expect((await fetch(`${product.url}/files/none.png`)).status).to.equal(404);
      const unsigned = await fetch(`${product.url}/api/files/none.png`, {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: 'png',
      });
      expect(unsigned.status).to.equal(403);
      expect(await unsigned.text()).to.include('file/link-invalid');
      await rm(join(product.dataDir, 'files'), { recursive: true });
      const why = ['the disk failed: ENOENT'];
      expect(await readiness(product)).to.deep.equal({
        status: 200,
        files: [{ what: 'files', why }],
      });
    } finally {
      await product.stop();
    }
  }).timeout(60_000);

  it('rejects links to encrypted files at the addresses of unencrypted files', async () => {
    const product = await startProduct();
    try {
      const photo = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('A face.')]);
      const callerOf = async (email: string) => ({
        cookie: await product.signIn(email),
        key: randomUUID(),
      });
      const seller = await callerOf(people.seller.email);
      const upload = {
        kind: 'photoDocument',
        contentType: 'image/png',
        size: photo.length,
      } as const;
      const { fileId, url, headers } = await product.ask('seller.requestUpload', upload, seller);
      const send = async (to: string): Promise<number> =>
        (await fetch(to, { method: 'PUT', headers, body: photo })).status;
      expect(await send(url.replace('/api/private-files/', '/api/files/'))).to.equal(403);
      expect(await send(url)).to.equal(200);
      await product.ask('seller.submitReceiverFile', { fileId }, seller);
      const shown = await product.ask(
        'admin.getReceiver',
        { sellerId: 'demo-seller' },
        await callerOf(people.admin.email),
      );
      const link = shown.checklist.find(({ file }) => file?.fileId === fileId)?.url ?? '';
      expect((await fetch(link.replace('/private-files/', '/files/'))).status).to.equal(404);
      const read = await fetch(link);
      expect(Buffer.from(await read.arrayBuffer())).to.deep.equal(photo);
    } finally {
      await product.stop();
    }
  }).timeout(60_000);

  describe('At an S3 service', () => {
    let s3: S3Server;
    let product: Product;
    before(async function () {
      this.timeout(60_000);
      s3 = await startS3Server();
      const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings;
      Object.assign(process.env, {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      });
      product = await startProduct();
    });
    after(async () => {
      for (const name of Object.keys(process.env)) {
        if (name.startsWith('S3_')) delete process.env[name];
      }
      await product.stop();
      await s3.close();
    });

    it('allows the S3 endpoint in the content security policy, and serves no files itself', async () => {
      const { headers } = await fetch(`${product.url}/login`);
      const policy = headers.get('content-security-policy') ?? '';
      const directive = (name: string) =>
        policy.split(';').find((each) => each.startsWith(`${name} `));
      for (const name of ['connect-src', 'img-src']) {
        expect(directive(name)).to.include(s3.settings.endpoint);
      }
      expect((await fetch(`${product.url}/files/none.png`)).status).to.equal(404);
      const put = await fetch(`${product.url}/api/files/none.png`, { method: 'PUT', body: 'x' });
      expect(put.status).to.equal(404);
    });

    it('reports the S3 service’s error status at /readyz while it stays ready', async () => {
      expect(await readiness(product)).to.deep.equal({ status: 200, files: [] });
      s3.failWith(503);
      const why = ['the storage answered 503'];
      expect(await readiness(product)).to.deep.equal({
        status: 200,
        files: [{ what: 'files', why }],
      });
      s3.failWith(undefined);
    });
  });
});
