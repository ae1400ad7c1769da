import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useUiTexts } from '#/web/ui/texts.ts';
import type { PlatformFacts } from './platforms-queries.ts';
import { usePlatformsTexts } from './platforms-texts.ts';

const procedures = { block: 'master.blockPlatform', restore: 'master.restorePlatform' } as const;

interface AccessDialogProps {
  readonly platform: PlatformFacts;
  readonly kind: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what blocking a platform or opening it again does, and does it. */
const AccessDialog = (props: AccessDialogProps) => {
  const words = usePlatformsTexts()[props.kind];
  const { common } = useUiTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={words.title(props.platform.name)}
      description={words.text}
      closeLabel={common.close}
    >
      <Change {...props} />
    </Dialog>
  );
};

const Change = ({ platform, kind, onClose }: AccessDialogProps) => {
  const texts = usePlatformsTexts();
  const { platformId, revision } = platform;
  const write = useWrite(procedures[kind]);
  const { basedOn, follow } = useBasis(revision);
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
      onConfirm={() => write.mutate({ platformId, basedOn }, { onSuccess, onError: follow })}
      onClose={onClose}
    />
  );
};

export default AccessDialog;
