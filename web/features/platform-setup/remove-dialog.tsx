import { toast } from '#/web/lib/toast.ts';
import { revisionNow } from '#/web/lib/use-basis.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import type { FormWrite } from '#/web/ui/form/form.tsx';
import { useSetupTexts } from './setup-texts.ts';

interface RemoveDialogProps {
  readonly what: string;
  readonly open: boolean;
  readonly write: FormWrite;
  readonly onConfirm: (onSuccess: () => void) => void;
  readonly onClose: () => void;
}

/** Explains what removing a default does. */
const RemoveDialog = ({ what, open, write, onConfirm, onClose }: RemoveDialogProps) => {
  const { remove, meanwhile } = useSetupTexts();
  const confirm = (): void =>
    onConfirm(() => {
      toast.success(remove.done);
      onClose();
    });
  return (
    <Dialog open={open} onClose={onClose} title={remove.title(what)} description={remove.text}>
      <Confirm
        submit={remove.submit}
        kind="danger"
        write={write}
        failure={revisionNow(write.error) === undefined ? undefined : meanwhile}
        onConfirm={confirm}
        onClose={onClose}
      />
    </Dialog>
  );
};

export default RemoveDialog;
