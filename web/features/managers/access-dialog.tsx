import type { ManagerLine } from '#/api/contract/managers.ts';
import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useSeenRevision } from '#/web/lib/use-seen-revision.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { managerName } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

const procedures = { block: 'admin.blockManager', unblock: 'admin.restoreManager' } as const;

interface AccessDialogProps {
  readonly manager: ManagerLine;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when the change was made: the person has moved between the lists of those with access and those blocked. */
  readonly onDone: () => void;
}

/** Explains what blocking or unblocking a manager does, and does it once confirmed. */
const AccessDialog = (props: AccessDialogProps) => {
  const texts = useManagersTexts()[props.action];
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={texts.title(managerName(props.manager))}
      description={texts.text}
    >
      <ConfirmAccessChange {...props} />
    </Dialog>
  );
};

const ConfirmAccessChange = ({ manager, action, onClose, onDone }: AccessDialogProps) => {
  const texts = useManagersTexts();
  const { managerId, revision } = manager;
  const write = useWrite(procedures[action]);
  const { seenRevision, updateOnConflict } = useSeenRevision(revision);
  const onSuccess = (): void => {
    toast.success(texts[action].done);
    onDone();
  };
  const confirm = () =>
    write.mutate({ managerId, basedOn: seenRevision }, { onSuccess, onError: updateOnConflict });
  return (
    <Confirm
      submit={texts[action].submit}
      kind={action === 'block' ? 'danger' : 'primary'}
      write={write}
      failure={revisionNow(write.error) === undefined ? undefined : texts.meanwhile}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};

export default AccessDialog;
