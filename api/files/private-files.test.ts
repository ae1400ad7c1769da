import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { expect } from 'chai';
import express, { type ErrorRequestHandler } from 'express';
import pg from 'pg';
import pino from 'pino';
import { createLinks } from '#/adapters/storage/disk-links.ts';
import { openS3Storage } from '#/adapters/storage/s3.ts';
import { startS3Server } from '#/adapters/storage/testing/s3-server.ts';
import { sendProblem } from '#/api/http/problem.ts';
import { temporaryStorage } from '#/api/testing/disk-files.ts';
import { DamagedFile, FileStorageFailure, type FileStorage } from '#/domain/ports/file-storage.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { parseMasterKeys } from '#/ledger/vault/master-keys.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { encryptPrivateFiles, type FileLinks } from './private-files.ts';
import { filePages, uploadRoutes } from './routes.ts';

interface OpenStorage {
  readonly storage: FileStorage;
  readonly close: () => Promise<void>;
}

const storages: Readonly<Record<string, (url: string) => Promise<OpenStorage>>> = {
  'the disk': async (url) => {
    const { storage, remove } = await temporaryStorage(url);
    return { storage, close: remove };
  },
  S3: async () => {
    const server = await startS3Server();
    return { storage: openS3Storage(server.settings), close: server.close };
  },
};

