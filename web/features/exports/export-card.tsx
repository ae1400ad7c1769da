import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { Progress } from '#/web/ui/progress.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { ErrorCard } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { countQuery } from './export-queries.ts';
import type { ExportKind, ExportPeriod } from './export-queries.ts';
import { useDownload } from './use-download.ts';
import type { DownloadState } from './use-download.ts';

const KINDS = ['journal', 'sales'] as const satisfies readonly ExportKind[];

/** Chooses the export, shows its size, and downloads it with progress and a cancel button. */
export const ExportCard = ({ period }: { readonly period: ExportPeriod }) => {
  const { exports: texts } = useTexts();
  const language = useLanguage();
  const [kind, setKind] = useState<ExportKind>('journal');
  const { state, start, cancel } = useDownload();
  const count = useQuery(countQuery(kind, period));
  const lines = count.data?.lines;
  const isRunning = state.kind === 'running';
  const download = () => {
    const parameters = new URLSearchParams({ ...period, language });
    const name = `${kind}-${period.from}-${period.to}.csv`;
    void start(`/api/export.${kind}?${parameters.toString()}`, name);
  };
  return (
    <Card title={texts.download} note={texts.format}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={texts.kind}
          value={kind}
          options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={setKind}
        />
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-ink-muted tabular-nums">
            {lines === undefined ? count.isFetching && texts.counting : texts.lines(lines)}
          </p>
          {isRunning ? (
            <Button onClick={cancel}>{texts.cancel}</Button>
          ) : (
            <Button kind="primary" disabled={!lines} onClick={download}>
              <Download aria-hidden className="size-4" />
              {texts.start}
            </Button>
          )}
        </div>
      </div>
      <p className="mt-3 text-xs text-ink-faint">{texts.kindText[kind]}</p>
      {lines === 0 && <p className="mt-3 text-ink-muted">{texts.empty}</p>}
      {count.error && <ErrorCard error={count.error} onRetry={() => void count.refetch()} />}
      <DownloadStatus state={state} total={lines ?? 0} />
    </Card>
  );
};

interface DownloadStatusProps {
  readonly state: DownloadState;
  readonly total: number;
}

const DownloadStatus = ({ state, total }: DownloadStatusProps) => {
  const { exports: texts } = useTexts();
  const { count, bytes } = useFormats();
  if (state.kind === 'running') {
    const { progress } = state;
    // The heading is a line of the file, but is not in the count of lines.
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
