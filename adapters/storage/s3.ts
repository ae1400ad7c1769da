import { AwsV4Signer } from 'aws4fetch';
import { request } from 'undici';
import { codeOrNameOf } from '#/domain/errors/error-code.ts';
import {
  FILE_BYTES_MAX,
  FILE_LINK_SECONDS,
  FileStorageFailure,
  requireFileKey,
  requireFitting,
  type CheckedFileStorage,
  type FileAccess,
} from '#/domain/ports/file-storage.ts';

/** Addressed by path: `<endpoint>/<bucket>/<key>`. */
export interface S3Settings {
  /** `https://s3.sa-east-1.amazonaws.com`, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The content delivery network's URL for public files, if any. */
  readonly publicUrl?: string | undefined;
}

interface Timeouts {
  readonly headers: number;
  readonly body: number;
  readonly total: number;
}

/** Milliseconds. */
const TIMEOUTS: Timeouts = { headers: 5_000, body: 5_000, total: 15_000 };

const IMMUTABLE = 'public, max-age=31536000, immutable';
const NOT_CACHED = 'private, no-store';

type Headers = Readonly<Record<string, string>>;

/** `if-none-match`: an upload replaces no file (people.76). */
const headersOf = (contentType: string, access: FileAccess): Headers => ({
  'content-type': contentType,
  'if-none-match': '*',
  ...(access === 'public'
    ? { 'cache-control': IMMUTABLE, 'x-amz-acl': 'public-read' }
    : { 'cache-control': NOT_CACHED }),
});

/** Links that are valid for a minute (Signature Version 4, in the query). */
const signer = (settings: S3Settings, now: () => number) => {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  return async (
    method: string,
    key: string,
    { headers = {}, query = {} }: { readonly headers?: Headers; readonly query?: Headers } = {},
  ): Promise<string> => {
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`);
    const all = { ...query, 'X-Amz-Expires': String(FILE_LINK_SECONDS) };
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      signQuery: true,
      // Signs the headers for type and length too.
      allHeaders: true,
      datetime: new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign();
    return signed.url.href;
  };
};

interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Follows no redirect. The link grants access, so error messages leave it out. */
const createCall =
  (timeouts: Timeouts) =>
  async (
    method: 'GET' | 'PUT' | 'DELETE' | 'HEAD',
    url: string,
    sent: { readonly headers?: Headers; readonly body?: Uint8Array } = {},
  ): Promise<Reply> => {
    try {
      const { statusCode, headers, body } = await request(url, {
        method,
        headers: { ...sent.headers },
        body: sent.body ?? null,
        headersTimeout: timeouts.headers,
        bodyTimeout: timeouts.body,
        signal: AbortSignal.timeout(timeouts.total),
      });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of body) {
        length += chunk.length;
        if (length > FILE_BYTES_MAX) throw new FileStorageFailure('the file is too large');
        chunks.push(chunk);
      }
      const contentType = String(headers['content-type'] ?? 'application/octet-stream');
      return { status: statusCode, contentType, bytes: Buffer.concat(chunks) };
    } catch (error) {
      if (error instanceof FileStorageFailure) throw error;
      throw new FileStorageFailure(`the storage did not answer: ${codeOrNameOf(error)}`);
    }
  };

const requireStatus = (allowed: readonly number[], { status }: Reply): void => {
  if (!allowed.includes(status)) throw new FileStorageFailure(`the storage answered ${status}`);
};

/** The key already has a file. */
const TAKEN = 412;

/** The account needs Get, Put, Delete and ListBucket, and the bucket must allow ACLs. */
export const openS3Storage = (
  settings: S3Settings,
  options: {
    readonly timeouts?: Partial<Timeouts>;
    /** Unix milliseconds. */
    readonly now?: () => number;
  } = {},
): CheckedFileStorage => {
  const { now = Date.now } = options;
  const call = createCall({ ...TIMEOUTS, ...options.timeouts });
  const sign = signer(settings, now);
  const publicBase = settings.publicUrl ?? `${settings.endpoint}/${settings.bucket}`;
  return {
    uploadLink: async ({ key, contentType, size, access }) => {
      requireFileKey(key);
      requireFitting({ contentType, size });
      const headers = headersOf(contentType, access);
      const signed = { ...headers, 'content-length': String(size) };
      return {
        url: await sign('PUT', key, { headers: signed }),
        // Browsers set the length themselves.
        headers,
        expiresAt: new Date(now() + FILE_LINK_SECONDS * 1_000).toISOString(),
      };
    },
    put: async (key, { contentType, bytes }, access) => {
      requireFileKey(key);
      requireFitting({ contentType, size: bytes.length });
      const headers = {
        ...headersOf(contentType, access),
        'content-length': String(bytes.length),
      };
      const url = await sign('PUT', key, { headers });
      const reply = await call('PUT', url, { headers, body: bytes });
      requireStatus([200, TAKEN], reply);
      return reply.status === TAKEN ? 'taken' : 'stored';
    },
    get: async (key) => {
      const reply = await call('GET', await sign('GET', requireFileKey(key)));
      requireStatus([200, 404], reply);
      const { status, contentType, bytes } = reply;
      return status === 404 ? undefined : { contentType, bytes };
    },
    remove: async (key) =>
      requireStatus(
        [200, 204, 404],
        await call('DELETE', await sign('DELETE', requireFileKey(key))),
      ),
    publicUrl: (key) => `${publicBase}/${requireFileKey(key)}`,
    downloadLink: async (key) =>
      sign('GET', requireFileKey(key), { query: { 'response-cache-control': NOT_CACHED } }),
    check: async () => requireStatus([200], await call('HEAD', await sign('HEAD', ''))),
  };
};
