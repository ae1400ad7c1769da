import { appendFile } from 'node:fs/promises';

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

/**
 * Posts each line to a service when `target` is an http(s) address. Otherwise appends to the file `target` and never rewrites it, so
 * the file may be append-only (`chattr +a`, or a bucket with object lock).
 */
export const createAnchor = (target: string): Anchor =>
  /^https?:\/\//.test(target) ? post(target) : (line) => appendFile(target, line, { mode: 0o600 });
