import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { Rejected } from '#/api/http/problem.ts';
import {
  FileStorageFailure,
  isFileKey,
  type FileAccess,
  type DeclaredFile,
} from '#/domain/ports/file-storage.ts';

/** A storage whose files this process itself sends and receives. */
export interface ServedFiles {
  readonly readUploadLink: (key: string, query: URLSearchParams) => DeclaredFile | undefined;
  readonly mayRead: (key: string, query: URLSearchParams) => boolean;
  readonly receive: (
    file: DeclaredFile,
    body: AsyncIterable<Uint8Array>,
  ) => Promise<'stored' | 'taken' | 'wrong-size'>;
  /**
   * @param mayRead whether the request has a valid link; without one, a private file counts as missing
   * @throws FileStorageFailure
   */
  readonly openFile: (key: string, mayRead: boolean) => Promise<OpenFile | undefined>;
}

interface OpenFile {
  readonly contentType: string;
  readonly access: FileAccess;
  readonly size: number;
  /** `size` bytes, or a stream that fails. */
  readonly read: () => Readable;
  readonly close: () => Promise<void>;
}

/** Returns a file's key, which is the path as sent: keys need no escapes. Scheme and host may precede the path (RFC 9112 §3.2.2). */
const fileOf = (request: Request) => {
  const [path = '', query = ''] = request.url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 2);
  return { key: path.slice(1), query: new URLSearchParams(query) };
};

export const uploadRoutes = (files: ServedFiles): Router =>
  Router().put(/.*/, async (request, response) => {
    response.locals.route = 'files.put';
    const { key, query } = fileOf(request);
    const file = isFileKey(key) ? files.readUploadLink(key, query) : undefined;
    if (file === undefined) throw new Rejected('file/link-invalid');
    const length = Number(request.get('Content-Length') ?? Number.NaN);
    if (length > file.size) throw new Rejected('request/too-large');
    if (length !== file.size || request.get('Content-Type') !== file.contentType) {
      throw new Rejected('request/invalid-input');
    }
    const received = await files.receive(file, request).catch((error: unknown) => {
      // The client disconnected; this is no failure of the server.
      if (!request.complete) throw new Rejected('request/invalid-input');
      throw error;
    });
    if (received === 'taken') throw new Rejected('file/taken');
    if (received === 'wrong-size') throw new Rejected('request/invalid-input');
    response.status(200).end();
  });

/** Files that browsers show; others are downloads. */
const isShown = (contentType: string): boolean => /^image\/|^application\/pdf$/.test(contentType);

const headersOf = ({ contentType, access, size }: OpenFile): Readonly<Record<string, string>> => ({
  'Content-Type': contentType,
  'Content-Length': String(size),
  'Content-Disposition': isShown(contentType) ? 'inline' : 'attachment',
  // Images may contain scripts, so they get a sandbox. It would block PDF viewers.
  'Content-Security-Policy':
    contentType === 'application/pdf'
      ? `frame-ancestors 'none'`
      : `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox`,
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  ...(access === 'public'
    ? {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }
    : { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' }),
});

const send = async (file: OpenFile, request: Request, response: Response): Promise<void> => {
  try {
    response.set({ ...headersOf(file) });
    if (request.method === 'HEAD') response.end();
    else await pipeline(file.read(), response);
  } catch (error) {
    // After a disconnection no answer is possible. If the storage failed, staff must know.
    if (error instanceof FileStorageFailure || !request.socket.destroyed) throw error;
  } finally {
    // An aborted stream leaves the file open, and a file closed by the garbage collector ends the process.
    await file.close();
  }
};

/** Serves files below a path. Without `files`, every file is reported as missing. */
export const filePages = (
  path: '/files' | '/private-files',
  files: ServedFiles | undefined,
): Router => Router().use(path, files ? serveFiles(files) : noFiles);

const noFiles: RequestHandler = () => {
  throw new Rejected('resource/not-found');
};

/** `GET /files/<key>` for anybody, `GET /private-files/<key>?…` for holders of a link. */
const serveFiles = (files: ServedFiles): Router =>
  Router().get(/.*/, async (request, response) => {
    response.locals.route = 'files.get';
    const { key, query } = fileOf(request);
    const file = isFileKey(key) ? await files.openFile(key, files.mayRead(key, query)) : undefined;
    // Without a link the answer does not reveal whether a private file exists.
    if (file === undefined) throw new Rejected('resource/not-found');
    await send(file, request, response);
  });
