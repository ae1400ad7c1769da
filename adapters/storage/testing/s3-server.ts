import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '#/adapters/storage/s3.ts';
import { findSignatureError } from './sigv4.ts';

interface StoredObject {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly isPublic: boolean;
}

/** Stores objects as S3 does, in one bucket, and checks every signature. */
export interface S3Server {
  readonly settings: S3Settings;
  readonly keys: () => readonly string[];
  /** From now on: answers with this status, or not at all; `undefined` = normally again. */
  readonly failWith: (status: number | 'silence' | undefined) => void;
  /** The URL of the last request. */
  readonly lastUrl: () => string;
  readonly close: () => Promise<void>;
}

const STORED_HEADERS = ['content-type', 'cache-control'] as const;

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
};

const single = (headers: IncomingMessage['headers']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));

const ACCOUNT = { accessKeyId: 'AKTEST', secretAccessKey: 'test/secret+key', region: 'sa-east-1' };
const BUCKET = 'files';

type Objects = Map<string, StoredObject>;

const write = async (
  objects: Objects,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { headers } = request;
  // Node enforces the signed length, so the object is complete.
  const bytes = await buffer(request);
  if (headers['if-none-match'] === '*' && objects.has(key)) {
    refuse(response, 412, 'PreconditionFailed');
    return;
  }
  objects.set(key, {
    bytes,
    headers: Object.fromEntries(STORED_HEADERS.map((name) => [name, headers[name] ?? ''])),
    isPublic: headers['x-amz-acl'] === 'public-read',
  });
  response.writeHead(200).end();
};

/** Answers requests to the bucket. All but public reads need a signature. */
const answerFrom =
  (objects: Objects, now: () => number) =>
  async (url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request;
    const key = decodeURIComponent(url.pathname).slice(`/${BUCKET}/`.length);
    const stored = objects.get(key);
    const isOpen = method === 'GET' && stored?.isPublic === true;
    const unsignedError = isOpen ? undefined : 'AccessDenied';
    const objection = url.searchParams.has('X-Amz-Signature')
      ? findSignatureError({ method, url, headers: single(headers) }, ACCOUNT, now())
      : unsignedError;
    if (objection !== undefined) {
      refuse(response, 403, objection);
    } else if (method === 'PUT') {
      await write(objects, key, request, response);
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (method === 'HEAD') {
      response.writeHead(200).end();
    } else if (stored === undefined) {
      refuse(response, 404, 'NoSuchKey');
    } else {
      const requested = url.searchParams.get('response-cache-control');
      const override = requested === null ? {} : { 'cache-control': requested };
      response.writeHead(200, { ...stored.headers, ...override }).end(stored.bytes);
    }
  };

/** @param options.now Unix milliseconds */
export const startS3Server = async (
  options: { readonly now?: () => number } = {},
): Promise<S3Server> => {
  const { now = Date.now } = options;
  const objects: Objects = new Map();
  const answer = answerFrom(objects, now);
  let failing: number | 'silence' | undefined;
  let lastUrl = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
    lastUrl = url.href;
    if (failing === 'silence') return;
    if (failing !== undefined) {
      // A client that follows a redirect comes back here, and `lastUrl` shows it.
      response.setHeader('location', `/${BUCKET}/elsewhere`);
      refuse(response, failing, 'InternalError');
      return;
    }
    answer(url, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return {
    settings: { endpoint: `http://127.0.0.1:${address.port}`, bucket: BUCKET, ...ACCOUNT },
    keys: () => [...objects.keys()],
    failWith: (status) => {
      failing = status;
    },
    lastUrl: () => lastUrl,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
