import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { marking } from './mark-dialogs.ts';
import { PaidContext } from './paid-context.ts';
import { isMarkable, paidQuery, type PaidSearch } from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

const NONE: readonly PaidWithdrawal[] = [];

/** Selects the withdrawals of this page that are not reconciled, and marks those that are selected. */
export const MarkBar = ({ search }: { readonly search: PaidSearch }) => {
  const texts = usePaidTexts();
  const { money } = useFormats();
  const { mayMark, selected, onSelected, onMark } = use(PaidContext);
  const rows = useQuery(paidQuery(search)).data?.items ?? NONE;
  const markable = rows.filter(isMarkable);
  // Withdrawals that others marked meanwhile cannot be marked any more.
  const chosen = markable.filter(({ withdrawalId }) => selected.has(withdrawalId));
  const sum = chosen.reduce((total, { net }) => total + net, 0);
  const selectAll = () => onSelected(new Set(markable.map(({ withdrawalId }) => withdrawalId)));
  if (!mayMark) return null;
  return (
    <div className="flex min-h-control flex-wrap items-center gap-2">
      {chosen.length === 0 ? (
        <Button size="small" disabled={markable.length === 0} onClick={selectAll}>
          {texts.selectAll}
        </Button>
      ) : (
        <>
          <p role="status" className="font-medium tabular-nums">
            {texts.selected(chosen.length, money(sum))}
          </p>
          <Button {...marking.preload} kind="primary" onClick={() => onMark(chosen)}>
            {texts.reconciliation.markSelected(chosen.length)}
          </Button>
          <Button kind="quiet" onClick={() => onSelected(new Set())}>
            {texts.clear}
          </Button>
        </>
      )}
    </div>
  );
};
