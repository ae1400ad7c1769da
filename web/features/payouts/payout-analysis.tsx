import { useQueryClient } from '@tanstack/react-query';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { useShortcutKeys } from '#/web/ui/blocks/shortcut-keys.ts';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { usePayoutsTexts } from './payouts-texts.ts';

interface OfPayout {
  readonly payout: WaitingWithdrawal;
}

/** Who analyses the payout, and since when. */
export const AnalysisBadge = ({ payout: { analysis } }: OfPayout) => {
  const { inAnalysis, someone } = usePayoutsTexts();
  const { dateTime } = useFormats();
  if (analysis === null) return null;
  const since = dateTime(analysis.since);
  return (
    <Badge tone={analysis.isOwn ? 'accent' : 'warning'}>
      {analysis.isOwn ? inAnalysis.byYou(since) : inAnalysis.by(analysis.by ?? someone, since)}
    </Badge>
  );
};

interface AnalysisButtonProps extends OfPayout {
  /** Whether the shortcut key for the button works now. */
  readonly isKeyFree: boolean;
}

/** Begins the user's analysis of the payout, takes the analysis over from someone else, or ends it. */
export const AnalysisButton = ({ payout, isKeyFree }: AnalysisButtonProps) => {
  const { inAnalysis } = usePayoutsTexts();
  const client = useQueryClient();
  const language = useLanguage();
  const begin = useWrite('admin.beginWithdrawalAnalysis');
  const end = useWrite('admin.endWithdrawalAnalysis');
  const { withdrawalId, analysis } = payout;
  const onError = (failure: Error): void => {
    toast.error(failureText(failure, language));
    void refreshQueries(client);
  };
  const press = (): void =>
    analysis?.isOwn
      ? end.mutate({ withdrawalId }, { onError })
      : begin.mutate({ withdrawalId, insteadOf: analysis?.since ?? null }, { onError });
  const isPending = begin.isPending || end.isPending;
  useShortcutKeys({ e: isKeyFree && !isPending ? press : undefined });
  const label = analysis?.isOwn
    ? inAnalysis.leave
    : analysis
      ? inAnalysis.takeOver
      : inAnalysis.begin;
  return (
    <Button className="mr-auto" pending={isPending} onClick={press}>
      {label}
    </Button>
  );
};
