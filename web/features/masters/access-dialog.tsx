import type { Master } from '#/api/contract/master.ts';
import { ConfirmChange } from '#/web/ui/blocks/confirm-change.tsx';
import { masterName } from './masters-queries.ts';
import { useMastersTexts } from './masters-texts.ts';

const procedures = { block: 'master.blockMaster', restore: 'master.restoreMaster' } as const;

interface AccessDialogProps {
  readonly master: Master;
  readonly kind: keyof typeof procedures;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains the effect of the change before the user confirms it. */
const AccessDialog = ({ master, kind, ...dialog }: AccessDialogProps) => {
  const texts = useMastersTexts();
  const { masterId, revision } = master;
  return (
    <ConfirmChange
      {...dialog}
      onDone={dialog.onClose}
      title={texts[kind].title(masterName(master))}
      texts={texts[kind]}
      meanwhile={texts.meanwhile}
      kind={kind === 'block' ? 'danger' : 'primary'}
      procedure={procedures[kind]}
      revision={revision}
      inputFor={(basedOn) => ({ masterId, basedOn })}
    />
  );
};

export default AccessDialog;
