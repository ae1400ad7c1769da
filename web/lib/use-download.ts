import { useEffect, useRef, useState } from 'react';
import { downloadCsv } from './download-csv.ts';
import type { DownloadProgress } from './download-csv.ts';

/** The state of a download; `idle` before the first. */
export type DownloadState =
  | { readonly kind: 'idle' | 'canceled' | 'failed' }
  | { readonly kind: 'running'; readonly progress: DownloadProgress }
  | { readonly kind: 'done'; readonly file: string; readonly progress: DownloadProgress };

const NOTHING: DownloadProgress = { lines: 0, bytes: 0 };

/** The state is that of one download: start the next only after it. Leaving the screen cancels the last one started. */
export const useDownload = () => {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (url: string, fallbackName: string): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    let progress = NOTHING;
    setState({ kind: 'running', progress });
    try {
      const file = await downloadCsv({
        url,
        fallbackName,
        signal: controller.signal,
        onProgress: (next) => {
          progress = next;
          setState({ kind: 'running', progress });
        },
      });
      setState({ kind: 'done', file, progress });
    } catch {
      setState({ kind: controller.signal.aborted ? 'canceled' : 'failed' });
    }
  };
  return { state, start, cancel: () => abort.current?.abort() };
};
