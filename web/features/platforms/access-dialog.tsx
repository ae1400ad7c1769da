import { ConfirmChange } from '#/web/ui/blocks/confirm-change.tsx';
import type { PlatformFacts } from './platforms-queries.ts';
import { usePlatformsTexts } from './platforms-texts.ts';

const procedures = { block: 'master.blockPlatform', unblock: 'master.restorePlatform' } as const;

interface AccessDialogProps {
  readonly platform: PlatformFacts;
  readonly action: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Blocks or unblocks a platform. Explains the effect before the user confirms it. */
const AccessDialog = ({ platform, action, ...dialog }: AccessDialogProps) => {
  const texts = usePlatformsTexts();
  const { platformId, revision } = platform;
  return (
    <ConfirmChange
      {...dialog}
      onDone={dialog.onClose}
      title={texts[action].title(platform.name)}
      texts={texts[action]}
      meanwhile={texts.meanwhile}
      kind={action === 'block' ? 'danger' : 'primary'}
      procedure={procedures[action]}
      revision={revision}
      inputFor={(basedOn) => ({ platformId, basedOn })}
    />
  );
};

export default AccessDialog;
