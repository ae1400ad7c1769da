import { toast } from '#/web/lib/toast.ts';
import type { Administrator } from '#/api/contract/master.ts';
import { revisionNow, useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useUiTexts } from '#/web/ui/texts.ts';
import { administratorName } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

const procedures = {
  block: 'master.blockAdministrator',
  restore: 'master.restoreAdministrator',
} as const;

interface AccessDialogProps {
  readonly administrator: Administrator;
  readonly kind: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The person is in the other list from now on. */
  readonly onDone: () => void;
}

/** Says what blocking an administrator or letting them in again does, and does it. */
const AccessDialog = (props: AccessDialogProps) => {
  const words = useAdministratorsTexts()[props.kind];
  const { common } = useUiTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={words.title(administratorName(props.administrator))}
      description={words.text}
      closeLabel={common.close}
    >
      <Change {...props} />
    </Dialog>
  );
};

const Change = ({ administrator, kind, onClose, onDone }: AccessDialogProps) => {
  const texts = useAdministratorsTexts();
  const { staffId, revision } = administrator;
  const write = useWrite(procedures[kind]);
  const { basedOn, follow } = useBasis(revision);
  const onSuccess = (): void => {
    toast.success(texts[kind].done);
    onDone();
  };
  return (
    <Confirm
      submit={texts[kind].submit}
      kind={kind === 'block' ? 'danger' : 'primary'}
      write={write}
      failure={revisionNow(write.error) === undefined ? undefined : texts.meanwhile}
      onConfirm={() => write.mutate({ staffId, basedOn }, { onSuccess, onError: follow })}
      onClose={onClose}
    />
  );
};

export default AccessDialog;
