import { useEffect, useRef, useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { upload, type FileToUpload, type UploadLink } from '#/web/lib/upload.ts';
import { useUiTexts } from './use-ui-texts.ts';

/** `idle` before the first file. */
export type UploadState =
  | { readonly kind: 'idle' | 'canceled' }
  | { readonly kind: 'wrong-type' | 'too-large' | 'empty' | 'done'; readonly name: string }
  | { readonly kind: 'running'; readonly name: string; readonly part: number }
  | { readonly kind: 'failed'; readonly name: string; readonly error: unknown };

export interface UploadRules {
  /** Content types: `['image/png', 'application/pdf']`. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
}

const objectionTo = (file: File, { accept, maxBytes }: UploadRules) => {
  if (!accept.includes(file.type)) return 'wrong-type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'too-large' : undefined;
};

/** Uploads a file. A new file cancels the one in progress; leaving the screen cancels too. */
export const useUpload = <Link extends UploadLink>(
  options: UploadRules & {
    readonly link: (file: FileToUpload, signal: AbortSignal) => Promise<Link>;
    readonly onUploaded: (link: Link, file: File) => void;
  },
) => {
  const texts = useUiTexts().upload;
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const start = async (file: File): Promise<void> => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const { name } = file;
    /** Changes the state, unless another file has replaced this one. */
    const say = (next: UploadState) => current.current === controller && setState(next);
    const objection = objectionTo(file, options);
    if (objection) {
      say({ kind: objection, name });
      return;
    }
    say({ kind: 'running', name, part: 0 });
    try {
      const link = await upload({
        file,
        link: options.link,
        signal: controller.signal,
        onProgress: (part) => say({ kind: 'running', name, part }),
      });
      say({ kind: 'done', name });
      toast.success(texts.done);
      options.onUploaded(link, file);
    } catch (error) {
      if (controller.signal.aborted) {
        say({ kind: 'canceled' });
        return;
      }
      say({ kind: 'failed', name, error });
      toast.error(texts.failed);
    }
  };

  return { state, start, cancel: () => current.current?.abort() };
};
