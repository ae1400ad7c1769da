import { use } from 'react';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import type { MarkState } from '#/domain/withdrawal/mark-state.ts';
import { toggleSelected } from '#/web/ui/blocks/several/toggle-selected.ts';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import { ABOVE_ROW } from '#/web/ui/blocks/row-link.ts';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { describeMark } from './describe-mark.ts';
import { marking, reverting } from './mark-dialogs.ts';
import { PaidContext } from './paid-context.ts';
import { isMarkable, paidName, stateOfMark } from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

interface OfRow {
  readonly row: PaidWithdrawal;
}

const TONES: Readonly<Record<MarkState, Tone>> = {
  RECONCILED: 'positive',
  NOT_RECONCILED: 'neutral',
  CHANGED: 'warning',
  RETURNED: 'warning',
};

/** Selects the row, to mark several at once. */
export const Selection = ({ row }: OfRow) => {
  const texts = usePaidTexts();
  const { money } = useFormats();
  const { mayMark, selected, onSelected } = use(PaidContext);
  const { withdrawalId, net } = row;
  if (!mayMark) return null;
  return (
    <input
      type="checkbox"
      aria-label={texts.select(paidName(row), money(net))}
      checked={selected.has(withdrawalId)}
      disabled={!isMarkable(row)}
      onChange={() => onSelected(toggleSelected(selected, withdrawalId))}
      className={`${ABOVE_ROW} size-6 shrink-0 accent-accent`}
    />
  );
};

/** The state of the mark, and the buttons that set it and take it back. */
export const MarkCell = ({ row }: OfRow) => {
  const paidTexts = usePaidTexts();
  const formats = useFormats();
  const { mayMark, onMark, onRevert } = use(PaidContext);
  const { reconciliation: texts } = paidTexts;
  const state = stateOfMark(row);
  const name = paidName(row);
  const amount = formats.money(row.net);
  return (
    <span className="grid min-w-60 justify-items-start gap-1 py-1 whitespace-normal">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[state]}>{texts.state[state]}</Badge>
        {mayMark && isMarkable(row) && (
          <Button
            {...marking.preload}
            size="small"
            aria-label={texts.markOf(name, amount)}
            onClick={() => onMark([row])}
            className={ABOVE_ROW}
          >
            {texts.mark}
          </Button>
        )}
        {mayMark && row.reconciliation !== null && (
          <Button
            {...reverting.preload}
            kind="quiet"
            size="small"
            aria-label={texts.revertOf(name, amount)}
            onClick={() => onRevert(row)}
            className={ABOVE_ROW}
          >
            {texts.revert}
          </Button>
        )}
      </span>
      <span className="text-xs text-ink-muted empty:hidden">
        {describeMark(row, paidTexts, formats)}
      </span>
    </span>
  );
};
