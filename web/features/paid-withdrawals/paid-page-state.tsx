import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { marking, reverting } from './mark-dialogs.ts';
import { PaidContext } from './paid-context.ts';
import type { PaidFilters } from './paid-queries.ts';

interface PaidPageStateProps {
  readonly filters: PaidFilters;
  readonly mayMark: boolean;
  readonly children: ReactNode;
}

const NO_ONE: ReadonlySet<string> = new Set();
const NONE: readonly PaidWithdrawal[] = [];

/** Which withdrawals are selected, and the dialogs in which the user marks them or takes a mark back. */
export const PaidPageState = ({ filters, mayMark, children }: PaidPageStateProps) => {
  const [selected, setSelected] = useState(NO_ONE);
  const [isOpen, setOpen] = useState<'mark' | 'revert'>();
  // The withdrawals as they were when the dialog opened: the list may change while it is open.
  const [marked, setMarked] = useState(NONE);
  const [reverted, setReverted] = useState<PaidWithdrawal>();
  const close = (): void => setOpen(undefined);
  const onMark = (payouts: readonly PaidWithdrawal[]): void => {
    setMarked(payouts);
    setOpen('mark');
  };
  const onRevert = (payout: PaidWithdrawal): void => {
    setReverted(payout);
    setOpen('revert');
  };
  return (
    <PaidContext value={{ filters, mayMark, selected, onSelected: setSelected, onMark, onRevert }}>
      {children}
      <marking.Dialog
        payouts={marked}
        open={isOpen === 'mark'}
        onClose={close}
        onBegin={() => setSelected(NO_ONE)}
      />
      {reverted && (
        <reverting.Dialog payout={reverted} open={isOpen === 'revert'} onClose={close} />
      )}
    </PaidContext>
  );
};
