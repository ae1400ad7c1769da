import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import type { FormWrite } from '#/web/ui/form/form.tsx';
import { useBankAccountsTexts } from './bank-accounts-texts.ts';

interface ApproveDialogProps {
  readonly title: string;
  readonly text: string;
  readonly open: boolean;
  readonly write: FormWrite;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Says to whom withdrawals may be paid after the approval. */
const ApproveDialog = ({ title, text, open, write, onConfirm, onClose }: ApproveDialogProps) => {
  const { confirm } = useBankAccountsTexts();
  return (
    <Dialog open={open} onClose={onClose} title={title} description={text}>
      <Confirm
        submit={confirm.submit}
        kind="primary"
        write={write}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </Dialog>
  );
};

export default ApproveDialog;
