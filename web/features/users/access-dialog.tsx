import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
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
      <Confirm {...props} />
    </Dialog>
  );
};

const Confirm = ({ user, kind, onClose }: AccessDialogProps) => {
  const texts = useUsersTexts();
  const words = texts[kind];
  const { common } = useUiTexts();
  const language = useLanguage();
  const write = useWrite(procedures[kind]);
  const { basedOn, follow } = useSellerBasis(user);
  const onSuccess = (): void => {
    toast.success(words.done);
    onClose();
  };
  const confirm = () =>
    write.mutate(
      { sellerId: user.sellerId, basedOn },
      { onSuccess, onError: (failure) => void follow(failure).catch(() => undefined) },
    );
  const failure = write.error && failureText(write.error, language);
  return (
    <div className="grid gap-4">
      <div role="alert" className="text-negative empty:hidden">
        {isOutdated(write.error) ? texts.meanwhile : failure}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind={kind === 'block' ? 'danger' : 'primary'}
          pending={write.isPending}
          onClick={confirm}
        >
          {words.submit}
        </Button>
      </div>
    </div>
  );
};

export default AccessDialog;
