import type { Master } from '#/api/contract/master.ts';
import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useSeenRevision } from '#/web/lib/use-seen-revision.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { masterName } from './masters-queries.ts';
import { useMastersTexts } from './masters-texts.ts';

const procedures = { block: 'master.blockMaster', restore: 'master.restoreMaster' } as const;

interface AccessDialogProps {
  readonly master: Master;
  readonly kind: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what blocking or restoring a master does, and does it once confirmed. */
const AccessDialog = (props: AccessDialogProps) => {
  const words = useMastersTexts()[props.kind];
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={words.title(masterName(props.master))}
      description={words.text}
    >
      <Change {...props} />
    </Dialog>
  );
};

const Change = ({ master, kind, onClose }: AccessDialogProps) => {
  const texts = useMastersTexts();
  const { masterId, revision } = master;
  const write = useWrite(procedures[kind]);
  const { seenRevision, updateOnConflict } = useSeenRevision(revision);
  const onSuccess = (): void => {
    toast.success(texts[kind].done);
    onClose();
  };
  return (
    <Confirm
      submit={texts[kind].submit}
      kind={kind === 'block' ? 'danger' : 'primary'}
      write={write}
      failure={revisionNow(write.error) === undefined ? undefined : texts.meanwhile}
      onConfirm={() =>
        write.mutate({ masterId, basedOn: seenRevision }, { onSuccess, onError: updateOnConflict })
      }
      onClose={onClose}
    />
  );
};

export default AccessDialog;
