import { Download } from 'lucide-react';
import type { DownloadState } from '#/web/lib/use-download.ts';
import { Button } from './button.tsx';
import { useDownloadTexts } from '#/web/ui/hooks/use-download-texts.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Progress } from './progress.tsx';

interface DownloadControlsProps {
  /** The file's lines; undefined until counted. */
  readonly lines: number | undefined;
  readonly isCounting: boolean;
  readonly state: DownloadState;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

/** The number of lines, and a button that starts the download or cancels it. */
export const DownloadControls = (props: DownloadControlsProps) => {
  const texts = useDownloadTexts();
  const { lines, isCounting, state, onStart, onCancel } = props;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-ink-muted tabular-nums">
        {lines === undefined ? isCounting && texts.counting : texts.lines(lines)}
      </p>
      {state.kind === 'running' ? (
        <Button onClick={onCancel}>{texts.cancel}</Button>
      ) : (
        <Button kind="primary" disabled={!lines} onClick={onStart}>
          <Download aria-hidden className="size-4" />
          {texts.start}
        </Button>
      )}
    </div>
  );
};

interface DownloadStatusProps {
  readonly state: DownloadState;
  /** The file's lines. */
  readonly total: number;
}

/** How far the download is, or how it ended. */
export const DownloadStatus = ({ state, total }: DownloadStatusProps) => {
  const texts = useDownloadTexts();
  const { count, bytes } = useFormats();
  if (state.kind === 'running') {
    const { progress } = state;
    // The heading is not counted.
    const lines = Math.max(0, progress.lines - 1);
    return (
      <div className="mt-4 grid gap-2">
        <Progress
          label={texts.progress}
          value={total === 0 ? null : Math.min(100, Math.round((100 * lines) / total))}
        />
        <p className="text-xs text-ink-faint tabular-nums">
          {texts.received(count(lines), count(total), bytes(progress.bytes))}
        </p>
      </div>
    );
  }
  return (
    <div role="status" className="mt-4 empty:hidden">
      {state.kind === 'done' && (
        <p className="text-positive">
          {texts.done(state.file, count(Math.max(0, state.progress.lines - 1)))}
        </p>
      )}
      {state.kind === 'canceled' && <p className="text-ink-muted">{texts.canceled}</p>}
      {state.kind === 'failed' && <p className="text-negative">{texts.failed}</p>}
    </div>
  );
};
