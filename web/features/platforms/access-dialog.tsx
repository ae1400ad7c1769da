import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useSeenRevision } from '#/web/lib/use-seen-revision.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import type { PlatformFacts } from './platforms-queries.ts';
import { usePlatformsTexts } from './platforms-texts.ts';

const procedures = { block: 'master.blockPlatform', unblock: 'master.restorePlatform' } as const;

interface AccessDialogProps {
  readonly platform: PlatformFacts;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what blocking or unblocking a platform does, and does it once confirmed. */
const AccessDialog = (props: AccessDialogProps) => {
  const texts = usePlatformsTexts()[props.action];
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={texts.title(props.platform.name)}
      description={texts.text}
    >
      <ConfirmAccessChange {...props} />
    </Dialog>
  );
};

const ConfirmAccessChange = ({ platform, action, onClose }: AccessDialogProps) => {
  const texts = usePlatformsTexts();
  const { platformId, revision } = platform;
  const write = useWrite(procedures[action]);
  const { seenRevision, updateOnConflict } = useSeenRevision(revision);
  const onSuccess = (): void => {
    toast.success(texts[action].done);
    onClose();
  };
  return (
    <Confirm
      submit={texts[action].submit}
      kind={action === 'block' ? 'danger' : 'primary'}
      write={write}
      failure={revisionNow(write.error) === undefined ? undefined : texts.meanwhile}
      onConfirm={() =>
        write.mutate(
          { platformId, basedOn: seenRevision },
          { onSuccess, onError: updateOnConflict },
        )
      }
      onClose={onClose}
    />
  );
};

export default AccessDialog;
