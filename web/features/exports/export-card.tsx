import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { useDownload } from '#/web/lib/use-download.ts';
import { Card } from '#/web/ui/card.tsx';
import { DownloadControls, DownloadStatus } from '#/web/ui/csv-download.tsx';
import { useDownloadTexts } from '#/web/ui/hooks/use-download-texts.ts';
import { Segmented } from '#/web/ui/segmented.tsx';
import { ErrorCard } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { countQuery } from './export-queries.ts';
import type { ExportKind, ExportPeriod } from './export-queries.ts';

const KINDS = ['journal', 'sales'] as const satisfies readonly ExportKind[];

/** Shows the export's size, and downloads it with progress. */
export const ExportCard = ({ period }: { readonly period: ExportPeriod }) => {
  const { exports: texts } = useTexts();
  const { format } = useDownloadTexts();
  const language = useLanguage();
  const [kind, setKind] = useState<ExportKind>('journal');
  const { state, start, cancel } = useDownload();
  const count = useQuery(countQuery(kind, period));
  const lines = count.data?.lines;
  const begin = () => {
    const parameters = new URLSearchParams({ ...period, language });
    const name = `${kind}-${period.from}-${period.to}.csv`;
    void start(`/api/export.${kind}?${parameters.toString()}`, name);
  };
  return (
    <Card title={texts.download} note={format}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={texts.kind}
          value={kind}
          options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={setKind}
        />
        <DownloadControls
          lines={lines}
          isCounting={count.isFetching}
          state={state}
          onStart={begin}
          onCancel={cancel}
        />
      </div>
      <p className="mt-3 text-xs text-ink-faint">{texts.kindText[kind]}</p>
      {lines === 0 && <p className="mt-3 text-ink-muted">{texts.empty}</p>}
      {count.error && <ErrorCard error={count.error} onRetry={() => void count.refetch()} />}
      <DownloadStatus state={state} total={lines ?? 0} />
    </Card>
  );
};
