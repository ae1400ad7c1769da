import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import ReasonDialog from '#/web/ui/blocks/reason-dialog.tsx';
import { paidName } from './paid-queries.ts';
import { usePaidTexts } from './paid-texts.ts';

interface RevertDialogProps {
  readonly payout: PaidWithdrawal;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Takes back the mark that a withdrawal was found on the bank's statement. */
const RevertDialog = ({ payout, open, onClose }: RevertDialogProps) => {
  const { reverting } = usePaidTexts();
  const write = useWrite('admin.revertReconciliation');
  const { withdrawalId } = payout;
  const revert = (reason: string): void =>
    write.mutate(
      { withdrawalId, reason },
      {
        onSuccess: () => {
          toast.success(reverting.done);
          onClose();
        },
      },
    );
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={reverting.title(paidName(payout))}
      text={reverting.text}
      label={reverting.label}
      submit={reverting.submit}
      tooShort={reverting.short}
      shortest={SHORTEST_REASON}
      longest={LONGEST_REASON}
      write={write}
      onReason={revert}
    />
  );
};

export default RevertDialog;
