import { CloudUpload } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, ProblemError } from '#/web/lib/rpc.ts';
import type { FileToUpload, UploadLink } from '#/web/lib/upload.ts';
import { Button } from './button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { useUpload, type UploadRules, type UploadState } from './hooks/use-upload.ts';

const Progress = lazy(async () => ({ default: (await import('./progress.tsx')).Progress }));

interface UploadProps<Link extends UploadLink> extends Partial<UploadRules> {
  /** `Frente do documento` */
  readonly label: string;
  readonly accept: readonly string[];
  /** By default the storage's limit. */
  readonly maxBytes?: number;
  /** Requested right before the file is sent. */
  readonly link: (file: FileToUpload, signal: AbortSignal) => Promise<Link>;
  readonly onUploaded: (link: Link, file: File) => void;
}

const MAX_BYTES = 10_000_000;

const names: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
};

/** A field to upload a file, which is chosen by mouse, keyboard or camera, or dropped. */
export const Upload = <Link extends UploadLink>(props: UploadProps<Link>) => {
  const { label, accept, maxBytes = MAX_BYTES } = props;
  const { upload: texts } = useUiTexts();
  const { bytes } = useFormats();
  const { state, start, cancel } = useUpload({ ...props, maxBytes });
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const stop = () => {
    cancel();
    // The pressed button is removed.
    input.current?.focus();
  };
  return (
    <div className="grid gap-1.5">
      <label
        className={classNames(
          'relative grid cursor-pointer justify-items-center gap-1 rounded-md border border-dashed px-4 py-5 text-center',
          'outline-offset-2 outline-accent has-focus-visible:outline-2',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
        )}
      >
        <CloudUpload aria-hidden className="size-5 text-ink-muted" />
        <span className="text-sm font-medium text-ink">{label}</span>
        <input
          ref={input}
          type="file"
          accept={accept.join(',')}
          aria-describedby={noteId}
          // The input covers the field and accepts dropped files.
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Otherwise the same file would not fire `change` again.
            target.value = '';
            if (file) void start(file);
          }}
        />
      </label>
      <p id={noteId} className="text-xs text-ink-faint">
        {texts.hint(accept.map((type) => names[type] ?? type).join(', '), bytes(maxBytes))}
      </p>
      {state.kind === 'running' && (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <Suspense>
              <Progress label={texts.progress(state.name)} value={Math.round(100 * state.part)} />
            </Suspense>
          </div>
          <Button size="small" onClick={stop}>
            {texts.cancel}
          </Button>
        </div>
      )}
      <Outcome state={state} max={bytes(maxBytes)} />
    </div>
  );
};

/** How the upload goes or ended. It stays after its toast is gone. */
const Outcome = ({ state, max }: { readonly state: UploadState; readonly max: string }) => {
  const { upload: texts } = useUiTexts();
  const language = useLanguage();
  const isDone = state.kind === 'done';
  const text = (): string => {
    switch (state.kind) {
      case 'idle':
        return '';
      case 'running':
        return texts.running(state.name);
      case 'canceled':
        return texts.canceled;
      case 'wrong-type':
        return texts.wrongType(state.name);
      case 'too-large':
        return texts.tooLarge(state.name, max);
      case 'empty':
        return texts.empty(state.name);
      case 'done':
        return texts.sent(state.name);
      case 'failed':
        return state.error instanceof ProblemError
          ? failureText(state.error, language)
          : texts.notSent(state.name);
    }
  };
  const isNeutral = state.kind === 'running' || state.kind === 'canceled';
  return (
    <p
      role="status"
      className={classNames(
        'text-xs break-words empty:hidden',
        isDone ? 'text-positive' : isNeutral ? 'text-ink-muted' : 'text-negative',
      )}
    >
      {text()}
    </p>
  );
};
