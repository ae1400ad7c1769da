import { toast } from '#/web/lib/toast.ts';
import type { Administrator } from '#/api/contract/master.ts';
import { revisionNow, useSeenRevision } from '#/web/lib/use-seen-revision.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { administratorName } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

const procedures = {
  block: 'master.blockAdministrator',
  unblock: 'master.restoreAdministrator',
} as const;

interface AccessDialogProps {
  readonly administrator: Administrator;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when the change was made: the person has moved between the lists of those with access and those blocked. */
  readonly onDone: () => void;
}

/** Explains what blocking or unblocking an administrator does, and does it once confirmed. */
const AccessDialog = (props: AccessDialogProps) => {
  const texts = useAdministratorsTexts()[props.action];
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={texts.title(administratorName(props.administrator))}
      description={texts.text}
    >
      <ConfirmAccessChange {...props} />
    </Dialog>
  );
};

const ConfirmAccessChange = ({ administrator, action, onClose, onDone }: AccessDialogProps) => {
  const texts = useAdministratorsTexts();
  const { staffId, revision } = administrator;
  const write = useWrite(procedures[action]);
  const { seenRevision, updateOnConflict } = useSeenRevision(revision);
  const onSuccess = (): void => {
    toast.success(texts[action].done);
    onDone();
  };
  return (
    <Confirm
      submit={texts[action].submit}
      kind={action === 'block' ? 'danger' : 'primary'}
      write={write}
      failure={revisionNow(write.error) === undefined ? undefined : texts.meanwhile}
      onConfirm={() =>
        write.mutate({ staffId, basedOn: seenRevision }, { onSuccess, onError: updateOnConflict })
      }
      onClose={onClose}
    />
  );
};

export default AccessDialog;
