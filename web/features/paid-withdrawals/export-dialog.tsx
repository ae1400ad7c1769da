import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { queryText } from '#/web/lib/rpc.ts';
import { useDownload } from '#/web/lib/use-download.ts';
import { DownloadControls, DownloadStatus } from '#/web/ui/csv-download.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useDownloadTexts } from '#/web/ui/hooks/use-download-texts.ts';
import { ErrorCard } from '#/web/ui/states.tsx';
import { PaidContext } from './paid-context.ts';
import { filtersIn, paidTotalsQuery } from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

interface ExportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A download continues after the dialog is closed. */
const ExportDialog = ({ open, onClose }: ExportDialogProps) => {
  const { download: texts } = usePaidTexts();
  const { format } = useDownloadTexts();
  const language = useLanguage();
  const { filters } = use(PaidContext);
  const { state, start, cancel } = useDownload();
  const count = useQuery({ ...paidTotalsQuery(filters), enabled: open });
  const lines = count.data?.lines;
  const begin = () =>
    void start(
      `/api/export.withdrawals${queryText({ ...filtersIn(filters), language })}`,
      'withdrawals.csv',
    );
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} description={texts.text}>
      <p className="mb-4 text-xs text-ink-faint">{format}</p>
      <DownloadControls
        lines={lines}
        isCounting={count.isFetching}
        state={state}
        onStart={begin}
        onCancel={cancel}
      />
      {count.error && <ErrorCard error={count.error} onRetry={() => void count.refetch()} />}
      <DownloadStatus state={state} total={lines ?? 0} />
    </Dialog>
  );
};

export default ExportDialog;
