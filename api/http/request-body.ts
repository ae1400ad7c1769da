import type { IncomingMessage } from 'node:http';
import { Rejected } from './problem.ts';

/** Returns the announced length of the body in bytes; undefined for a chunked body, whose length is unknown; 0 without a body. */
export const announcedBytes = ({ headers }: IncomingMessage): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;

/** @throws Rejected `request/too-large`, `request/unsupported-media-type`, `request/malformed` */
export const readBody = async (request: IncomingMessage, limit: number): Promise<Buffer> => {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  // A compressed body may expand a thousandfold.
  if (encoding.toLowerCase() !== 'identity') throw new Rejected('request/unsupported-media-type');
  if ((announcedBytes(request) ?? 0) > limit) throw new Rejected('request/too-large');
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) {
      chunks.push(chunk);
      return;
    }
    // Later bytes are discarded until the connection is closed.
    chunks.length = 0;
    reject(new Rejected('request/too-large'));
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('close', () => {
    // `request.complete` is true before the last bytes have been read.
    if (!request.readableEnded) reject(new Rejected('request/malformed'));
  });
  request.once('error', () => reject(new Rejected('request/malformed')));
  return promise;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the parsed body, `{}` when there is none. @throws Rejected `request/malformed-json`; as `readBody` */
export const readJson = async (request: IncomingMessage, limit: number): Promise<unknown> => {
  const body = await readBody(request, limit);
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Not UTF-8, or not JSON.
  }
  throw new Rejected('request/malformed-json');
};
