import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useUiTexts } from '#/web/ui/texts.ts';
import { isOutdated, useSellerBasis } from './use-seller-basis.ts';
import { userName, type SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

const procedures = { block: 'admin.blockSeller', restore: 'admin.restoreSeller' } as const;

interface AccessDialogProps {
  readonly user: SellerDetail;
  readonly kind: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what blocking a seller or letting one in again does, and does it. */
const AccessDialog = (props: AccessDialogProps) => {
  const words = useUsersTexts()[props.kind];
  const { common } = useUiTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={words.title(userName(props.user))}
      description={words.text}
      closeLabel={common.close}
    >
      <Change {...props} />
    </Dialog>
  );
};

const Change = ({ user, kind, onClose }: AccessDialogProps) => {
  const texts = useUsersTexts();
  const write = useWrite(procedures[kind]);
  const { basedOn, follow } = useSellerBasis(user);
  const onSuccess = (): void => {
    toast.success(texts[kind].done);
    onClose();
  };
  const confirm = () =>
    write.mutate(
      { sellerId: user.sellerId, basedOn },
      { onSuccess, onError: (failure) => void follow(failure).catch(() => undefined) },
    );
  return (
    <Confirm
      submit={texts[kind].submit}
      kind={kind === 'block' ? 'danger' : 'primary'}
      write={write}
      failure={isOutdated(write.error) ? texts.meanwhile : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};

export default AccessDialog;