const KEY = 'receivers/seller-1/document';
const FACE = Buffer.from('\x89PNG\r\n\x1a\n the face of Maria da Silva', 'latin1');
const document = {
  key: KEY,
  contentType: 'image/png',
  size: FACE.length,
  access: 'private',
} as const;
const masterKeys = parseMasterKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`);

const privateFilesOn = (name: string, openStorage: (url: string) => Promise<OpenStorage>): void => {
  describe(`Storage of private files on ${name}`, () => {
    let database: TestDatabase;
    let pool: pg.Pool;
    let vault: Vault;
    let server: Server;
    let opened: OpenStorage;
    let files: FileStorage;
    let links: FileLinks;
    let maria: string;
    let elapsedMs = 0;

    before(async () => {
      database = await testDatabase();
      pool = new pg.Pool({ connectionString: database.url });
      vault = await createVault({ pool, masterKeys });
    });

    beforeEach(async () => {
      elapsedMs = 0;
      server = createServer();
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      opened = await openStorage(url);
      const places = { uploads: `${url}/api/private-files`, downloads: `${url}/private-files` };
      links = createLinks(
        places,
        'a secret of thirty-two characters',
        () => Date.now() + elapsedMs,
      );
      const { storage, served } = encryptPrivateFiles(
        { storage: opened.storage, privateLinks: links },
        vault,
      );
      files = storage;
      const onError: ErrorRequestHandler = (error, request, response, _next) =>
        sendProblem(error, request, response, pino({ level: 'silent' }));
      const app = express()
        .use('/api/private-files', uploadRoutes(served))
        .use(filePages('/private-files', served));
      server.on('request', app.use(onError));
      const email = `maria.${Math.random()}@example.com`;
      maria = await vault.subjectFor({ platformId: 'demo', email });
    });

    afterEach(async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await opened.close();
    });

    after(async () => {
      await pool.end();
      await database.drop();
    });

    const send = async (changeUrl: (url: string) => string = (url) => url, body = FACE) => {
      const { url, headers } = await files.uploadLink({ ...document, subject: maria });
      const init = { method: 'PUT', headers: { ...headers }, body: new Uint8Array(body) };
      return (await fetch(changeUrl(url), init)).status;
    };

    const read = async () => fetch(await files.downloadLink(KEY));

    it('stores a file encrypted and returns it unchanged', async () => {
      expect(await send()).to.equal(200);
      const stored = Buffer.from((await opened.storage.get(KEY))?.bytes ?? []);
      expect(stored.length).to.be.greaterThan(FACE.length);
      expect(stored.toString('latin1')).not.to.include('Maria').and.not.to.include('PNG');
      expect((await files.get(KEY))?.contentType).to.equal('image/png');
      const answer = await read();
      expect(answer.headers.get('content-type')).to.equal('image/png');
      expect(answer.headers.get('cache-control')).to.equal('private, no-store');
      expect(Buffer.from(await answer.arrayBuffer())).to.deep.equal(FACE);
    });

    it('no longer finds a file once the person’s key is destroyed', async () => {
      await send();
      await vault.destroy([{ subject: maria, class: 'contact' }]);
      expect(await files.get(KEY)).to.equal(undefined);
      expect((await read()).status).to.equal(404);
    });

    it('serves a file for one minute through its signed link, which opens no other file', async () => {
      await send();
      const link = await files.downloadLink(KEY);
      expect((await fetch(link.split('?')[0] ?? '')).status).to.equal(404);
      expect((await fetch(link.replace('seller-1', 'seller-2'))).status).to.equal(404);
      elapsedMs = 61_000;
      expect((await fetch(link)).status).to.equal(404);
    });

    it('does not even read a file for an address without its signature, and so does not answer that the file is damaged', async () => {
      await send();
      const get = mock.method(opened.storage, 'get', async () => {
        throw new DamagedFile('the file is damaged');
      });
      const link = await files.downloadLink(KEY);
      expect((await fetch(link.split('?')[0] ?? '')).status).to.equal(404);
      expect(get.mock.callCount()).to.equal(0);
      expect((await fetch(link)).status).to.equal(500);
    });

    it('serves no file through altered links or with methods other than GET and HEAD', async () => {
      await send();
      const link = await files.downloadLink(KEY);
      const withoutSignature = link.split('?')[0] ?? '';
      const query = new URL(link).search;
      const { url: upload } = await files.uploadLink({
        ...document,
        key: 'receivers/seller-2/document',
        subject: maria,
      });
      const attempts: readonly (readonly [string, RequestInit])[] = [
        [withoutSignature, { method: 'HEAD' }],
        [withoutSignature, { headers: { range: 'bytes=0-3' } }],
        [`${withoutSignature}?expires=9999999999&signature=`, {}],
        [`${withoutSignature}?signature=${'A'.repeat(43)}&expires=9999999999`, {}],
        [link.replace('expires=', 'expires=9999999999&expires='), {}],
        [link.replace('expires=', 'expires=0'), {}],
        [link.replace('expires=', 'expires=+'), {}],
        [link.replace('signature=', 'signature=A&signature='), {}],
        [link.replace('document?', 'document/?'), {}],
        [link.replace('/receivers/', '/receivers//'), {}],
        [link.replace('/receivers/', '/RECEIVERS/'), {}],
        [link.replace('seller-1', 'seller%2D1'), {}],
        [link.replace('seller-1', 'seller-2%2F..%2Fseller-1'), {}],
        [link.replace('/private-files/', '/api/private-files/'), {}],
        [link.replace('/private-files/', '/files/'), {}],
        [`${withoutSignature}${new URL(upload).search}`, {}],
        [upload, {}],
        [
          `${new URL(upload).origin}${new URL(upload).pathname}${query}`,
          { method: 'PUT', body: FACE },
        ],
        ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map(
          (method) => [link, { method }] as const,
        ),
      ];
      for (const [url, init] of attempts) {
        const answer = await fetch(url, init);
        const content = Buffer.from(await answer.arrayBuffer());
        expect(content.includes('PNG'), `${init.method ?? 'GET'} ${url}`).to.equal(false);
        // OPTIONS may succeed: it only names the allowed methods.
        if (init.method !== 'OPTIONS')
          expect(answer.status, `${init.method ?? 'GET'} ${url}`).to.be.within(400, 499);
        expect(answer.headers.get('content-type') ?? '').to.not.include('image');
      }
      const head = await fetch(link, { method: 'HEAD' });
      expect([head.status, (await head.arrayBuffer()).byteLength]).to.deep.equal([200, 0]);
      const part = await fetch(link, { headers: { range: 'bytes=1-3' } });
      expect(part.headers.get('cache-control')).to.equal('private, no-store');
      expect(Buffer.from(await part.arrayBuffer())).to.deep.equal(FACE);
    });

    it('rejects an upload whose size, access or person differs from what was announced', async () => {
      const other = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
      expect(await send((url) => url.replace(maria, other))).to.equal(403);
      expect(await send((url) => url.replace('access=private', 'access=public'))).to.equal(403);
      expect(await send((url) => url, Buffer.concat([FACE, FACE]))).to.equal(413);
      expect(await send((url) => url, FACE.subarray(1))).to.equal(400);
      expect(await opened.storage.get(KEY)).to.equal(undefined);
    });

    it('rejects a second upload of the same file with 409', async () => {
      expect(await send()).to.equal(200);
      expect(await send()).to.equal(409);
    });

    it('fails to read a file whose stored bytes were moved to another key or altered', async () => {
      await send();
      const stored = await opened.storage.get(KEY);
      if (stored === undefined) throw new Error('nothing was stored');
      await opened.storage.put('receivers/seller-2/document', stored, 'private');
      const altered = Buffer.from(stored.bytes);
      altered[altered.length - 20] = (altered.at(-20) ?? 0) ^ 1;
      await opened.storage.put(
        'receivers/seller-3/document',
        { ...stored, bytes: altered },
        'private',
      );
      for (const seller of ['seller-2', 'seller-3']) {
        const failed = await files
          .get(`receivers/${seller}/document`)
          .catch((error: unknown) => error);
        expect(failed).to.be.instanceOf(DamagedFile);
        const answer = await fetch(await files.downloadLink(`receivers/${seller}/document`));
        expect(answer.status).to.equal(500);
      }
    });

    it('does not call a file damaged because its key cannot be read at the moment', async () => {
      await send();
      const unavailable = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      const decryptBytes = () => Promise.reject(unavailable);
      const { storage } = encryptPrivateFiles(
        { storage: opened.storage, privateLinks: links },
        { ...vault, decryptBytes },
      );
      const failed = await storage.get(KEY).catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(FileStorageFailure).and.not.to.be.instanceOf(DamagedFile);
    });

    it('still reads a file that was stored before encryption was introduced', async () => {
      await opened.storage.put(KEY, { contentType: 'image/png', bytes: FACE }, 'private');
      expect(Buffer.from(await (await read()).arrayBuffer())).to.deep.equal(FACE);
    });

    it('rejects a file of an erased person with 503 and does not store it', async () => {
      await vault.destroy([{ subject: maria, class: 'contact' }]);
      expect(await send()).to.equal(503);
      expect(await opened.storage.get(KEY)).to.equal(undefined);
    });

    it('rejects a file without a person to encrypt it for', async () => {
      const { url, headers } = await files.uploadLink(document);
      const init = { method: 'PUT', headers: { ...headers }, body: new Uint8Array(FACE) };
      expect((await fetch(url, init)).ok).to.equal(false);
      const put = files.put(KEY, { contentType: 'image/png', bytes: FACE }, 'private');
      expect(await put.catch((error: unknown) => error)).to.be.instanceOf(FileStorageFailure);
    });
  });
};

for (const [name, open] of Object.entries(storages)) privateFilesOn(name, open);
