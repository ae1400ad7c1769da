import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import type { SearchProps, TableSearch } from '#/web/ui/blocks/page-definition.ts';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { isSelectable, PayoutsContext } from './payouts-context.ts';
import { payoutsQuery } from './payouts-queries.ts';
import { usePayoutsTexts } from './payouts-texts.ts';

const { Dialog: ApproveDialog, preload } = lazyDialog(() => import('./approve-dialog.tsx'));

const NONE: readonly WaitingWithdrawal[] = [];

export const SelectionBar = ({ search }: SearchProps<TableSearch>) => {
  const texts = usePayoutsTexts();
  const { money } = useFormats();
  const { selected, onSelected } = use(PayoutsContext);
  const rows = useQuery(payoutsQuery(search)).data?.items;
  // The withdrawals chosen when the dialog opened: the list may change while it is open.
  const [approving, setApproving] = useState(NONE);
  const [isOpen, setOpen] = useState(false);
  const selectable = (rows ?? NONE).filter(isSelectable);
  // Withdrawals decided meanwhile are no longer in the list.
  const chosen = selectable.filter(({ withdrawalId }) => selected.has(withdrawalId));
  const sum = chosen.reduce((total, { amount }) => total + amount, 0);
  const selectAll = () => onSelected(new Set(selectable.map(({ withdrawalId }) => withdrawalId)));
  const begin = () => {
    setApproving(chosen);
    setOpen(true);
  };
  return (
    <div className="flex min-h-control flex-wrap items-center gap-2">
      {chosen.length === 0 ? (
        <>
          <Button size="small" disabled={selectable.length === 0} onClick={selectAll}>
            {texts.selectAll}
          </Button>
          <p className="text-xs text-ink-faint max-md:hidden">{texts.keys}</p>
        </>
      ) : (
        <>
          <p role="status" className="font-medium tabular-nums">
            {texts.selected(chosen.length, money(sum))}
          </p>
          <Button {...preload} kind="primary" onClick={begin}>
            {texts.approveSelected(chosen.length)}
          </Button>
          <Button kind="quiet" onClick={() => onSelected(new Set())}>
            {texts.clear}
          </Button>
        </>
      )}
      <ApproveDialog
        payouts={approving}
        open={isOpen}
        onClose={() => setOpen(false)}
        onBegin={() => onSelected(new Set())}
      />
    </div>
  );
};
