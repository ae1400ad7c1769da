import { appendFile, open } from 'node:fs/promises';

/** Stores one line outside the database. @throws when it is not certain that the line was stored */
export type Anchor = (line: string) => Promise<void>;

const TIMEOUT_MS = 5_000;

const post =
  (url: string): Anchor =>
  async (line) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: line,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the anchor answered ${response.status}`);
  };

const isService = (target: string): boolean => /^https?:\/\//.test(target);

/** No line is longer. */
const TAIL_BYTES = 65_536;

/**
 * The last complete line of the file at `target`, if any; undefined if `target` is a URL.
 * @throws when the file exists but cannot be read
 */
export const readNewest = async (target: string): Promise<string | undefined> => {
  if (isService(target)) return undefined;
  const file = await open(target, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    // What follows the last end of a line was not stored whole.
    return buffer
      .toString()
      .split('\n')
      .slice(0, -1)
      .findLast((line) => line !== '');
  } finally {
    await file.close();
  }
};

/** Posts each line to `target`, or appends it if `target` is a file. */
export const createAnchor = (target: string): Anchor =>
  isService(target) ? post(target) : (line) => appendFile(target, line, { mode: 0o600 });
