import { useEffect, useState } from 'react';
import { downloadCsv } from './download-csv.ts';
import type { DownloadProgress } from './download-csv.ts';

/** The state of a download; `idle` before the first. */
export type DownloadState =
  | { readonly kind: 'idle' | 'canceled' | 'failed' }
  | { readonly kind: 'running'; readonly progress: DownloadProgress }
  | { readonly kind: 'done'; readonly file: string; readonly progress: DownloadProgress };

const NOTHING: DownloadProgress = { lines: 0, bytes: 0 };

/** Starts and cancels downloads. A start is ignored while one runs: a second click may come before the button changes. */
export const createDownloads = (
  report: (state: DownloadState) => void,
  download: typeof downloadCsv = downloadCsv,
) => {
  let running: AbortController | undefined;

  const run = async (
    { signal }: AbortController,
    file: { readonly url: string; readonly fallbackName: string },
  ): Promise<DownloadState> => {
    let progress = NOTHING;
    const onProgress = (next: DownloadProgress): void => {
      progress = next;
      report({ kind: 'running', progress });
    };
    onProgress(progress);
    try {
      return { kind: 'done', file: await download({ ...file, signal, onProgress }), progress };
    } catch {
      return { kind: signal.aborted ? 'canceled' : 'failed' };
    }
  };

  return {
    start: async (url: string, fallbackName: string): Promise<void> => {
      if (running !== undefined) return;
      running = new AbortController();
      const end = await run(running, { url, fallbackName });
      running = undefined;
      report(end);
    },
    cancel: (): void => running?.abort(),
  };
};

/** A download and its state. Leaving the screen cancels the download. */
export const useDownload = () => {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const [{ start, cancel }] = useState(() => createDownloads(setState));
  useEffect(() => cancel, [cancel]);
  return { state, start, cancel };
};
