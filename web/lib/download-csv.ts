import { pageHeaders } from './rpc.ts';
import { saveFile } from './save-file.ts';

/** Counts received lines, with the heading. */
export interface DownloadProgress {
  readonly lines: number;
  readonly bytes: number;
}

const LINE_FEED = 10;

export const countLines = (chunk: Uint8Array): number => {
  let lines = 0;
  for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
  return lines;
};

const PROGRESS_EVERY_MILLISECONDS = 100;

/** Passes bytes through, and reports at intervals. */
export const createProgressCounter = (
  onProgress: (progress: DownloadProgress) => void,
  now: () => number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let progress: DownloadProgress = { lines: 0, bytes: 0 };
  let reportedAt = Number.NEGATIVE_INFINITY;
  return new TransformStream({
    transform: (chunk, controller) => {
      const { lines, bytes } = progress;
      progress = { lines: lines + countLines(chunk), bytes: bytes + chunk.length };
      controller.enqueue(chunk);
      if (now() - reportedAt < PROGRESS_EVERY_MILLISECONDS) return;
      reportedAt = now();
      onProgress(progress);
    },
    flush: () => onProgress(progress),
  });
};

/** The server's name for the file, or the fallback. */
export const fileName = (disposition: string | null, fallback: string): string =>
  /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? fallback;

interface Download {
  readonly url: string;
  readonly fallbackName: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: DownloadProgress) => void;
}

/** Saves a complete file. @returns its name @throws when the download was cancelled, refused or cut off */
export const downloadCsv = async (download: Download): Promise<string> => {
  const { signal, onProgress } = download;
  const response = await fetch(download.url, { headers: pageHeaders(), signal });
  if (!response.ok || !response.body) throw new Error(`export answered ${response.status}`);
  const counted = response.body.pipeThrough(
    createProgressCounter(onProgress, () => performance.now()),
  );
  const type = response.headers.get('content-type') ?? 'text/csv';
  const blob = await new Response(counted, { headers: { 'content-type': type } }).blob();
  signal.throwIfAborted();
  const name = fileName(response.headers.get('content-disposition'), download.fallbackName);
  saveFile(blob, name);
  return name;
};
