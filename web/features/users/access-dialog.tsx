import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { isOutdated, useSeenRevision } from './use-seen-revision.ts';
import { userName, type SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

const procedures = { block: 'admin.blockSeller', unblock: 'admin.restoreSeller' } as const;

interface AccessDialogProps {
  readonly seller: SellerDetail;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what blocking or unblocking a seller does, and does it once confirmed. */
const AccessDialog = (props: AccessDialogProps) => {
  const texts = useUsersTexts()[props.action];
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={texts.title(userName(props.seller))}
      description={texts.text}
    >
      <ConfirmAccessChange {...props} />
    </Dialog>
  );
};

const ConfirmAccessChange = ({ seller, action, onClose }: AccessDialogProps) => {
  const texts = useUsersTexts();
  const write = useWrite(procedures[action]);
  const { seenRevision, reload } = useSeenRevision(seller);
  const onSuccess = (): void => {
    toast.success(texts[action].done);
    onClose();
  };
  const confirm = () =>
    write.mutate(
      { sellerId: seller.sellerId, basedOn: seenRevision },
      { onSuccess, onError: (failure) => void reload(failure).catch(() => undefined) },
    );
  return (
    <Confirm
      submit={texts[action].submit}
      kind={action === 'block' ? 'danger' : 'primary'}
      write={write}
      failure={isOutdated(write.error) ? texts.meanwhile : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};

export default AccessDialog;
